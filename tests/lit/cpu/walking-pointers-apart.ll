; Reads that go on at another pace have pointers of their own, and volatile ones stay as they are.
; RUN: %weft-pass %s --local=32 --passes=ids,walking-pointers | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/%%faster$/%%at/' %s | %weft-pass --local=32 --passes=ids,walking-pointers | FileCheck %s --check-prefix=ONE
; RUN: sed -e 's/%%faster$/%%at/' -e 's/%%v3 = load/%%v3 = load volatile/' %s | %weft-pass --local=32 --passes=ids,walking-pointers | FileCheck %s --check-prefix=NONE

; NONE: ; pointers 0
; ONE: ; pointers 1
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.3, %loop ]
  %at = mul nuw nsw i64 %i, 64
  %faster = mul nuw nsw i64 %i, 128
  %p0 = getelementptr inbounds i8, ptr %p, i64 %at
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %p2 = getelementptr inbounds i8, ptr %p, i64 %faster
  %p3 = getelementptr inbounds i8, ptr %p2, i64 12
  %v0 = load <16 x float>, ptr %p0
  %v1 = load <16 x float>, ptr %p1
  %v2 = load <16 x float>, ptr %p2
  %v3 = load <16 x float>, ptr %p3
  %sum.0 = fadd <16 x float> %sum, %v0
  %sum.1 = fadd <16 x float> %sum.0, %v1
  %sum.2 = fadd <16 x float> %sum.1, %v2
  %sum.3 = fadd <16 x float> %sum.2, %v3
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %end, label %loop
end:
  store <16 x float> %sum.3, ptr %p
  ret void
}

; What the items of a group share and a barrier parts from its use is kept once for the group: read in one half of the
; memory, written to the other, where it waits until all items have read. What differs between items stays with them, and so
; does what may reach its use around the barrier.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,group-values | FileCheck %s
; RUN: sed -e 's/;SOME//;/;ALL/d' %s | %weft-pass --local=64 --passes=ids,captures,group-ops,group-values | FileCheck %s --check-prefix=AROUND

; CHECK: ; keeps 64
; CHECK: [[K:%.*]] = phi i64
; CHECK: [[OTHER:%.*]] = getelementptr inbounds i8, ptr %scratch, i64 64
; CHECK: store i64 [[K]], ptr [[OTHER]]
; CHECK: call void @__weft_barrier
; CHECK: [[KEPT:%.*]] = load i64, ptr %{{.*}}, align 16
; CHECK: lshr i64 [[KEPT]], 1
; CHECK: fadd float %x, 1.0
; AROUND: ; keeps 0
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %q = getelementptr float, ptr %p, i64 %l
  %x = load float, ptr %q
  br label %head
head:
  %k = phi i64 [32, %entry], [%half, %loop]
  %go_on = icmp ne i64 %k, 0
  br i1 %go_on, label %body, label %done
body:
  %odd = icmp eq i64 %k, 5
  br i1 %odd, label %sometimes, label %loop
sometimes:
  ;SOME call void @__weft_barrier(i32 2)
  br label %loop
loop:
  call void @__weft_barrier(i32 2) ;ALL
  %half = lshr i64 %k, 1
  br label %head
done:
  %y = fadd float %x, 1.0
  store float %y, ptr %q
  ret void
}

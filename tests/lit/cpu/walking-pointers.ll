; Four reads around one place have a pointer of their own, which strength reduction leaves alone; three have none, nor have reads of a
; scalar nor places that move by what only the launch knows.
; RUN: %weft-pass %s --local=32 --passes=ids,walking-pointers | FileCheck %s

; CHECK: ; pointers 1
; CHECK: %walk = phi ptr [ [[NEXT:%.*]], %loop ], [ %p, %entry ]
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr %walk, i64 0
; CHECK-NEXT: load <16 x float>, ptr [[FIRST]]
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr %walk, i64 12
; CHECK-NEXT: load float, ptr [[LAST]]
; CHECK: [[NEXT]] = call ptr @llvm.launder.invariant.group.p0(ptr
; CHECK-NOT: %walk{{[0-9]}}
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %q.field = getelementptr i8, ptr %args, i64 8
  %q = load ptr, ptr %q.field
  %step.field = getelementptr i8, ptr %args, i64 16
  %step = load i64, ptr %step.field
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.q2, %loop ]
  %count = phi float [ 0.0, %entry ], [ %count.3, %loop ]
  %at = mul nuw nsw i64 %i, 64
  %p0 = getelementptr inbounds i8, ptr %p, i64 %at
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %p2 = getelementptr inbounds i8, ptr %p0, i64 8
  %p3 = getelementptr inbounds i8, ptr %p0, i64 12
  %v0 = load <16 x float>, ptr %p0
  %v1 = load <16 x float>, ptr %p1
  %v2 = load <16 x float>, ptr %p2
  %s3 = load float, ptr %p3
  %i3 = insertelement <16 x float> zeroinitializer, float %s3, i64 0
  %sum.0 = fadd <16 x float> %sum, %v0
  %sum.1 = fadd <16 x float> %sum.0, %v1
  %sum.2 = fadd <16 x float> %sum.1, %v2
  %sum.3 = fadd <16 x float> %sum.2, %i3
  %q0 = getelementptr inbounds i8, ptr %q, i64 %at
  %q1 = getelementptr inbounds i8, ptr %q0, i64 64
  %q2 = getelementptr inbounds i8, ptr %q0, i64 128
  %w0 = load <16 x float>, ptr %q0
  %w1 = load <16 x float>, ptr %q1
  %w2 = load <16 x float>, ptr %q2
  %sum.q0 = fadd <16 x float> %sum.3, %w0
  %sum.q1 = fadd <16 x float> %sum.q0, %w1
  %sum.q2 = fadd <16 x float> %sum.q1, %w2
  %t = mul nuw nsw i64 %i, %step
  %r0 = getelementptr inbounds i8, ptr %q, i64 %t
  %r1 = getelementptr inbounds i8, ptr %r0, i64 4
  %r2 = getelementptr inbounds i8, ptr %r0, i64 8
  %r3 = getelementptr inbounds i8, ptr %r0, i64 12
  %c0 = load float, ptr %r0
  %c1 = load float, ptr %r1
  %c2 = load float, ptr %r2
  %c3 = load float, ptr %r3
  %count.0 = fadd float %count, %c0
  %count.1 = fadd float %count.0, %c1
  %count.2 = fadd float %count.1, %c2
  %count.3 = fadd float %count.2, %c3
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %sum.q2, ptr %q
  store float %count.3, ptr %p
  ret void
}

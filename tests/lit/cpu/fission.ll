; One piece per barrier; what follows from ids is computed again, what was loaded is kept, private memory moves to the context
; where more than one piece uses it.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,fission | FileCheck %s

; CHECK: ; context 64
; CHECK-LABEL: define internal i32 @kernel.piece(
; CHECK: [[X:%.*]] = load float
; CHECK: [[SLOT:%.*]] = getelementptr inbounds i8, ptr %context
; CHECK: store float [[X]]
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @kernel.piece1(
; CHECK-DAG: load float, ptr {{.*}}, align 16
; CHECK-DAG: shl i64 %item0, 2
; CHECK-DAG: ret i32 0
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %private = alloca [4 x float]
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %offset = shl i64 %l, 2
  %q = getelementptr i8, ptr %p, i64 %offset
  %x = load float, ptr %q
  store float %x, ptr %private
  call void @__weft_barrier(i32 2)
  %kept = load float, ptr %private
  %y = fadd float %kept, %x
  store float %y, ptr %q
  ret void
}

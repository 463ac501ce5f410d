; Where one vector is the whole group nobody waits: barriers go, and a result is made where its value is put.
; RUN: %weft-pass %s --local=1 --passes=ids,group-ops,one-vector,mem2reg | FileCheck %s

; CHECK-LABEL: @kernel(
; CHECK-NOT: __weft_barrier
; CHECK-NOT: weft.group
; CHECK: %own = load float
; CHECK: store float %own
declare float @__weft_group_reduce_add_f32(float) convergent
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %own = load float, ptr %p
  %sum = call float @__weft_group_reduce_add_f32(float %own)
  call void @__weft_barrier(i32 2)
  store float %sum, ptr %p
  ret void
}

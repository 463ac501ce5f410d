; A group operation is a put, a barrier that completes its slot, and a get; a vote and a broadcast are reductions of bits.
; RUN: %weft-pass %s --local=32 --passes=ids,group-ops | FileCheck %s

; CHECK: call void @weft.group.put.add.f32(i32 0, float 1.000000e+00)
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: call float @weft.group.get.add.f32(i32 0)
; CHECK: call void @weft.group.put.or.i32(i32 1
; CHECK: call void @__weft_barrier(i32 1)
; CHECK: icmp eq i64 {{.*}}, 3
; CHECK: bitcast float {{.*}} to i32
; CHECK: call void @weft.group.put.or.i32(i32 2
declare float @__weft_group_reduce_add_f32(float) convergent
declare float @__weft_group_broadcast_f32(float, i64) convergent
declare i1 @__weft_group_any(i1) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %sum = call float @__weft_group_reduce_add_f32(float 1.0)
  %positive = fcmp ogt float %sum, 0.0
  %any = call i1 @__weft_group_any(i1 %positive)
  %third = call float @__weft_group_broadcast_f32(float %sum, i64 3)
  %r = select i1 %any, float %third, float 0.0
  store float %r, ptr %p
  ret void
}

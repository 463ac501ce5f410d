; Kernels that use sub-groups ask for their size; sums are the device's own, of the lanes that come by; the largest
; floating-point number is that of shuffles, since a NaN counts as none.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --sub-group-size=8 %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv --sub-group-size=8 %s | spirv-dis | FileCheck %s
declare i64 @__weft_global_id(i32)
declare float @__weft_sub_group_reduce_add_f32(float)
declare i64 @__weft_sub_group_ballot(i1)
declare float @__weft_group_reduce_max_f32(float)

; CHECK: OpExecutionMode %weft_kernel SubgroupSize 8
; CHECK: OpFunction
; CHECK: OpGroupNonUniformFAdd %float %uint_3 Reduce
; CHECK: OpGroupNonUniformBallot
; CHECK-COUNT-4: OpGroupNonUniformShuffle %uint
; CHECK: OpControlBarrier
; CHECK: OpExtInst %float {{%[0-9]+}} fmax
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %i = call i64 @__weft_global_id(i32 0)
  %a = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %a
  %sum = call float @__weft_sub_group_reduce_add_f32(float %x)
  %positive = fcmp ogt float %x, 0.0
  %votes = call i64 @__weft_sub_group_ballot(i1 %positive)
  %v = uitofp i64 %votes to float
  %t = fadd float %sum, %v
  %most = call float @__weft_group_reduce_max_f32(float %t)
  store float %most, ptr %a
  ret void
}

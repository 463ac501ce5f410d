; A range kernel asks whether it is in its range; arguments are words of a block that is passed by value, and pointers
; among them are such to global memory. Math is libdevice's.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --range %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv --range %s | spirv-dis | FileCheck %s
declare i64 @__weft_global_id(i32)
declare float @expf(float)

; CHECK-DAG: OpMemoryModel Physical64 OpenCL
; CHECK-DAG: OpExecutionMode %weft_kernel ContractionOff
; CHECK-DAG: OpDecorate [[ARGS:%.*]] FuncParamAttr ByVal
; CHECK-DAG: OpDecorate [[LAUNCH:%.*]] FuncParamAttr ByVal
; CHECK: [[ARGS]] = OpFunctionParameter
; CHECK: [[LAUNCH]] = OpFunctionParameter
; CHECK: OpFunctionParameter %_ptr_Workgroup
; CHECK: OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; CHECK: OpULessThan
; CHECK: OpBranchConditional
; CHECK: OpGenericCastToPtr %_ptr_CrossWorkgroup
; CHECK-NOT: OpLoad {{.*}} %_ptr_Generic
; CHECK: OpExtInst %float {{%[0-9]+}} fma
; CHECK-NOT: ExtInst {{.*}} exp
; CHECK: OpStore
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %q.at = getelementptr i8, ptr %args, i64 8
  %q = load ptr, ptr %q.at
  %i = call i64 @__weft_global_id(i32 0)
  %a = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %a
  %y = call float @expf(float %x)
  %b = getelementptr float, ptr %q, i64 %i
  store float %y, ptr %b
  ret void
}

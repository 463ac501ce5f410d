; Memory of the group: the launch's, as a parameter, and what the kernel itself asks for; a barrier orders both local and
; global memory.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --local=64 %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv --local=64 %s | spirv-dis | FileCheck %s
declare i64 @__weft_local_id(i32)
declare ptr @__weft_local_mem()
declare ptr @__weft_group_memory(i32, i32)
declare void @__weft_barrier(i32)

; CHECK: OpExecutionMode %weft_kernel LocalSize 64 1 1
; CHECK: [[ORDER:%.*]] = OpConstant %uint 784
; CHECK: OpVariable %_ptr_Workgroup{{.*}} Workgroup
; CHECK: [[LOCAL:%.*]] = OpFunctionParameter %_ptr_Workgroup
; CHECK: OpStore
; CHECK: OpControlBarrier {{.*}} [[ORDER]]
; CHECK-NOT: OpPtrCastToGeneric
; CHECK: OpReturn
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %i = call i64 @__weft_local_id(i32 0)
  %given = call ptr @__weft_local_mem()
  %own = call ptr @__weft_group_memory(i32 256, i32 16)
  %a = getelementptr i32, ptr %given, i64 %i
  %b = getelementptr i32, ptr %own, i64 %i
  store i32 1, ptr %a
  store i32 2, ptr %b
  call void @__weft_barrier(i32 2)
  %other = xor i64 %i, 1
  %c = getelementptr i32, ptr %own, i64 %other
  %v = load i32, ptr %c
  %d = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %d
  ret void
}

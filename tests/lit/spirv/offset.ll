; Ids include the launch's offset; a range does not.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --range --offset %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv --range --offset %s | spirv-dis | FileCheck %s
; RUN: %weft-ptx --spirv --range %s | spirv-dis | FileCheck %s --check-prefix=NONE
declare i64 @__weft_global_id(i32)

; CHECK: OpFunction
; CHECK-DAG: OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; CHECK-DAG: OpLoad %v3ulong %__spirv_BuiltInGlobalOffset
; CHECK: OpISub
; CHECK: OpULessThan
; NONE-NOT: GlobalOffset
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %i = call i64 @__weft_global_id(i32 0)
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  ret void
}

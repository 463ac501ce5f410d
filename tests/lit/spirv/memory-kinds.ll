; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv %s | spirv-dis | FileCheck %s
; Private memory is a variable, and a pointer is of local or private memory if a cast gives one.
declare i32 @__weft_memory_kind(ptr)
declare ptr @__weft_private_memory(i64, i32)

; CHECK: OpVariable {{.*}} Function
; CHECK: OpGenericCastToPtrExplicit {{.*}} CrossWorkgroup
; CHECK: OpGenericCastToPtrExplicit {{.*}} Workgroup
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %at = getelementptr inbounds i8, ptr %args, i64 8
  %i = load i64, ptr %at
  %size = mul i64 4, 10
  %own = call ptr @__weft_private_memory(i64 %size, i32 16)
  %element = getelementptr i32, ptr %own, i64 %i
  store i32 1, ptr %element
  %x = load volatile i32, ptr %own
  store volatile i32 %x, ptr %out
  %unknown = load ptr, ptr %out
  %kind = call i32 @__weft_memory_kind(ptr %unknown)
  store volatile i32 %kind, ptr %out
  ret void
}

; Prefetches are hints, and vanish.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv %s | spirv-dis | FileCheck %s
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK: OpFunction
; CHECK: OpStore
; CHECK: OpReturn
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  store i32 1, ptr %p
  ret void
}

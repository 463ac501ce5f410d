; Where a host would abort, the work-item returns.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
declare void @abort()

; CHECK: OpBranchConditional
; CHECK-NOT: OpUnreachable
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load i32, ptr %p
  %wrong = icmp eq i32 %x, 3
  br i1 %wrong, label %fail, label %go
fail:
  call void @abort()
  unreachable
go:
  store i32 1, ptr %p
  ret void
}

; A kernel that writes to its own arguments gets a copy of them.
; RUN: %weft-pass %s --passes=captures --bake=8:4:7 | FileCheck %s

; CHECK-LABEL: @kernel(
; CHECK: [[COPY:%.*]] = alloca [64 x i8]
; CHECK: call void @llvm.memcpy{{.*}}[[COPY]]
; CHECK: store i32 5
; CHECK: load i32
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %at = getelementptr i8, ptr %args, i64 8
  store i32 5, ptr %at
  %a = load i32, ptr %at
  %p = load ptr, ptr %args
  store i32 %a, ptr %p
  ret void
}

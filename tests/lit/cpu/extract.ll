; RUN: %weft-pass %s --extract | FileCheck %s
; A kernel takes along what it needs: nothing that only another one's annotation or the host's initialisers name.

; CHECK-NOT: @llvm.
; CHECK-NOT: @other
; CHECK: define spir_kernel void @kernel(
; CHECK-NOT: @other
; CHECK: define internal i32 @body(
; CHECK-NOT: @other

@text = private unnamed_addr constant [5 x i8] c"some\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @body, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @other_body, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @other_variable], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @other_start, ptr null }]
@other_variable = internal global i32 0

define internal void @other_start() {
  store i32 1, ptr @other_variable
  ret void
}

define internal i32 @body(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define internal i32 @other_body(i32 %x) {
  %y = add i32 %x, 2
  ret i32 %y
}

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %y = call i32 @body(i32 1)
  ret void
}

define spir_kernel void @other(ptr byval([64 x i8]) align 8 %args) {
  %y = call i32 @other_body(i32 1)
  ret void
}

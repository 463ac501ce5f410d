; Captured scalars are loaded once at entry; an integer that the launch fixed is a constant; a kernel that writes to its
; arguments works on a copy.
; RUN: %weft-pass %s --passes=captures --bake=8:4:7 | FileCheck %s

; CHECK-LABEL: @kernel(
; CHECK: load ptr, ptr {{.*}} align 8, !invariant.load
; CHECK-NOT: load
; CHECK: mul i32 7, 7
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  br label %next
next:
  %p = load ptr, ptr %args
  %q = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %a = load i32, ptr %at
  %b = load i32, ptr %at
  %c = mul i32 %a, %b
  store i32 %c, ptr %p
  store i32 %c, ptr %q
  ret void
}

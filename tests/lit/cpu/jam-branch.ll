; Where branches depend on the other dimension, items of it do not run together.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,jam | FileCheck %s

; CHECK: ; jam 1 along 0
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %y = call i64 @__weft_global_id(i32 1)
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %y
  br i1 %again, label %loop, label %done
done:
  store float %x, ptr %p
  ret void
}

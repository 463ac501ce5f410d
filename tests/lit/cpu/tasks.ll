; A range kernel whose extent is the constant 1 has one work-item; an extent among its arguments may be any number.
; RUN: %weft-pass %s --passes=task | FileCheck %s --check-prefix=TASK
; RUN: sed -e 's/i64 1)/i64 %%extent)/' %s > %t.ll
; RUN: %weft-pass %t.ll --passes=task | FileCheck %s --check-prefix=RANGE

; TASK: ; one work-item
; RANGE: ; many work-items
declare i1 @__weft_in_range(i32, i64)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %extent = load i64, ptr %args
  %place = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %place
  %inside = call i1 @__weft_in_range(i32 0, i64 1)
  br i1 %inside, label %body, label %exit
body:
  store i64 %extent, ptr %out
  br label %exit
exit:
  ret void
}

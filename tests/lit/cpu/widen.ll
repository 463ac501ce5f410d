; Signed index arithmetic that cannot wrap is done in 64 bits; unsigned arithmetic may wrap and stays.
; RUN: %weft-pass %s --dims=2 --passes=ids,widen | FileCheck %s

; CHECK: mul nsw i64 %{{.*}}, %item1
; CHECK: add nsw i64 %{{.*}}, %item0
; CHECK: add i32
; CHECK: zext i32
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %width = load i32, ptr %at
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %x32 = trunc nuw nsw i64 %x to i32
  %y32 = trunc nuw nsw i64 %y to i32
  %row = mul nsw i32 %width, %y32
  %i = add nsw i32 %row, %x32
  %index = sext i32 %i to i64
  %q = getelementptr float, ptr %p, i64 %index
  store float 1.0, ptr %q
  %u = add i32 %row, %x32
  %wrapped = zext i32 %u to i64
  %r = getelementptr float, ptr %p, i64 %wrapped
  store float 2.0, ptr %r
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; Two numbers of 32 bits are multiplied at once where both have a sign or none; of others no instruction knows the product.

; CHECK: mul.wide.s32
; CHECK-NOT: mul.wide
; CHECK: mul.lo.s64
; CHECK-NOT: mul.wide
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %a.at = getelementptr i8, ptr %args, i64 8
  %a = load i32, ptr %a.at
  %b.at = getelementptr i8, ptr %args, i64 12
  %b = load i32, ptr %b.at
  %signed.a = sext i32 %a to i64
  %signed.b = sext i32 %b to i64
  %unsigned.b = zext i32 %b to i64
  %alike = mul i64 %signed.a, %signed.b
  store volatile i64 %alike, ptr %out
  %mixed = mul i64 %signed.a, %unsigned.b
  store volatile i64 %mixed, ptr %out
  ret void
}

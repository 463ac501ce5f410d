; RUN: %weft-ptx %s | FileCheck %s
; RUN: %weft-ptx --arch=75 %s | FileCheck %s --check-prefix=EARLIER
; The headers' sums of products of bytes, inverse square roots and numbers of type bfloat16 are one instruction each.

; CHECK: dp4a.s32.s32
; CHECK: dp4a.u32.u32
; CHECK: rsqrt.approx.ftz.f32
; CHECK: cvt.rn.bf16.f32
; EARLIER-NOT: bf16
define linkonce_odr i32 @_ZN4sycl3_V13ext6oneapi7dot_accEiii(i32 %a, i32 %b, i32 %c) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
define linkonce_odr i32 @_ZN4sycl3_V13ext6oneapi7dot_accEjji(i32 %a, i32 %b, i32 %c) {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define linkonce_odr float @_ZN4sycl3_V16detail5rsqrtEf(float %x) {
  %root = call float @llvm.sqrt.f32(float %x)
  %inverse = fdiv float 1.0, %root
  ret float %inverse
}

define linkonce_odr zeroext i16 @_ZN4sycl3_V13ext6oneapi8bfloat167roundedEf(float %x) {
  %bits = bitcast float %x to i32
  %upper = lshr i32 %bits, 16
  %half = trunc i32 %upper to i16
  ret i16 %half
}

define void @kernel(ptr byval([32 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %a.at = getelementptr inbounds i8, ptr %args, i64 8
  %a = load i32, ptr %a.at
  %b.at = getelementptr inbounds i8, ptr %args, i64 12
  %b = load i32, ptr %b.at
  %signed = call i32 @_ZN4sycl3_V13ext6oneapi7dot_accEiii(i32 %a, i32 %b, i32 1)
  %both = call i32 @_ZN4sycl3_V13ext6oneapi7dot_accEjji(i32 %a, i32 %b, i32 %signed)
  store i32 %both, ptr %out
  %x = load float, ptr %a.at
  %inverse = call float @_ZN4sycl3_V16detail5rsqrtEf(float %x)
  %second = getelementptr inbounds i8, ptr %out, i64 4
  store float %inverse, ptr %second
  %upper = call zeroext i16 @_ZN4sycl3_V13ext6oneapi8bfloat167roundedEf(float %x)
  %third = getelementptr inbounds i8, ptr %out, i64 8
  store i16 %upper, ptr %third
  ret void
}

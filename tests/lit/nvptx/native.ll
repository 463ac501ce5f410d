; RUN: %weft-ptx %s | FileCheck %s
; Functions of sycl::native are the GPU's own.

; CHECK-LABEL: .entry kernel
; CHECK-NOT: div.rn
; CHECK-DAG: ex2.approx.ftz.f32
; CHECK-DAG: div.approx.ftz.f32
; CHECK-DAG: sqrt.approx.ftz.f32
; CHECK-NOT: div.rn
; CHECK: ret;
define linkonce_odr float @_ZN4sycl3_V16native3expEf(float %x) {
  %y = call float @expf(float %x)
  ret float %y
}
define linkonce_odr float @_ZN4sycl3_V16native6divideEff(float %x, float %y) {
  %z = fdiv float %x, %y
  ret float %z
}
define linkonce_odr float @_ZN4sycl3_V16native4sqrtEf(float %x) {
  %y = call float @sqrtf(float %x)
  ret float %y
}
declare float @expf(float)
declare float @sqrtf(float)

define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x.at = getelementptr inbounds i8, ptr %args, i64 8
  %x = load float, ptr %x.at
  %e = call float @_ZN4sycl3_V16native3expEf(float %x)
  %d = call float @_ZN4sycl3_V16native6divideEff(float %e, float %x)
  %r = call float @_ZN4sycl3_V16native4sqrtEf(float %d)
  store float %r, ptr %out
  ret void
}

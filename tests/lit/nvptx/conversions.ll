; RUN: %weft-ptx %s | FileCheck %s
; A rounding and its conversion to an integer are one instruction, as are the headers' conversions to floating point that round in a direction.
declare double @llvm.floor.f64(double)
declare float @llvm.ceil.f32(float)
declare float @llvm.rint.f32(float)

; CHECK-DAG: cvt.rmi.s32.f64
; CHECK-DAG: cvt.rmi.u64.f64
; CHECK-DAG: cvt.rpi.ftz.u32.f32
; CHECK-DAG: cvt.rni.ftz.s64.f32
; CHECK-DAG: cvt.rz.f32.u32
; CHECK-DAG: cvt.rm.f64.s64
; CHECK-DAG: cvt.rp.ftz.f32.f64
; CHECK-NOT: cvt.{{r.}}i.f64.f64
; CHECK-NOT: cvt.{{r.}}i.ftz.f32.f32
; CHECK: ret;
define linkonce_odr float @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE2EfjEET0_T1_(i32 %x) {
  %nearest = uitofp i32 %x to float
  ret float %nearest
}
define linkonce_odr double @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE4EdxEET0_T1_(i64 %x) {
  %nearest = sitofp i64 %x to double
  ret double %nearest
}
define linkonce_odr float @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE3EfdEET0_T1_(double %x) {
  %nearest = fptrunc double %x to float
  ret float %nearest
}

define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x.at = getelementptr inbounds i8, ptr %args, i64 8
  %x = load double, ptr %x.at
  %y.at = getelementptr inbounds i8, ptr %args, i64 16
  %y = load float, ptr %y.at
  %down = call double @llvm.floor.f64(double %x)
  %a = fptosi double %down to i32
  %b = fptoui double %down to i64
  %up = call float @llvm.ceil.f32(float %y)
  %c = fptoui float %up to i32
  %near = call float @llvm.rint.f32(float %y)
  %d = fptosi float %near to i64
  %e = call float @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE2EfjEET0_T1_(i32 %c)
  %f = call double @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE4EdxEET0_T1_(i64 %d)
  %g = call float @_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE3EfdEET0_T1_(double %x)
  store i32 %a, ptr %out
  %out.b = getelementptr inbounds i8, ptr %out, i64 8
  store i64 %b, ptr %out.b
  %out.e = getelementptr inbounds i8, ptr %out, i64 16
  store float %e, ptr %out.e
  %out.f = getelementptr inbounds i8, ptr %out, i64 24
  store double %f, ptr %out.f
  %out.g = getelementptr inbounds i8, ptr %out, i64 32
  store float %g, ptr %out.g
  ret void
}

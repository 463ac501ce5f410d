; RUN: env WEFT_LIBDEVICE=0 %weft-ptx %s | FileCheck %s
; RUN: env WEFT_LIBDEVICE=0 WEFT_DENORMALS=keep %weft-ptx %s | FileCheck %s --check-prefix=KEEP
; Calls that may be approximate (-ffast-math) are the GPU's own instructions, under all names of a function; others are not.
declare float @llvm.sin.f32(float)
declare float @cosf(float)
declare float @__weft_math_log_f32(float)
declare float @llvm.exp.f32(float)
declare double @llvm.sin.f64(double)

; CHECK-DAG: sin.approx.ftz.f32
; CHECK-DAG: cos.approx.ftz.f32
; CHECK-DAG: lg2.approx.ftz.f32
; CHECK-DAG: ex2.approx.ftz.f32
; KEEP-DAG: sin.approx.f32
; KEEP-DAG: ex2.approx.f32
; CHECK-NOT: .approx
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load float, ptr %p
  %1 = call fast float @llvm.sin.f32(float %x)
  %2 = call afn float @cosf(float %1)
  %3 = call fast float @__weft_math_log_f32(float %x)
  %e = call fast float @llvm.exp.f32(float %2)
  %4 = fadd float %3, %e
  store float %4, ptr %p
  %5 = call float @cosf(float %4)
  %wide = fpext float %5 to double
  %6 = call fast double @llvm.sin.f64(double %wide)
  %at = getelementptr double, ptr %p, i64 1
  store double %6, ptr %at
  ret void
}

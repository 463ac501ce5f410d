; What rounds to integers, powers of integers and math of vectors are functions of libdevice: the back end has none.
; RUN: %weft-ptx %s | FileCheck %s
declare i64 @llvm.llrint.i64.f64(double)
declare i32 @llvm.lround.i32.f32(float)
declare float @llvm.powi.f32.i32(float, i32)
declare <3 x float> @llvm.sin.v3f32(<3 x float>)

; CHECK: .entry
; CHECK-DAG: cvt.rni.s64.f64
; CHECK-DAG: cvt.rzi.{{.*}}s64.f32
; CHECK: ret;
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load double, ptr %p
  %nearest = call i64 @llvm.llrint.i64.f64(double %x)
  store i64 %nearest, ptr %p
  %p8 = getelementptr i8, ptr %p, i64 8
  %y = load float, ptr %p8
  %rounded = call i32 @llvm.lround.i32.f32(float %y)
  %power = call float @llvm.powi.f32.i32(float %y, i32 %rounded)
  store float %power, ptr %p8
  %p16 = getelementptr i8, ptr %p, i64 16
  %v = load <3 x float>, ptr %p16
  %sines = call <3 x float> @llvm.sin.v3f32(<3 x float> %v)
  store <3 x float> %sines, ptr %p16
  ret void
}

; Sine and cosine of one number in one block are one call, under whatever names; those of two numbers, of half precision or in two
; blocks are not, and neither are functions of the program's own.
; RUN: %weft-pass %s --passes=sines | FileCheck %s
declare double @llvm.sin.f64(double)
declare double @cos(double)
declare float @sinf(float)
declare float @__weft_math_cos_f32(float)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define float @cosf(float %x) {
  ret float %x
}

; CHECK-LABEL: define {{.*}} @kernel(
define void @kernel(ptr byval({ptr, double, float, half}) align 8 %args) {
  %out = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %x = load double, ptr %at
  %at.f = getelementptr i8, ptr %args, i64 16
  %f = load float, ptr %at.f
  %at.h = getelementptr i8, ptr %args, i64 20
  %h = load half, ptr %at.h

; The first call decides the place: both results are read there.
; CHECK: call void @__weft_math_sincos_f64(double [[X:%.*]], ptr [[SINE:%.*]], ptr [[COSINE:%.*]])
; CHECK-DAG: [[S:%.*]] = load double, ptr [[SINE]]
; CHECK-DAG: [[C:%.*]] = load double, ptr [[COSINE]]
; CHECK: call void @store.f64(double [[C]], double [[S]], double [[C]])
  %c = call double @cos(double %x)
  %c2 = call double @cos(double %x)
  %s = call double @llvm.sin.f64(double %x)
  call void @store.f64(double %c, double %s, double %c2)

; CHECK: call void @__weft_math_sincos_f32(
; CHECK-NOT: sincos
; CHECK: call float @cosf(
; CHECK: call half @llvm.sin.f16(
; CHECK: call half @llvm.cos.f16(
; CHECK: call float @sinf(
; CHECK: call float @__weft_math_cos_f32(
  %sf = call float @sinf(float %f)
  %cf = call float @__weft_math_cos_f32(float %f)
  %own = call float @cosf(float %f)
  call void @store.f32(float %sf, float %cf, float %own)
  %sh = call half @llvm.sin.f16(half %h)
  %ch = call half @llvm.cos.f16(half %h)
  call void @store.f16(half %sh, half %ch)
  %g = fadd float %f, 1.0
  %sg = call float @sinf(float %g)
  %test = fcmp ogt float %sg, 0.0
  br i1 %test, label %more, label %end
more:
  %cg = call float @__weft_math_cos_f32(float %g)
  call void @store.f32(float %sg, float %cg, float %cg)
  br label %end
end:
  ret void
}
declare void @store.f64(double, double, double)
declare void @store.f32(float, float, float)
declare void @store.f16(half, half)

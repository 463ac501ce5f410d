; RUN: %weft-pass %s --prepare | FileCheck %s
; clang's intrinsics of two results are calls of functions that give one of them through a pointer: half in float, vectors element by
; element, sine and cosine of half turns each by its own.
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare { half, i32 } @llvm.frexp.f16.i32(half)
declare { <2 x double>, <2 x double> } @llvm.modf.v2f64(<2 x double>)
declare { double, double } @llvm.sincos.f64(double)
declare { float, float } @llvm.sincospi.f32(float)

; CHECK-LABEL: define {{.*}} @kernel(
define void @kernel(ptr byval({ptr, float, half, double, <2 x double>}) align 16 %args) {
  %out = load ptr, ptr %args
  %at.f = getelementptr i8, ptr %args, i64 8
  %f = load float, ptr %at.f
  %at.h = getelementptr i8, ptr %args, i64 12
  %h = load half, ptr %at.h
  %at.d = getelementptr i8, ptr %args, i64 16
  %d = load double, ptr %at.d
  %at.v = getelementptr i8, ptr %args, i64 32
  %v = load <2 x double>, ptr %at.v

; CHECK: [[M:%.*]] = call float @__weft_math_frexp_f32(float {{.*}}, ptr {{.*}}[[AT:%.*]])
; CHECK: [[E:%.*]] = load i32, ptr [[AT]]
; CHECK: call void @store.float(float [[M]], i32 [[E]])
  %parts = call { float, i32 } @llvm.frexp.f32.i32(float %f)
  %mantissa = extractvalue { float, i32 } %parts, 0
  %exponent = extractvalue { float, i32 } %parts, 1
  call void @store.float(float %mantissa, i32 %exponent)

; CHECK: [[WIDE:%.*]] = fpext half {{.*}} to float
; CHECK: [[M:%.*]] = call float @__weft_math_frexp_f32(float [[WIDE]], ptr {{.*}}%{{.*}})
; CHECK: fptrunc float [[M]] to half
  %parts.h = call { half, i32 } @llvm.frexp.f16.i32(half %h)
  %mantissa.h = extractvalue { half, i32 } %parts.h, 0
  call void @store.half(half %mantissa.h)

; CHECK-COUNT-2: call double @__weft_math_modf_f64(
; CHECK: call void @store.vectors(<2 x double> {{.*}}, <2 x double> {{.*}})
  %split = call { <2 x double>, <2 x double> } @llvm.modf.v2f64(<2 x double> %v)
  %fraction = extractvalue { <2 x double>, <2 x double> } %split, 0
  %whole = extractvalue { <2 x double>, <2 x double> } %split, 1
  call void @store.vectors(<2 x double> %fraction, <2 x double> %whole)

; CHECK: call void @__weft_math_sincos_f64(double {{.*}}, ptr {{.*}}[[SINE:%.*]], ptr {{.*}}[[COSINE:%.*]])
; CHECK-DAG: [[S:%.*]] = load double, ptr [[SINE]]
; CHECK-DAG: [[C:%.*]] = load double, ptr [[COSINE]]
; CHECK: call void @store.doubles(double [[S]], double [[C]])
  %both = call { double, double } @llvm.sincos.f64(double %d)
  %sine = extractvalue { double, double } %both, 0
  %cosine = extractvalue { double, double } %both, 1
  call void @store.doubles(double %sine, double %cosine)

; CHECK-DAG: [[S:%.*]] = call float @__weft_math_sinpi_f32(
; CHECK-DAG: [[C:%.*]] = call float @__weft_math_cospi_f32(
; CHECK: call void @store.floats(float [[S]], float [[C]])
  %pi = call { float, float } @llvm.sincospi.f32(float %f)
  %sine.pi = extractvalue { float, float } %pi, 0
  %cosine.pi = extractvalue { float, float } %pi, 1
  call void @store.floats(float %sine.pi, float %cosine.pi)
  ret void
}
declare void @store.float(float, i32)
declare void @store.half(half)
declare void @store.vectors(<2 x double>, <2 x double>)
declare void @store.doubles(double, double)
declare void @store.floats(float, float)

; libdevice's scaling by powers of two keeps its name and becomes vscalef, whole registers at a time.
; RUN: %weft-pass %s --passes=keep-scaling | FileCheck %s --check-prefix=KEPT
; RUN: %weft-pass %s --passes=keep-scaling,scaling | FileCheck %s

; KEPT: declare {{.*}}float @weft.lanewise.scale.f32(float, float)
; KEPT: call float @weft.lanewise.scale.f32(float %x, float %n)

define linkonce_odr float @__weft_scale_f32(float %x, float %n) {
  %bad = fmul float %x, %n
  ret float %bad
}
declare <32 x float> @weft.lanewise.scale.f32.v32(<32 x float>, <32 x float>)
declare <4 x double> @weft.lanewise.scale.f64.v4(<4 x double>, <4 x double>)
declare <2 x float> @weft.lanewise.scale.f32.v2(<2 x float>, <2 x float>)

; CHECK-NOT: weft.lanewise
; CHECK: call <4 x float> @llvm.x86.avx512.mask.scalef.ps.128(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(
; CHECK: [[PART:%.*]] = call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(
; CHECK: shufflevector <16 x float> [[PART]], <16 x float> poison, <16 x i32> <i32 0, {{.*}}, i32 14, i32 15>
; CHECK: call <4 x double> @llvm.x86.avx512.mask.scalef.pd.256({{.*}}, <4 x double> poison, i8 -1)
; CHECK: call <4 x float> @llvm.x86.avx512.mask.scalef.ps.128(
; CHECK-NOT: weft.lanewise
define void @kernel(ptr %args) {
  %x = load float, ptr %args
  %n = load float, ptr %args
  %one = call float @__weft_scale_f32(float %x, float %n)
  store float %one, ptr %args
  %v = load <32 x float>, ptr %args
  %many = call <32 x float> @weft.lanewise.scale.f32.v32(<32 x float> %v, <32 x float> %v)
  store <32 x float> %many, ptr %args
  %e = load <4 x double>, ptr %args
  %four = call <4 x double> @weft.lanewise.scale.f64.v4(<4 x double> %e, <4 x double> %e)
  store <4 x double> %four, ptr %args
  %w = load <2 x float>, ptr %args
  %two = call <2 x float> @weft.lanewise.scale.f32.v2(<2 x float> %w, <2 x float> %w)
  store <2 x float> %two, ptr %args
  ret void
}

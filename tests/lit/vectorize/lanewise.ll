; A lanewise function becomes its vector form; with the same arguments for all lanes it stays scalar.
; RUN: %weft-opt --width=4 %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@kernel.v4(
; CHECK: call float @weft.lanewise.scale.f32(float %s, float %s)
; CHECK: call <4 x float> @weft.lanewise.scale.f32.v4(<4 x float> {{.*}}, <4 x float> {{.*}})
declare float @weft.lanewise.scale.f32(float, float) memory(none) nounwind willreturn

define void @kernel(ptr %p, float %s, i64 "weft-varying" %id) {
  %at = getelementptr inbounds float, ptr %p, i64 %id
  %x = load float, ptr %at
  %same = call float @weft.lanewise.scale.f32(float %s, float %s)
  %y = call float @weft.lanewise.scale.f32(float %x, float %same)
  store float %y, ptr %at
  ret void
}

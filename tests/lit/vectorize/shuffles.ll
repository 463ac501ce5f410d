; Shuffles over a distance or by a pattern that is known are one permutation of the lanes.
; RUN: %weft-opt %s --width=8 | FileCheck %s

declare i32 @__weft_sub_group_local_id()
declare float @__weft_sub_group_shuffle_f32(float, i32) convergent

; CHECK-LABEL: @before.v8(
; CHECK: load <8 x float>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 6, i32 7, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
; CHECK-NOT: extractelement
define void @before(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %lane = call i32 @__weft_sub_group_local_id()
  %from = sub i32 %lane, 2
  %s = call float @__weft_sub_group_shuffle_f32(float %v, i32 %from) convergent
  store float %s, ptr %p
  ret void
}

; CHECK-LABEL: @partner.v8(
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK-NOT: extractelement
define void @partner(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %lane = call i32 @__weft_sub_group_local_id()
  %from = xor i32 %lane, 1
  %s = call float @__weft_sub_group_shuffle_f32(float %v, i32 %from) convergent
  store float %s, ptr %p
  ret void
}

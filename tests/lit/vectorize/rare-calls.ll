; A scalar function behind an unlikely branch is called for the lanes that need it, one by one; without such a lane the
; price is one test.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @reduced.v4(
; CHECK: %[[LARGE:.*]] = fcmp ogt <4 x float>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %rare
; CHECK: %[[LEFT:.*]] = phi i64
; CHECK: call i64 @llvm.cttz.i64(i64 %[[LEFT]], i1 true)
; CHECK: call float @__weft_rare_sin_f32(float
; CHECK-NOT: call float @__weft_rare_sin_f32
declare float @__weft_rare_sin_f32(float) memory(none) nounwind
define void @reduced(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %large = fcmp ogt float %v, 1.0e5
  br i1 %large, label %rare, label %join
rare:
  %exact = call float @__weft_rare_sin_f32(float %v)
  br label %join
join:
  %r = phi float [%v, %entry], [%exact, %rare]
  store float %r, ptr %p
  ret void
}

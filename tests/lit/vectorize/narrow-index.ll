; Index arithmetic in 32 bits stays linear through an extension only where it cannot wrap.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @proven.v4(
; CHECK: load <4 x float>
define void @proven(ptr %x, i32 %offset, i64 range(i64 0, 1000) "weft-varying" %id) {
  %n = trunc i64 %id to i32
  %i = add nsw i32 %n, %offset
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %w
  %v = load float, ptr %p
  %q = getelementptr float, ptr %x, i64 %id
  store float %v, ptr %q
  ret void
}

; CHECK-LABEL: @may_wrap.v4(
; CHECK: zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: gather
define void @may_wrap(ptr %x, i32 %offset, i64 range(i64 0, 1000) "weft-varying" %id) {
  %n = trunc i64 %id to i32
  %i = add i32 %n, %offset
  %w = zext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %w
  %v = load float, ptr %p
  %q = getelementptr float, ptr %x, i64 %id
  store float %v, ptr %q
  ret void
}

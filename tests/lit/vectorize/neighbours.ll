; Indices that go up by one from lane to lane but at an edge: a vector where they are neighbours, else one by one.
; RUN: %weft-opt %s --width=8 | FileCheck %s

; CHECK-LABEL: @clamped.v8(
; CHECK: together:
; CHECK-NEXT: load <8 x float>
; CHECK: apart:
; CHECK: call <8 x float> @llvm.masked.gather
define void @clamped(ptr %x, ptr %out, i64 %row, i64 "weft-varying" %id) {
  %next = add i64 %id, 1
  %inside = call i64 @llvm.smin.i64(i64 %next, i64 511)
  %i = add i64 %row, %inside
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %out, i64 %id
  store float %v, ptr %q
  ret void
}

; Rows of a power of two: the row's number is put in front of the column's.
; CHECK-LABEL: @wrapped.v8(
; CHECK: together:
; CHECK-NEXT: load <8 x float>
; CHECK: apart:
define void @wrapped(ptr %x, ptr %out, i32 %y, i32 "weft-varying" %id) {
  %next = add i32 %id, 1
  %column = and i32 %next, 511
  %row = shl i32 %y, 9
  %i = or disjoint i32 %row, %column
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %wide
  %v = load float, ptr %p
  %out_i = zext i32 %id to i64
  %q = getelementptr float, ptr %out, i64 %out_i
  store float %v, ptr %q
  ret void
}

; CHECK-LABEL: @mixed_bits.v8(
; CHECK-NOT: together:
; CHECK: ret void
define void @mixed_bits(ptr %x, ptr %out, i64 %bits, i64 "weft-varying" %id) {
  %column = and i64 %id, 511
  %i = or i64 %bits, %column
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %out, i64 %id
  store float %v, ptr %q
  ret void
}

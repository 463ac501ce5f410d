; Elements that lie a whole number of elements apart are loaded with what is between them; others one by one.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @apart.v4(
; CHECK-NOT: gather
; CHECK: shufflevector
; CHECK: store <4 x i32>
; CHECK-LABEL: @askew.v4(
; CHECK: call <4 x i32> @llvm.masked.gather
define void @apart(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %byte = mul nuw nsw i64 %id, 8
  %p = getelementptr inbounds i8, ptr %x, i64 %byte
  %v = load i32, ptr %p, align 4
  %q = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %v, ptr %q
  ret void
}

define void @askew(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %byte = mul nuw nsw i64 %id, 10
  %p = getelementptr inbounds i8, ptr %x, i64 %byte
  %v = load i32, ptr %p, align 2
  %q = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %v, ptr %q
  ret void
}

; Strides are numbers of 64 bits: wider integers have none.
; CHECK-LABEL: @wide.v4(
; CHECK: shl nuw nsw <4 x i128> %{{.*}}, splat (i128 70)
; CHECK: store <4 x i64>
define void @wide(ptr %out, i64 range(i64 0, 1000) "weft-varying" %id) {
  %w = zext nneg i64 %id to i128
  %s = shl nuw nsw i128 %w, 70
  %h = lshr i128 %s, 64
  %t = trunc nuw i128 %h to i64
  %q = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %t, ptr %q
  ret void
}

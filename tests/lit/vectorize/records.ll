; Neighbouring fields are read as short vectors and transposed; records that adjoin, as whole vectors.
; RUN: %weft-opt %s --width=8 | FileCheck %s
; RUN: %weft-opt %s --width=8 --no-transposes --scalar-loads | FileCheck %s --check-prefix=SCALAR

; CHECK-LABEL: @points.v8(
; CHECK-COUNT-8: load <4 x float>
; CHECK-NOT: gather
; CHECK: store <8 x float>
; SCALAR-LABEL: @points.v8(
; SCALAR-COUNT-32: load float
define void @points(ptr %x, ptr %out, i64 %stride, i64 "weft-varying" %id) {
  %row = mul i64 %id, %stride
  %p = getelementptr float, ptr %x, i64 %row
  %p1 = getelementptr i8, ptr %p, i64 4
  %p2 = getelementptr i8, ptr %p, i64 8
  %p3 = getelementptr i8, ptr %p, i64 12
  %a = load float, ptr %p
  %b = load float, ptr %p1
  %c = load float, ptr %p2
  %d = load float, ptr %p3
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %s = fmul float %ab, %cd
  %q = getelementptr float, ptr %out, i64 %id
  store float %s, ptr %q
  ret void
}

; CHECK-LABEL: @complex.v8(
; CHECK-COUNT-2: load <8 x float>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9
; CHECK-COUNT-2: store <8 x float>
; CHECK-NOT: scatter
define void @complex(ptr %x, i64 "weft-varying" %id) {
  %o = mul nuw nsw i64 %id, 8
  %p = getelementptr i8, ptr %x, i64 %o
  %p1 = getelementptr i8, ptr %p, i64 4
  %re = load float, ptr %p
  %im = load float, ptr %p1
  %n = fneg float %im
  store float %re, ptr %p
  store float %n, ptr %p1
  ret void
}

; The same where the second field's place is computed from the first's index.
; CHECK-LABEL: @fields_by_index.v8(
; CHECK-COUNT-2: load <8 x float>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9
; CHECK-COUNT-2: store <8 x float>
; CHECK-NOT: scatter
define void @fields_by_index(ptr %x, i64 range(i64 0, 1000) "weft-varying" %id) {
  %first = shl nuw nsw i64 %id, 1
  %second = or disjoint i64 %first, 1
  %p = getelementptr float, ptr %x, i64 %first
  %q = getelementptr float, ptr %x, i64 %second
  %re = load float, ptr %p
  %im = load float, ptr %q
  %m = fneg float %re
  %n = fneg float %im
  store float %m, ptr %p
  store float %n, ptr %q
  ret void
}

; An index of 32 bits may wrap before it is extended: these need not be neighbours.
; CHECK-LABEL: @fields_by_short_index.v8(
; CHECK-COUNT-2: call void @llvm.masked.scatter
define void @fields_by_short_index(ptr %x, i32 "weft-varying" %id) {
  %first = shl i32 %id, 1
  %second = add i32 %first, 1
  %a = sext i32 %first to i64
  %b = sext i32 %second to i64
  %p = getelementptr float, ptr %x, i64 %a
  %q = getelementptr float, ptr %x, i64 %b
  store float 1.0, ptr %p
  store float 2.0, ptr %q
  ret void
}

; What is written twice stays so.
; CHECK-LABEL: @twice.v8(
; CHECK-COUNT-2: call void @llvm.masked.store.v8f32.p0(<8 x float> <float 1.0
; CHECK-COUNT-2: store <8 x float>
; CHECK: ret void
define void @twice(ptr %x, ptr %in, i64 "weft-varying" %id) {
  %from = getelementptr float, ptr %in, i64 %id
  %v = load float, ptr %from
  %o = mul nuw nsw i64 %id, 8
  %p = getelementptr i8, ptr %x, i64 %o
  %p1 = getelementptr i8, ptr %p, i64 4
  %w = fneg float %v
  store float 1.0, ptr %p
  store float %v, ptr %p
  store float %w, ptr %p1
  ret void
}

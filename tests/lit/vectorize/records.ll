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

; Lanes that take no part divide by one; 32-bit integers divide as doubles, which is exact, and
; by what all lanes share as products.
; RUN: %weft-opt %s --width=4 --masked | FileCheck %s

; CHECK-LABEL: @narrow.v4m(
; CHECK: select <4 x i1> %active, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: sitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: fdiv <4 x double>
; CHECK: fptosi <4 x double> %{{.*}} to <4 x i32>
define void @narrow(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %q = getelementptr i32, ptr %y, i64 %id
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %d = sdiv i32 %a, %b
  store i32 %d, ptr %p
  ret void
}

; CHECK-LABEL: @wide.v4m(
; CHECK: select <4 x i1> %active, <4 x i64>
; CHECK: sdiv <4 x i64>
define void @wide(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr i64, ptr %x, i64 %id
  %q = getelementptr i64, ptr %y, i64 %id
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %d = sdiv i64 %a, %b
  store i64 %d, ptr %p
  ret void
}

; The id is known to be small, and n the same for all.
; CHECK-LABEL: @index.v4m(
; CHECK-DAG: %[[REAL:.*]] = uitofp <4 x i64> %{{.*}} to <4 x double>
; CHECK-DAG: fadd <4 x double> %[[REAL]], splat (double 5.000000e-01)
; CHECK-DAG: fdiv double 1.000000e+00,
; CHECK: fmul <4 x double>
; CHECK-NOT: udiv
; CHECK-LABEL: define
define void @index(ptr %x, i64 %n, i64 range(i64 0, 2147483648) "weft-varying" %id) {
  %row = udiv i64 %id, %n
  %p = getelementptr i64, ptr %x, i64 %id
  store i64 %row, ptr %p
  ret void
}

; CHECK-LABEL: @signs.v4m(
; CHECK: %[[A:.*]] = sitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: %[[HALF:.*]] = call <4 x double> @llvm.copysign.v4f64(<4 x double> splat (double 5.000000e-01), <4 x double> %[[A]])
; CHECK: fadd <4 x double> %[[A]], %[[HALF]]
; CHECK-NOT: sdiv
; CHECK-LABEL: define
define void @signs(ptr %x, i32 %n, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %a = load i32, ptr %p
  %d = sdiv i32 %a, %n
  store i32 %d, ptr %p
  ret void
}

; Numbers of 52 bits have no half.
; CHECK-LABEL: @long.v4m(
; CHECK: fdiv <4 x double>
; CHECK-LABEL: define
define void @long(ptr %x, i64 %n, i64 range(i64 0, 4503599627370496) "weft-varying" %id) {
  %row = udiv i64 %id, %n
  %p = getelementptr i64, ptr %x, i64 %id
  store i64 %row, ptr %p
  ret void
}

; CHECK-LABEL: @short.v4m(
; CHECK: uitofp <4 x i16> %{{.*}} to <4 x float>
; CHECK: fdiv float 1.000000e+00,
; CHECK-NOT: double
define void @short(ptr %x, i16 %n, i64 "weft-varying" %id) {
  %p = getelementptr i16, ptr %x, i64 %id
  %a = load i16, ptr %p
  %d = urem i16 %a, %n
  store i16 %d, ptr %p
  ret void
}

; Volatile memory is read by each lane, though all read one place.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @watched.v4(
; CHECK: load volatile float
; CHECK: br i1
; CHECK: load <4 x float>, ptr %lanes
; CHECK: store <4 x float>
define void @watched(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %v = load volatile float, ptr %x
  %q = getelementptr float, ptr %out, i64 %id
  store float %v, ptr %q
  ret void
}

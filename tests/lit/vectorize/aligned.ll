; RUN: %weft-opt %s --width=16 --aligned | FileCheck %s
; RUN: %weft-opt %s --width=16 | FileCheck %s --check-prefix=ANY
; Of lanes that begin at a multiple of their count, rows are the same and columns follow on each other.

; CHECK-LABEL: define {{.*}}@row_and_column.v16(
; CHECK-NOT: gather
; CHECK: and i64 %id, 255
; CHECK: lshr i64 %id, 8
; CHECK: load <16 x float>
; CHECK: load float, ptr
; ANY-LABEL: define {{.*}}@row_and_column.v16(
; ANY: gather
define void @row_and_column(i64 "weft-varying" %id, ptr %columns, ptr %rows, ptr %out) {
  %column = and i64 %id, 255
  %row = lshr i64 %id, 8
  %a = getelementptr float, ptr %columns, i64 %column
  %x = load float, ptr %a
  %b = getelementptr float, ptr %rows, i64 %row
  %y = load float, ptr %b
  %sum = fadd float %x, %y
  %c = getelementptr float, ptr %out, i64 %id
  store float %sum, ptr %c
  ret void
}

; Columns of 24 do not hold whole vectors; shifted rows and columns do.
; CHECK-LABEL: define {{.*}}@odd_columns.v16(
; CHECK: gather
define void @odd_columns(i64 "weft-varying" %id, ptr %columns, ptr %out) {
  %column = urem i64 %id, 24
  %a = getelementptr float, ptr %columns, i64 %column
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@stretches.v16(
; CHECK-NOT: gather
; CHECK: load <16 x float>
; CHECK: ret void
define void @stretches(i64 "weft-varying" %id, ptr %in, ptr %out) {
  %wide = shl nuw nsw i64 %id, 8
  %stretch = and i64 %wide, -65536
  %column = and i64 %id, 255
  %index = or disjoint i64 %stretch, %column
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; A bound that no vector lies across is found alike by all lanes.
; CHECK-LABEL: define {{.*}}@bounded.v16(
; CHECK: icmp ult i64 %id, 64
; CHECK: br i1
; CHECK-NOT: masked
; CHECK: ret void
define void @bounded(i64 "weft-varying" %id, ptr %out) {
  %inside = icmp ult i64 %id, 64
  br i1 %inside, label %in, label %out.of
in:
  %c = getelementptr float, ptr %out, i64 %id
  store float 1.0, ptr %c
  br label %out.of
out.of:
  ret void
}

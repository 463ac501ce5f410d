; RUN: %weft-opt %s --width=16 --aligned | FileCheck %s
; Lanes that begin at a multiple of their count are told apart by some bits alone, which signs, carries, quotients and cuts may spread.

; CHECK-LABEL: define {{.*}}@sign_of_lanes.v16(
; CHECK: gather
define void @sign_of_lanes(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %narrow = trunc i64 %id to i4
  %index = sext i4 %narrow to i64
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@sign_shifted_in.v16(
; CHECK: gather
; CHECK: ret void
define void @sign_shifted_in(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %far = shl i64 %id, 4
  %narrow = trunc i64 %far to i8
  %back = ashr i8 %narrow, 4
  %index = sext i8 %back to i64
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@carry_from_below.v16(
; CHECK: gather
; CHECK: ret void
define void @carry_from_below(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %far = shl i64 %id, 4
  %low = and i64 %n, 15
  %both = or disjoint i64 %far, %low
  %next = add i64 %both, 1
  %index = lshr i64 %next, 8
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@no_carry.v16(
; CHECK-NOT: gather
; CHECK: load float, ptr
; CHECK: ret void
define void @no_carry(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %far = shl i64 %id, 4
  %low = and i64 %n, 15
  %both = or disjoint i64 %far, %low
  %next = add i64 %both, 256
  %index = lshr i64 %next, 8
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@cut_in_two.v16(
; CHECK: gather
; CHECK: ret void
define void @cut_in_two(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %far = shl i64 %id, 4
  %narrow = trunc i64 %far to i6
  %index = zext i6 %narrow to i64
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@quotient_of_far_lanes.v16(
; CHECK: gather
; CHECK: ret void
define void @quotient_of_far_lanes(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %far = shl i64 %id, 4
  %index = udiv i64 %far, 3
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; CHECK-LABEL: define {{.*}}@counted_down.v16(
; CHECK: shufflevector {{.*}}<i32 15, i32 14,
; CHECK: ret void
define void @counted_down(i64 "weft-varying" %id, ptr %in, ptr %out, i64 %n) {
  %index = sub i64 256, %id
  %a = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %a
  %c = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %c
  ret void
}

; The lane at the bound itself is beside the others.
; CHECK-LABEL: define {{.*}}@beyond.v16(
; CHECK: masked.store
; CHECK: ret void
; CHECK-LABEL: define {{.*}}@beyond_all.v16(
; CHECK-NOT: masked.store
; CHECK: ret void
define void @beyond(i64 "weft-varying" %id, ptr %out) {
  %inside = icmp ugt i64 %id, 64
  br i1 %inside, label %in, label %out.of
in:
  %c = getelementptr float, ptr %out, i64 %id
  store float 1.0, ptr %c
  br label %out.of
out.of:
  ret void
}
define void @beyond_all(i64 "weft-varying" %id, ptr %out) {
  %inside = icmp ugt i64 %id, 63
  br i1 %inside, label %in, label %out.of
in:
  %c = getelementptr float, ptr %out, i64 %id
  store float 1.0, ptr %c
  br label %out.of
out.of:
  ret void
}

; A block behind a branch that the program calls unlikely is jumped over when no lane needs it, however cheap it is. The
; same block behind any other branch runs under its mask without a test.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @lifted.v4(
; CHECK: %[[SMALL:.*]] = fcmp olt <4 x float>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %rare
define void @lifted(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %small = fcmp olt float %v, 0x39F0000000000000
  br i1 %small, label %rare, label %join, !prof !0
rare:
  %a = fmul float %v, 0x4330000000000000
  %b = fadd float %a, %v
  %c = fmul float %b, %a
  %d = fadd float %c, 1.0
  br label %join
join:
  %r = phi float [%v, %entry], [%d, %rare]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @chosen.v4(
; CHECK-NOT: icmp ne i4
; CHECK: ret void
define void @chosen(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %small = fcmp olt float %v, 0x39F0000000000000
  br i1 %small, label %either, label %join
either:
  %a = fmul float %v, 0x4330000000000000
  %b = fadd float %a, %v
  %c = fmul float %b, %a
  %d = fadd float %c, 1.0
  br label %join
join:
  %r = phi float [%v, %entry], [%d, %either]
  store float %r, ptr %p
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}

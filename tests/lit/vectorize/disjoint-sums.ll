; x | 2 is a sum where bit 1 of x is clear, which the lanes that are there have tested. The first lane may rest: its
; number is added to, too, as those of the others follow from it.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @tested.v4(
; CHECK-NOT: or i32
; CHECK: add i32 %{{[0-9]+}}, 2
; CHECK-NOT: or i32
define void @tested(ptr %x, i32 %row, i32 range(i32 0, 1000) "weft-varying" %id) {
  %i = add i32 %row, %id
  %bits = and i32 %i, 3
  %here = icmp eq i32 %bits, 0
  br i1 %here, label %then, label %end

then:
  %next = or disjoint i32 %i, 2
  %from = getelementptr i32, ptr %x, i32 %next
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %x, i32 %i
  store i32 %v, ptr %to
  br label %end

end:
  ret void
}

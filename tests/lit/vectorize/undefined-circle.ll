; A value that is nothing but itself or undefined holds up nothing that also depends on lanes.
; RUN: %weft-opt %s --width=8 | FileCheck %s

; CHECK-LABEL: @circle.v8(
; CHECK: or disjoint <8 x i32>
define void @circle(ptr %out, i64 "weft-varying" %id) {
entry:
  %lane = trunc i64 %id to i8
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %nothing = phi i24 [ undef, %entry ], [ %same, %loop ]
  %low = phi i8 [ %lane, %entry ], [ %low.next, %loop ]
  %wide = zext i24 %nothing to i32
  %high = shl nuw i32 %wide, 8
  %part = zext i8 %low to i32
  %whole = or disjoint i32 %high, %part
  %shifted = lshr i32 %whole, 8
  %same = trunc i32 %shifted to i24
  %low.next = trunc i32 %whole to i8
  %next = add i32 %i, 1
  %goes.on = icmp ult i32 %next, 5
  br i1 %goes.on, label %loop, label %done

done:
  %p = getelementptr i32, ptr %out, i64 %id
  store i32 %whole, ptr %p
  ret void
}

; Which 32-bit indices behind a boundary test are computed in front of it: sums, multiples and disjoint joins of the item's id,
; of nothing that could trap there, and without claims that hold behind the test only. A region with a call that all have to
; come to is not copied.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s --check-prefix=SUM
; RUN: sed -e 's/%%i = add nuw nsw/%%i = or disjoint/' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=JOINED
; RUN: sed -e 's/%%i = add nuw nsw/%%i = or/' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=APART
; RUN: sed -e 's/%%i = add nuw nsw/%%i = xor/' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=APART
; RUN: sed -e 's/%%row = shl nuw nsw/%%row = udiv/' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=TRAP
; RUN: sed -e 's/%%row = shl nuw nsw/%%row = srem/' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=TRAP
; RUN: sed -e 's/;MEET//' %s | %weft-pass --passes=ids,captures,guards | FileCheck %s --check-prefix=WHOLE

; SUM: call i1 @weft.lanes.all(
; SUM: shl i32
; SUM: [[INDEX:%.*]] = add i32
; SUM: call i1 @weft.lanes.steady.u32(i32 [[INDEX]])
; SUM: {{^}}body.all:
; SUM: call i64 @weft.lanes.extend(

; JOINED: [[INDEX:%.*]] = or i32
; JOINED: call i1 @weft.lanes.steady.u32(i32 [[INDEX]])

; APART: call i1 @weft.lanes.all(
; APART-NOT: weft.lanes.steady

; TRAP: call i1 @weft.lanes.all(
; TRAP-NOT: {{udiv|srem}}
; TRAP: br i1

; WHOLE-NOT: weft.lanes.all
declare i64 @__weft_global_id(i32)
declare void @__weft_barrier(i32) convergent

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  %x = trunc i64 %id to i32
  %inside = icmp ult i32 %x, %n
  br i1 %inside, label %body, label %exit
body:
  ;MEET call void @__weft_barrier(i32 1) convergent
  %row = shl nuw nsw i32 %n, 4
  %i = add nuw nsw i32 %x, %row
  %wide = zext i32 %i to i64
  %q = getelementptr float, ptr %p, i64 %wide
  store float 1.0, ptr %q
  br label %exit
exit:
  ret void
}

; A flag that a loop asks about as well: the way leads through the loop's head, whose values are the last ones there.
; RUN: %weft-pass %s --local=64 --passes=ids,noted-returns,simplifycfg,instcombine | FileCheck %s
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: define void @kernel(
; CHECK: br i1 %mine, label %[[ALONE:.*]], label %meet
; CHECK: meet:
; CHECK-NEXT: call void @__weft_barrier
; CHECK: after:
; CHECK-NEXT: store i64 %i,
; CHECK: call void @__weft_barrier
; CHECK: [[ALONE]]:
; CHECK-NEXT: store i64 %i,
; CHECK-NEXT: br label %common.ret
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  br label %turns
turns:
  %i = phi i64 [ 0, %0 ], [ %next, %again ]
  %done = phi i1 [ false, %0 ], [ %noted, %again ]
  %more = icmp ult i64 %i, 8
  %open = xor i1 %done, true
  %goes = and i1 %more, %open
  br i1 %goes, label %turn, label %after
turn:
  %mine = icmp eq i64 %i, %l
  br i1 %mine, label %again, label %meet
meet:
  call void @__weft_barrier(i32 2)
  %following = add i64 %i, 1
  br label %again
again:
  %next = phi i64 [ %i, %turn ], [ %following, %meet ]
  %noted = phi i1 [ true, %turn ], [ false, %meet ]
  br label %turns
after:
  store i64 %i, ptr %q
  br i1 %done, label %out, label %stay
stay:
  call void @__weft_barrier(i32 2)
  br label %out
out:
  ret void
}

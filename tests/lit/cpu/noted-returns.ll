; Work-items that note that they are to return, and come to the place where that is asked with nobody meeting on the way,
; go on to the end from where they noted it.
; RUN: %weft-pass %s --local=64 --passes=ids,noted-returns,simplifycfg | FileCheck %s
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: define void @kernel(
; CHECK: br i1 %more, label %turn, label %after
; CHECK: br i1 %mine, label %leave, label %meet
; CHECK: leave:
; CHECK-NEXT: store i64 7,
; CHECK-NEXT: store i64 1,
; CHECK-NEXT: br label %common.ret
; CHECK: after:
; CHECK-NEXT: store i64 1,
; CHECK-NEXT: call void @__weft_barrier
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  br label %turns
turns:
  %i = phi i64 [ 0, %0 ], [ %next, %meet ]
  %more = icmp ult i64 %i, 8
  br i1 %more, label %turn, label %after
turn:
  %mine = icmp eq i64 %i, %l
  br i1 %mine, label %leave, label %meet
leave:
  store i64 7, ptr %q
  br label %after
meet:
  call void @__weft_barrier(i32 2)
  %next = add i64 %i, 1
  br label %turns
after:
  %stays = phi i1 [ true, %turns ], [ false, %leave ]
  store i64 1, ptr %q
  br i1 %stays, label %stay, label %out
stay:
  call void @__weft_barrier(i32 2)
  br label %out
out:
  ret void
}

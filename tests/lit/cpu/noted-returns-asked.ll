; A branch on two conditions does not say which one held: those of the second, which return later, are asked first.
; RUN: %weft-pass %s --local=64 --passes=ids,noted-returns,simplifycfg | FileCheck %s
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: define void @kernel(
; CHECK: %ends = or i1 %last, %mine
; CHECK-NEXT: %[[OTHERS:.*]] = xor i1 %last, true
; CHECK-NEXT: %[[LEAVES:.*]] = select i1 %ends, i1 %[[OTHERS]], i1 false
; CHECK-NEXT: br i1 %[[LEAVES]], label %[[ALONE:.*]], label %[[REST:.*]]
; CHECK: [[REST]]:
; CHECK-NEXT: br i1 %ends, label %after, label %meet
; CHECK: after:
; CHECK-NEXT: store i64 1,
; CHECK: call void @__weft_barrier
; CHECK: [[ALONE]]:
; CHECK-NEXT: store i64 1,
; CHECK-NEXT: br label %common.ret
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  br label %turns
turns:
  %i = phi i64 [ 0, %0 ], [ %next, %meet ]
  %last = icmp ugt i64 %i, 7
  %mine = icmp eq i64 %i, %l
  %ends = or i1 %last, %mine
  br i1 %ends, label %after, label %meet
meet:
  call void @__weft_barrier(i32 2)
  %next = add i64 %i, 1
  br label %turns
after:
  store i64 1, ptr %q
  br i1 %last, label %stay, label %out
stay:
  call void @__weft_barrier(i32 2)
  br label %out
out:
  ret void
}

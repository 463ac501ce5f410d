; RUN: %weft-ptx %s | FileCheck %s
; Small innermost loops that load have 32 loads under way where they run so often; the branch at their end goes back.
declare i64 @__weft_global_id(i32)

; CHECK: [[LOOP:\$L__BB0_[0-9]+]]:
; CHECK-COUNT-32: ld.global.b32
; CHECK-NOT: ld.global
; CHECK: @%p{{[0-9]+}} bra [[LOOP]];
; CHECK: [[RUNTIME:\$L__BB0_[0-9]+]]:
; CHECK-COUNT-4: ld.global.b32
; CHECK: @%p{{[0-9]+}} bra [[RUNTIME]];
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i32, ptr %n.at
  %id = call i64 @__weft_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %row = shl i64 %k, 12
  %at = add i64 %row, %id
  %element = getelementptr inbounds i32, ptr %from, i64 %at
  %value = load i32, ptr %element
  %sum.next = add i32 %sum, %value
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 4096
  br i1 %more, label %loop, label %second
second:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %runtime, label %end
runtime:
  %j = phi i32 [ 0, %second ], [ %j.next, %runtime ]
  %total = phi i32 [ %sum.next, %second ], [ %total.next, %runtime ]
  %j.wide = zext nneg i32 %j to i64
  %j.element = getelementptr inbounds i32, ptr %out, i64 %j.wide
  %j.value = load i32, ptr %j.element
  %total.next = add i32 %total, %j.value
  %j.next = add nuw nsw i32 %j, 1
  %end.reached = icmp eq i32 %j.next, %n
  br i1 %end.reached, label %end, label %runtime
end:
  %result = phi i32 [ %sum.next, %second ], [ %total.next, %runtime ]
  %target = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %result, ptr %target
  ret void
}

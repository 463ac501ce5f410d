; RUN: %weft-ptx %s | FileCheck %s
; A loop that loads in its branches and is as long as an argument says has four iterations side by side, and a rest.
declare i64 @__weft_global_id(i32)

; CHECK-COUNT-5: rem.s32
; CHECK-NOT: rem.s32
define void @kernel(ptr byval([32 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %other.at = getelementptr i8, ptr %args, i64 8
  %other = load ptr, ptr %other.at
  %out.at = getelementptr i8, ptr %args, i64 16
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 24
  %n = load i32, ptr %n.at
  %m.at = getelementptr i8, ptr %args, i64 28
  %m = load i32, ptr %m.at
  %id = call i64 @__weft_global_id(i32 0)
  %first = trunc i64 %id to i32
  %at.flag = getelementptr inbounds i32, ptr %other, i64 %id
  %flag = load i32, ptr %at.flag
  %chosen = icmp eq i32 %flag, 0
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  br i1 %chosen, label %then, label %else
then:
  %row = add i32 %k, %first
  %in = srem i32 %row, %m
  %in.row = mul i32 %in, %n
  %in.at = add i32 %in.row, %first
  %in.wide = sext i32 %in.at to i64
  %at = getelementptr inbounds i32, ptr %from, i64 %in.wide
  %x = load i32, ptr %at
  br label %latch
else:
  %y = load i32, ptr %at.flag
  br label %latch
latch:
  %value = phi i32 [ %x, %then ], [ %y, %else ]
  %out.row = mul i32 %k, %n
  %to = add i32 %out.row, %first
  %to.wide = sext i32 %to to i64
  %at.to = getelementptr inbounds i32, ptr %out, i64 %to.wide
  store i32 %value, ptr %at.to
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

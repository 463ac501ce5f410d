; RUN: %weft-ptx %s | FileCheck %s
; The remainder of a counter is computed in the counter's 32 bits, from the counter that is there.

; CHECK-LABEL: .entry kernel
; CHECK-NOT: mul.hi.u64
; CHECK-NOT: rem.u64
; CHECK: ret
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %n.at
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %i.wide = sext i32 %i to i64
  %more = icmp slt i64 %i.wide, %n
  br i1 %more, label %loop, label %done
loop:
  %third = srem i32 %i, 3
  %third.wide = sext i32 %third to i64
  %sum.next = add nsw i64 %sum, %third.wide
  %i.next = add nsw i32 %i, 1
  br label %head
done:
  store i64 %sum, ptr %p
  ret void
}

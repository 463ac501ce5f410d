; RUN: %weft-ptx %s | FileCheck %s
; A short loop that loads where one condition holds is unrolled in full, also where no smaller number of copies divides.
declare i64 @__weft_global_id(i32)

; CHECK-COUNT-31: ld.global
; CHECK-NOT: ld.global
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %id = call i64 @__weft_global_id(i32 0)
  %word = trunc i64 %id to i32
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %bits = phi i32 [ %word, %entry ], [ %bits.next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %latch ]
  %bit = and i32 %bits, 1
  %set = icmp ne i32 %bit, 0
  br i1 %set, label %then, label %latch
then:
  %at = getelementptr inbounds i32, ptr %from, i64 %k
  %x = load i32, ptr %at
  %with = xor i32 %sum, %x
  br label %latch
latch:
  %sum.next = phi i32 [ %sum, %loop ], [ %with, %then ]
  %bits.next = lshr i32 %bits, 1
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 31
  br i1 %more, label %loop, label %end
end:
  %out.to = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %sum.next, ptr %out.to
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; A loop that loads in its branches has several iterations side by side: eight where their number is known and divides.
declare i64 @__weft_global_id(i32)

; CHECK: [[LOOP:\$L__BB0_[0-9]+]]:
; CHECK-COUNT-8: div.approx
; CHECK-NOT: div.approx
; CHECK: bra [[LOOP]];
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %id = call i64 @__weft_global_id(i32 0)
  %a = uitofp i64 %id to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %crossings = phi i32 [ 0, %entry ], [ %crossings.next, %latch ]
  %at = getelementptr inbounds float, ptr %from, i64 %k
  %x = load float, ptr %at
  %above = fcmp ogt float %x, %a
  br i1 %above, label %test, label %latch
test:
  %at.y = getelementptr inbounds float, ptr %at, i64 600
  %y = load float, ptr %at.y
  %slope = fdiv afn float %y, %x
  %crosses = fcmp olt float %slope, %a
  br i1 %crosses, label %crossed, label %latch
crossed:
  %odd = xor i32 %crossings, 1
  br label %latch
latch:
  %crossings.next = phi i32 [ %crossings, %loop ], [ %crossings, %test ], [ %odd, %crossed ]
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 600
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %crossings.next, ptr %to
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; A loop by the size of the grid that loads under a condition has four loads under way, though its number of iterations takes a division;
; the fifth is for the rest.
declare i64 @__weft_global_id(i32)
declare i64 @__weft_global_range(i32)

; CHECK-COUNT-5: ld.global.b32
; CHECK-NOT: ld.global
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i32, ptr %n.at
  %flag.at = getelementptr i8, ptr %args, i64 20
  %flag = load i32, ptr %flag.at
  %id = call i64 @__weft_global_id(i32 0)
  %range = call i64 @__weft_global_range(i32 0)
  %first = trunc i64 %id to i32
  %stride = trunc i64 %range to i32
  %skips = icmp sgt i32 %first, %flag
  %any = icmp slt i32 %first, %n
  br i1 %any, label %loop, label %end
loop:
  %k = phi i32 [ %first, %entry ], [ %k.next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %latch ]
  br i1 %skips, label %latch, label %loads
loads:
  %wide = sext i32 %k to i64
  %at = getelementptr inbounds float, ptr %from, i64 %wide
  %value = load float, ptr %at
  br label %latch
latch:
  %term = phi float [ 0.0, %loop ], [ %value, %loads ]
  %sum.next = fadd float %sum, %term
  %k.next = add nuw nsw i32 %k, %stride
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  %result = phi float [ 0.0, %entry ], [ %sum.next, %latch ]
  %target = getelementptr inbounds float, ptr %out, i64 %id
  store float %result, ptr %target
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

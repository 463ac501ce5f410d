; A loop that all items end at one place gets a copy in front for the iterations that all lanes do; the loop itself goes
; on from there. Its guard needs no copy any more.
; RUN: %weft-pass %s --passes=ids,captures,loops,guards | FileCheck %s

; CHECK: %any = icmp ult i64 %item0, [[END:%.*]]
; CHECK-NEXT: [[ALL:%.*]] = call i1 @weft.lanes.all(i1 %any)
; CHECK-NEXT: br i1 [[ALL]], label %loop.preheader.all, label %guard
; CHECK: guard:
; CHECK-NEXT: br i1 %any, label %loop.preheader, label %end, !weft.rest
; CHECK: rest:
; CHECK-NEXT: br i1 %more.all, label %loop.preheader, label %end, !weft.rest
; CHECK: loop.preheader:
; CHECK-NEXT: phi i64 [ %item0, %guard ], [ %next.all, %rest ]
; CHECK: loop.all:
; CHECK: %more.all = icmp ult i64 %next.all, [[END]]
; CHECK-NEXT: [[MORE:%.*]] = call i1 @weft.lanes.all(i1 %more.all)
; CHECK-NEXT: br i1 [[MORE]], label %loop.all, label %rest
; CHECK-NOT: call i1 @weft.lanes.all
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  %any = icmp ult i64 %id, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [%id, %0], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  %next = add i64 %i, 256
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

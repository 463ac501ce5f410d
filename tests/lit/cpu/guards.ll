; A boundary test gets a second copy of its region for the case that all lanes pass, and is asked lane by lane only where
; not all do; an equality test does not.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s

; CHECK: [[IN:%.*]] = icmp ult i64 %item0
; CHECK: call i1 @weft.lanes.all(i1 [[IN]])
; CHECK: guard:
; CHECK-NEXT: icmp ult i64 %item0
; CHECK-NEXT: br i1
; CHECK: icmp eq i64 %item0, 0
; CHECK-NOT: weft.lanes.all
; CHECK: body.all:
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  %inside = icmp ult i64 %i, %n
  br i1 %inside, label %body, label %join
body:
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  br label %join
join:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %leader, label %exit
leader:
  store float 2.0, ptr %p
  br label %exit
exit:
  ret void
}

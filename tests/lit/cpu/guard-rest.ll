; A branch that only some of a vector's work-items take gets no copy for the case that all do.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s

; CHECK-NOT: weft.lanes.all
; CHECK: br i1 %inside, label %body, label %exit, !weft.rest
; CHECK-NOT: weft.lanes.all
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  %inside = icmp ult i64 %i, %n
  br i1 %inside, label %body, label %exit, !weft.rest !0
body:
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  br label %exit
exit:
  ret void
}
!0 = !{}

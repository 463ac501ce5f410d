; What says behind a grid-stride loop that it ran is not carried by it: the loop stays as it is.
; RUN: %weft-pass %s --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NOT: together
declare i64 @__weft_global_id(i32)
declare i64 @__weft_global_range(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  %all = call i64 @__weft_global_range(i32 0)
  %some = icmp ult i64 %id, %n
  br i1 %some, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i64 [%id, %before], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fmul float %x, 2.0
  store float %y, ptr %q
  %next = add i64 %i, %all
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %ran = phi float [0.0, %entry], [1.0, %loop]
  %own = getelementptr float, ptr %p, i64 %id
  store float %ran, ptr %own
  ret void
}

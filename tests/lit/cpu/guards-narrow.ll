; Behind a boundary test, unsigned 32-bit indices are 64-bit ones if no lane wraps; what a loop computes is left alone.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,guards | FileCheck %s

; CHECK: [[ALL:%.*]] = call i1 @weft.lanes.all(
; CHECK: [[INDEX:%.*]] = add i32
; CHECK: [[STEADY:%.*]] = call i1 @weft.lanes.steady.u32(i32 [[INDEX]])
; CHECK: [[BOTH:%.*]] = and i1 [[ALL]], [[STEADY]]
; CHECK-NOT: weft.lanes.steady
; CHECK: br i1 [[BOTH]], label %body.all
; CHECK-LABEL: {{^}}body:
; CHECK: zext i32
; CHECK: loop:
; CHECK-LABEL: {{^}}body.all:
; CHECK: call i64 @weft.lanes.extend(
; CHECK-LABEL: {{^}}loop.all:
; CHECK: zext i32
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %at
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %xi = trunc i64 %x to i32
  %yi = trunc i64 %y to i32
  %inside = icmp ult i32 %xi, %n
  br i1 %inside, label %body, label %exit
body:
  %row = mul i32 %yi, %n
  %i = add i32 %row, %xi
  %ix = zext i32 %i to i64
  %q = getelementptr float, ptr %p, i64 %ix
  store float 1.0, ptr %q
  br label %loop
loop:
  %k = phi i32 [0, %body], [%next, %loop]
  %ki = add i32 %k, %i
  %kx = zext i32 %ki to i64
  %qk = getelementptr float, ptr %p, i64 %kx
  store float 2.0, ptr %qk
  %next = add i32 %k, 7
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Where items may leave one by one, the first byte of a context says whether its items go on; pieces that follow do
; nothing for those that left.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,fission | FileCheck %s

; CHECK: ; context 64
; CHECK-LABEL: define internal i32 @kernel.piece(
; CHECK: br i1 %in, label %[[BODY:.*]], label %[[OUT:.*]]
; CHECK: [[BODY]]:
; CHECK: store i8 1, ptr %context
; CHECK-NEXT: ret i32 1
; CHECK: [[OUT]]:
; CHECK: store i8 0, ptr %context
; CHECK-NEXT: ret i32 0
; CHECK-LABEL: define internal i32 @kernel.piece1(
; CHECK: [[FLAG:%.*]] = load i8, ptr %context
; CHECK: [[HERE:%.*]] = icmp ne i8 [[FLAG]], 0
; CHECK: br i1 [[HERE]], label %after.barrier, label %left
; CHECK: left:
; CHECK-NEXT: ret i32 0
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %in = icmp ult i64 %l, 40
  br i1 %in, label %body, label %out
body:
  call void @__weft_barrier(i32 2)
  store i64 %l, ptr %p
  br label %out
out:
  ret void
}

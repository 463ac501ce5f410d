; Items that return ahead of a barrier become masked lanes, and the others meet without them. What they do before they
; leave comes first, so that the others see it behind the barrier.
; RUN: %weft-opt %s --width=4 | FileCheck %s
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: @early.v4(
; CHECK: [[IN:%.*]] = icmp ult <4 x i64>
; CHECK: store i32 7, ptr %x
; CHECK: bitcast <4 x i1> [[IN]] to i4
; CHECK: br i1 {{.*}}, label %body, label %exit
; CHECK: body:
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, <4 x i1> [[IN]])
define void @early(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %in = icmp ult i64 %id, %n
  br i1 %in, label %body, label %leave
body:
  call void @__weft_barrier(i32 0)
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 1, ptr %p
  ret void
leave:
  store i32 7, ptr %x
  ret void
}

; In a loop whose other items go round again.
; CHECK-LABEL: @in_loop.v4(
; CHECK: phi <4 x i1>
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: br i1 {{.*}}, label %loop
define void @in_loop(ptr %x, i64 %n, i64 "weft-varying" %id) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %meet]
  %p = getelementptr i64, ptr %x, i64 %id
  %v = load i64, ptr %p
  %gone = icmp eq i64 %v, %i
  br i1 %gone, label %leave, label %meet
meet:
  call void @__weft_barrier(i32 0)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %leave
leave:
  ret void
}

; Where each way on leads to a barrier, all take one of them, whatever they read.
; CHECK-LABEL: @together.v4(
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %c to i4
; CHECK: [[HERE:%.*]] = icmp ne i4 [[BITS]], 0
; CHECK: br i1 [[HERE]], label %then, label %join
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: call void @__weft_barrier(i32 1)
define void @together(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %join
then:
  call void @__weft_barrier(i32 0)
  br label %join
join:
  call void @__weft_barrier(i32 1)
  ret void
}

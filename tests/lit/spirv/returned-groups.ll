; A group that returns as a whole leaves its barriers as they are, and so do work-items that part between barriers.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --local=64 %s | spirv-dis | FileCheck %s
declare i64 @__weft_local_id(i32)
declare i64 @__weft_group_id(i32)
declare ptr @__weft_local_mem()
declare void @__weft_barrier(i32) convergent

; CHECK: OpFunction
; CHECK: OpControlBarrier
; CHECK-NOT: OpControlBarrier
; CHECK-NOT: OpSwitch
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %n.at
  %g = call i64 @__weft_group_id(i32 0)
  %in = icmp ult i64 %g, %n
  br i1 %in, label %go, label %leave
go:
  %i = call i64 @__weft_local_id(i32 0)
  %memory = call ptr @__weft_local_mem()
  %a = getelementptr i32, ptr %memory, i64 %i
  %some = icmp ult i64 %i, 7
  br i1 %some, label %store, label %meet
store:
  store i32 1, ptr %a
  br label %meet
meet:
  call void @__weft_barrier(i32 2)
  %other = xor i64 %i, 1
  %b = getelementptr i32, ptr %memory, i64 %other
  %v = load i32, ptr %b
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %to
  br label %leave
leave:
  ret void
}

; Work-items that return ahead of a barrier of the others stay in a loop around the one barrier that is left, where all
; learn which meeting it stands for; those that returned give an operation of the group what changes nothing.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv --local=64 %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv --local=64 %s | spirv-dis | FileCheck %s
declare i64 @__weft_local_id(i32)
declare ptr @__weft_local_mem()
declare void @__weft_barrier(i32) convergent
declare i1 @__weft_group_all(i1) convergent

; CHECK: OpFunction
; CHECK: OpControlBarrier
; CHECK: OpGroupUMax %uint %uint_2 Reduce
; CHECK: OpGroupAll %bool %uint_2
; CHECK-NOT: OpControlBarrier
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %n.at
  %i = call i64 @__weft_local_id(i32 0)
  %in = icmp ult i64 %i, %n
  br i1 %in, label %go, label %leave
go:
  %memory = call ptr @__weft_local_mem()
  %a = getelementptr i32, ptr %memory, i64 %i
  store i32 1, ptr %a
  call void @__weft_barrier(i32 2)
  %other = xor i64 %i, 1
  %b = getelementptr i32, ptr %memory, i64 %other
  %v = load i32, ptr %b
  call void @__weft_barrier(i32 2)
  %one = icmp eq i32 %v, 1
  %all = call i1 @__weft_group_all(i1 %one)
  %w = zext i1 %all to i32
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %w, ptr %to
  br label %leave
leave:
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; Votes and reductions of 32-bit integers over a sub-group are one instruction each.
declare i64 @__weft_sub_group_ballot(i1)
declare i32 @__weft_sub_group_reduce_add_i32(i32)
declare i32 @__weft_sub_group_reduce_max_u32(i32)
declare i32 @__weft_sub_group_reduce_or_u32(i32)

; CHECK-NOT: shfl
; CHECK-DAG: vote.sync.ballot.b32
; CHECK-DAG: redux.sync.add.s32
; CHECK-DAG: redux.sync.max.u32
; CHECK-DAG: redux.sync.or.b32
; CHECK-NOT: shfl
; CHECK: ret;
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x.at = getelementptr inbounds i8, ptr %args, i64 8
  %x = load i32, ptr %x.at
  %yes = icmp sgt i32 %x, 3
  %bits = call i64 @__weft_sub_group_ballot(i1 %yes)
  store i64 %bits, ptr %out
  %sum = call i32 @__weft_sub_group_reduce_add_i32(i32 %x)
  %most = call i32 @__weft_sub_group_reduce_max_u32(i32 %sum)
  %any = call i32 @__weft_sub_group_reduce_or_u32(i32 %most)
  %out.any = getelementptr inbounds i8, ptr %out, i64 8
  store i32 %any, ptr %out.any
  ret void
}

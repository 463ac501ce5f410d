; What work-items that nobody asks give to a shuffle need not be set: the branch to the one that draws stays.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv %s | spirv-dis | FileCheck %s
declare i32 @__weft_sub_group_local_id()
declare i32 @__weft_sub_group_shuffle_u32(i32, i32)
declare i32 @__weft_atomic_fetch_add_u32(ptr, i32, i32, i32)

; CHECK: OpBranchConditional
; CHECK: OpAtomicIAdd
; CHECK: OpGroupNonUniformShuffle
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %lane = call i32 @__weft_sub_group_local_id()
  %leads = icmp eq i32 %lane, 0
  br i1 %leads, label %draw, label %all
draw:
  %drawn = call i32 @__weft_atomic_fetch_add_u32(ptr %p, i32 1, i32 0, i32 3)
  br label %all
all:
  %mine = phi i32 [ %drawn, %draw ], [ undef, %0 ]
  %got = call i32 @__weft_sub_group_shuffle_u32(i32 %mine, i32 0)
  %at = getelementptr i32, ptr %p, i64 1
  store i32 %got, ptr %at
  ret void
}

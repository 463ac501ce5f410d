; RUN: %weft-ptx --required-sub-group=8 --whole-sub-groups %s | FileCheck %s
; Sub-groups of fewer work-items than a warp has are parts of it: masks move to where the part begins, shuffles stay in it.
declare i64 @__weft_sub_group_ballot(i1)
declare i32 @__weft_sub_group_max_range()
declare i32 @__weft_sub_group_shuffle_u32(i32, i32)

; CHECK: and.b32 [[FIRST:%r[0-9]+]], {{%r[0-9]+}}, 24;
; CHECK: mov.b32 [[EIGHT:%r[0-9]+]], 255;
; CHECK: shl.b32 [[MASK:%r[0-9]+]], [[EIGHT]], [[FIRST]];
; CHECK: vote.sync.ballot.b32 [[ALL:%r[0-9]+]], {{%p[0-9]+}}, [[MASK]];
; CHECK: shr.u32 {{%r[0-9]+}}, [[ALL]], [[FIRST]];
; CHECK: shfl.sync.idx.b32 {{%r[0-9]+}}, {{%r[0-9]+}}, {{%r[0-9]+}}, 6175, [[MASK]];
; CHECK: st.global{{.*}}, 8;
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x.at = getelementptr inbounds i8, ptr %args, i64 8
  %x = load i32, ptr %x.at
  %yes = icmp sgt i32 %x, 3
  %bits = call i64 @__weft_sub_group_ballot(i1 %yes)
  store i64 %bits, ptr %out
  %out.other = getelementptr inbounds i8, ptr %out, i64 8
  %other = call i32 @__weft_sub_group_shuffle_u32(i32 %x, i32 %x)
  store i32 %other, ptr %out.other
  %out.size = getelementptr inbounds i8, ptr %out, i64 12
  %size = call i32 @__weft_sub_group_max_range()
  store i32 %size, ptr %out.size
  ret void
}

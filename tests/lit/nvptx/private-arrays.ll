; RUN: %weft-ptx %s | FileCheck %s
; A loop over an array of the work-item's own is unrolled in full, which leaves nothing of the array in memory, although a barrier in
; it makes it large.
declare i64 @__weft_global_id(i32)
declare void @__weft_barrier(i32)
declare i64 @__weft_sub_group_ballot(i1)

; CHECK-NOT: .local
; CHECK-COUNT-24: vote.sync.ballot.b32
; CHECK-NOT: .local
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
entry:
  %keys = alloca [24 x i32]
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %in = getelementptr inbounds i32, ptr %from, i64 %i
  %key = load i32, ptr %in
  %to = getelementptr inbounds [24 x i32], ptr %keys, i64 0, i64 %i
  store i32 %key, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %filled = icmp eq i64 %i.next, 24
  br i1 %filled, label %count, label %fill
count:
  %k = phi i64 [ 0, %fill ], [ %k.next, %count ]
  %sum = phi i64 [ 0, %fill ], [ %sum.next, %count ]
  %at = getelementptr inbounds [24 x i32], ptr %keys, i64 0, i64 %k
  %value = load i32, ptr %at
  %k32 = trunc i64 %k to i32
  %turned = call i32 @llvm.fshl.i32(i32 %value, i32 %value, i32 %k32)
  %set = icmp slt i32 %turned, 7
  %lanes = call i64 @__weft_sub_group_ballot(i1 %set)
  call void @__weft_barrier(i32 2)
  %ones = call i64 @llvm.ctpop.i64(i64 %lanes)
  %squared = mul i64 %ones, %ones
  %cubed = mul i64 %squared, %ones
  %sum.next = add i64 %sum, %cubed
  store volatile i64 %sum.next, ptr %out
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 24
  br i1 %done, label %end, label %count
end:
  ret void
}
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @llvm.ctpop.i64(i64)

; Not where it comes back to a load that may see them.
; RUN: %weft-pass %s --passes=ids,captures,sroa,early-cse,atomics,privatized | FileCheck %s

; CHECK: ; updates go to memory at once
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %x = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %bins = load ptr, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ %i, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %x, i64 %k
  %v = load i32, ptr %p
  %n = zext i32 %v to i64
  %bin = getelementptr i32, ptr %bins, i64 %n
  %old = call i32 @__weft_atomic_fetch_add_i32(ptr %bin, i32 1, i32 0, i32 2)
  %next = add i64 %k, 1000
  %more = icmp ult i64 %next, 100000
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Relaxed additions of which nobody takes the result may reach memory late, behind loads that come before them.
; RUN: %weft-pass %s --passes=ids,captures,sroa,early-cse,atomics,privatized | FileCheck %s

; CHECK: ; updates may wait
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %x = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %bins = load ptr, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  %p = getelementptr i32, ptr %x, i64 %i
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  %bin = getelementptr i32, ptr %bins, i64 %i
  %old = call i32 @__weft_atomic_fetch_add_i32(ptr %bin, i32 1, i32 0, i32 2)
  ret void
}

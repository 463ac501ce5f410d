; Additions to numbers of two widths go to memory at once: the table holds numbers of one.
; RUN: %weft-pass %s --passes=ids,captures,sroa,early-cse,atomics,privatized | FileCheck %s

; CHECK: ; updates go to memory at once
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_fetch_add_i64(ptr, i64, i32, i32)
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %bins = load ptr, ptr %args
  %i = call i64 @__weft_global_id(i32 0)
  %bin = getelementptr i32, ptr %bins, i64 %i
  %old = call i32 @__weft_atomic_fetch_add_i32(ptr %bin, i32 1, i32 0, i32 2)
  %wide = getelementptr i64, ptr %bins, i64 %i
  %other = call i64 @__weft_atomic_fetch_add_i64(ptr %wide, i64 1, i32 0, i32 2)
  ret void
}

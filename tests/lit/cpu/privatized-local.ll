; Local memory is an item's own, too: what it adds there it may read without an order.
; RUN: %weft-pass %s --passes=ids,captures,sroa,early-cse,atomics,privatized | FileCheck %s

; CHECK: ; updates go to memory at once
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare ptr @__weft_local_mem()
declare i64 @__weft_local_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %local = call ptr @__weft_local_mem()
  %own = getelementptr i32, ptr %local, i64 %l
  %old = call i32 @__weft_atomic_fetch_add_i32(ptr %own, i32 1, i32 0, i32 2)
  %v = load i32, ptr %own
  %q = getelementptr i32, ptr %out, i64 %l
  store i32 %v, ptr %q
  ret void
}

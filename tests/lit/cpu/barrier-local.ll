; Behind a barrier local memory holds what neighbours wrote, wherever the item itself writes.
; RUN: %weft-pass %s --local=64 "--passes=ids,captures,group-ops,early-cse<memssa>" | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: call void @__weft_barrier(i32 1)
; CHECK: [[X:%.*]] = load float, ptr
; CHECK: store float [[X]]
declare ptr @__weft_local_mem()
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %memory = call ptr @__weft_local_mem()
  %l = call i64 @__weft_local_id(i32 0)
  %own = getelementptr float, ptr %memory, i64 %l
  %next = getelementptr float, ptr %own, i64 1
  store float 1.0, ptr %own
  call void @__weft_barrier(i32 2)
  store float 2.0, ptr %next
  call void @__weft_barrier(i32 2)
  %x = load float, ptr %own
  %q = getelementptr float, ptr %p, i64 %l
  store float %x, ptr %q
  ret void
}

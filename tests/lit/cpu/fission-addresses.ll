; Where an address in local memory lives across a barrier its index is kept, so that the next piece sees what memory it is in.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,fission | FileCheck %s

; CHECK-LABEL: define internal i32 @kernel.piece(
; CHECK: [[INDEX:%.*]] = load i64
; CHECK: store i64 [[INDEX]], ptr {{.*}}, align 16
; CHECK-NOT: store ptr
; CHECK-LABEL: define internal i32 @kernel.piece1(
; CHECK-SAME: ptr noalias align 64 "weft-own-memory"="256" %local
; CHECK: [[KEPT:%.*]] = load i64, ptr {{.*}}, align 16
; CHECK: getelementptr float, ptr %local, i64 [[KEPT]]
declare ptr @__weft_local_mem()
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %index = load i64, ptr %p
  %memory = call ptr @__weft_local_mem()
  %q = getelementptr float, ptr %memory, i64 %index
  store float 1.0, ptr %q
  call void @__weft_barrier(i32 2)
  store float 2.0, ptr %q
  ret void
}

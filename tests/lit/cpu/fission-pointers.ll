; A pointer to local memory that the next piece gets back from its context may be to what that piece also reaches by its
; argument.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,fission | FileCheck %s

; CHECK-LABEL: define internal i32 @kernel.piece1(
; CHECK-SAME: ptr align 64 "weft-own-memory"="256" %local, ptr noalias %scratch, ptr noalias %context
; CHECK-DAG: [[Q:%.*]] = load ptr, ptr {{.*}}, align 16
; CHECK-DAG: store float 2.000000e+00, ptr [[Q]]
; CHECK-DAG: load float, ptr %local
declare ptr @__weft_local_mem()
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %flag = load i8, ptr %p
  %first = icmp eq i8 %flag, 0
  %memory = call ptr @__weft_local_mem()
  %second = getelementptr float, ptr %memory, i64 1
  %q = select i1 %first, ptr %memory, ptr %second
  store float 1.0, ptr %q
  call void @__weft_barrier(i32 2)
  store float 2.0, ptr %q
  %x = load float, ptr %memory
  store float %x, ptr %p
  ret void
}

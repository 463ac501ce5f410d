; A barrier in a loop: its piece comes back to itself and keeps what the loop carries.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,fission | FileCheck %s

; CHECK-LABEL: define internal i32 @kernel.piece1(
; CHECK-DAG: icmp ult i64
; CHECK-DAG: br i1
; CHECK-DAG: ret i32 1
; CHECK-DAG: ret i32 0
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void @__weft_barrier(i32 2)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 10
  br i1 %again, label %loop, label %done
done:
  store i64 %next, ptr %p
  ret void
}

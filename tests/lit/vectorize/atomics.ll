; Atomics run for each active lane in order; at one address, integers are added up first.
; RUN: %weft-opt %s --width=4 --masked | FileCheck %s
; RUN: %weft-opt %s --width=4 --combine-float-atomics | FileCheck %s --check-prefix=FLOAT

; CHECK-LABEL: @one_address.v4m(
; CHECK: select <4 x i1> %active, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: atomicrmw add ptr %counter
; CHECK-NOT: atomicrmw
define void @one_address(ptr %counter, ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %old = atomicrmw add ptr %counter, i32 %v monotonic
  ret void
}

; CHECK-LABEL: @float_sum.v4m(
; CHECK: lane:
; CHECK: atomicrmw fadd
; FLOAT-LABEL: @float_sum.v4(
; FLOAT-COUNT-2: fadd <{{[12]}} x float>
; FLOAT: atomicrmw fadd ptr %sum
define void @float_sum(ptr %sum, ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %old = atomicrmw fadd ptr %sum, float %v monotonic
  ret void
}

; Memory that only this thread sees needs no locked instruction.
; CHECK-LABEL: @histogram.v4m(
; CHECK: call i64 @llvm.cttz
; CHECK-NOT: atomicrmw
; CHECK: add i32 %{{.*}}, 1
define void @histogram(ptr %bins, ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %i = zext i32 %v to i64
  %q = getelementptr i32, ptr %bins, i64 %i
  %old = atomicrmw add ptr %q, i32 1 syncscope("singlethread") monotonic
  ret void
}

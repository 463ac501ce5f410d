; What a loop carries stays linear where its start is and each iteration adds the same for all lanes: loads are
; contiguous, under a mask where lanes leave the loop one by one.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @together.v4(
; CHECK: load <4 x float>
; CHECK-NOT: gather
define void @together(ptr %x, ptr %y, i64 %n, i64 "weft-varying" %id) {
entry:
  br label %loop
loop:
  %i = phi i64 [%id, %entry], [%next, %loop]
  %k = phi i64 [0, %entry], [%again, %loop]
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  store float %v, ptr %y
  %next = add i64 %i, 32
  %again = add i64 %k, 1
  %c = icmp ult i64 %again, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @one_by_one.v4(
; CHECK: call <4 x float> @llvm.masked.load.v4f32
; CHECK-NOT: gather
define void @one_by_one(ptr %x, ptr %y, i64 %n, i64 "weft-varying" %id) {
entry:
  br label %loop
loop:
  %i = phi i64 [%id, %entry], [%next, %loop]
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  store float %v, ptr %y
  %next = add i64 %i, 32
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Not where each lane has a step of its own, nor behind the loop, which lanes left at different times.
; CHECK-LABEL: @own_steps.v4(
; CHECK: llvm.masked.gather
; CHECK: llvm.masked.scatter
define void @own_steps(ptr %x, ptr %y, i64 %n, i64 "weft-varying" %id) {
entry:
  br label %loop
loop:
  %i = phi i64 [%id, %entry], [%next, %loop]
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %next = add i64 %i, %id
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  %q = getelementptr float, ptr %y, i64 %next
  store float %v, ptr %q
  ret void
}

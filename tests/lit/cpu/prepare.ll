; RUN: %weft-pass %s --prepare | FileCheck %s
; A kernel is stored with its callees inlined and the loops unrolled that ask for it in full; what the source keeps apart, checks of
; indices and constants that are specialised later stay.

; CHECK: @_ZN4sycl3_V16detail23specialization_constantIL_Z1sEE5valueE = internal externally_initialized global i32 7
; CHECK-NOT: @sum
; CHECK: define internal i32 @apart(i32 %x) [[APART:#[0-9]+]]
; CHECK-NOT: @sum
; CHECK: define {{.*}}void @kernel(
; CHECK-NOT: alloca
; CHECK: call i64 @__weft_global_id(i32 0)
; CHECK: call i64 @__weft_global_id(i32 1)
; CHECK-NOT: br i1
; CHECK: call void @__weft_check_index(
; CHECK: load i32, ptr @_ZN4sycl3_V16detail23specialization_constantIL_Z1sEE5valueE
; CHECK: call i32 @apart(
; CHECK: attributes [[APART]] = { noinline
; CHECK: !weft.prepared

@_ZN4sycl3_V16detail23specialization_constantIL_Z1sEE5valueE = linkonce_odr global i32 7
declare i64 @__weft_global_id(i32)
declare void @__weft_check_index(i64, i64)


define linkonce_odr i64 @sum() {
entry:
  %sum = alloca i64
  store i64 0, ptr %sum
  br label %loop
loop:
  %dim = phi i32 [ 0, %entry ], [ %next, %loop ]
  %id = call i64 @__weft_global_id(i32 %dim)
  %old = load i64, ptr %sum
  %new = add i64 %old, %id
  store i64 %new, ptr %sum
  %next = add i32 %dim, 1
  %more = icmp slt i32 %next, 2
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  %result = load i64, ptr %sum
  ret i64 %result
}

define linkonce_odr i32 @apart(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %index = call i64 @sum()
  call void @__weft_check_index(i64 %index, i64 100)
  %constant = load i32, ptr @_ZN4sycl3_V16detail23specialization_constantIL_Z1sEE5valueE
  %value = call i32 @apart(i32 %constant)
  %place = getelementptr i32, ptr %out, i64 %index
  store i32 %value, ptr %place
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}

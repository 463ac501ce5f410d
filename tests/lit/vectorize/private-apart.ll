; Private arrays are aligned as they ask, and lie frame by frame where accesses begin inside of elements or bytes move within the array.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @aligned.v4(
; CHECK: alloca [{{.*}} x i8], align 256
define void @aligned(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %a = alloca [64 x float], align 256
  %e = getelementptr float, ptr %a, i64 %n
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  store float %v, ptr %e
  %r = load float, ptr %a
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @askew.v4(
; CHECK-NOT: store <4 x i32> splat (i32 7)
; CHECK-LABEL: @moved.v4(
define void @askew(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %a = alloca [32 x i8], align 4
  %b = getelementptr i8, ptr %a, i64 2
  store i32 7, ptr %b, align 2
  %e = getelementptr i32, ptr %a, i64 %n
  %r = load i32, ptr %e, align 2
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 %r, ptr %p
  ret void
}

; CHECK: call void @llvm.memmove
define void @moved(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %a = alloca [8 x i32]
  %e = getelementptr i32, ptr %a, i64 %n
  store i32 5, ptr %e
  %b = getelementptr i32, ptr %a, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %b, ptr align 4 %a, i64 28, i1 false)
  %r = load i32, ptr %e
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 %r, ptr %p
  ret void
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

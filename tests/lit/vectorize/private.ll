; Private arrays lie element by element where all accesses are alike, else frame by frame.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @alike.v4(
; CHECK: alloca [128 x i8], align 64
; CHECK-COUNT-8: store <4 x i32> zeroinitializer
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; CHECK: load <4 x i32>, ptr
define void @alike(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %a = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 32, i1 false)
  %p = getelementptr i32, ptr %x, i64 %id
  %i = load i32, ptr %p
  %k = and i32 %i, 7
  %w = zext i32 %k to i64
  %e = getelementptr i32, ptr %a, i64 %w
  %old = load i32, ptr %e
  %new = add i32 %old, 1
  store i32 %new, ptr %e
  %e3 = getelementptr i32, ptr %a, i64 3
  %r = load i32, ptr %e3
  %q = getelementptr i32, ptr %out, i64 %id
  store i32 %r, ptr %q
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: @mixed.v4(
; CHECK: alloca [64 x i8], align 64
; CHECK-COUNT-4: call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 1,
; CHECK-COUNT-2: call void @llvm.masked.store.v4f64.p0(
define void @mixed(ptr %x, i64 "weft-varying" %id) {
  %a = alloca {i32, double}
  %p = getelementptr double, ptr %x, i64 %id
  %v = load double, ptr %p
  store i32 1, ptr %a
  %d = getelementptr i8, ptr %a, i64 8
  store double %v, ptr %d
  %b = load i16, ptr %a
  %f = sitofp i16 %b to double
  store double %f, ptr %p
  ret void
}

; Pairs whose place was multiplied out to bytes lie side by side across lanes, too.
; CHECK-LABEL: @pairs.v4(
; CHECK: store <4 x float>
; CHECK: store <4 x float>
define void @pairs(ptr %x, i64 %n, float %a, i64 "weft-varying" %id) {
  %pairs = alloca [32 x float]
  %byte = shl i64 %n, 3
  %real = getelementptr i8, ptr %pairs, i64 %byte
  store float %a, ptr %real
  %imag = getelementptr i8, ptr %real, i64 4
  store float 1.0, ptr %imag
  %v = load float, ptr %real
  %p = getelementptr float, ptr %x, i64 %id
  store float %v, ptr %p
  ret void
}

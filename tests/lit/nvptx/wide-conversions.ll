; RUN: %weft-ptx %s | FileCheck %s
; Conversions between floating point and integers of 128 bits go by those of 64 bits: GPUs have no functions for LLVM to call.

; CHECK-LABEL: .entry kernel
; CHECK-DAG: cvt.rzi.u64.f64
; CHECK-DAG: cvt.rzi.u64.f32
; CHECK-DAG: cvt.rn.f64.u64
; CHECK-DAG: cvt.rn.f32.u64
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %double = load double, ptr %p
  %signed = fptosi double %double to i128
  %p1 = getelementptr i8, ptr %p, i64 16
  store i128 %signed, ptr %p1
  %unsigned = fptoui double %double to i128
  %p2 = getelementptr i8, ptr %p, i64 32
  store i128 %unsigned, ptr %p2
  %float = load float, ptr %p
  %signed2 = fptosi float %float to i128
  %p3 = getelementptr i8, ptr %p, i64 48
  store i128 %signed2, ptr %p3
  %unsigned2 = fptoui float %float to i100
  %p4 = getelementptr i8, ptr %p, i64 64
  store i100 %unsigned2, ptr %p4
  %half = load half, ptr %p
  %signed3 = fptosi half %half to i128
  %p5 = getelementptr i8, ptr %p, i64 80
  store i128 %signed3, ptr %p5
  %wide = load i128, ptr %p1
  %d1 = sitofp i128 %wide to double
  %p6 = getelementptr i8, ptr %p, i64 96
  store double %d1, ptr %p6
  %d2 = uitofp i128 %wide to double
  %p7 = getelementptr i8, ptr %p, i64 104
  store double %d2, ptr %p7
  %s1 = sitofp i128 %wide to float
  %p8 = getelementptr i8, ptr %p, i64 112
  store float %s1, ptr %p8
  %odd = load i100, ptr %p4
  %s2 = uitofp i100 %odd to float
  %p9 = getelementptr i8, ptr %p, i64 116
  store float %s2, ptr %p9
  %h1 = uitofp i128 %wide to half
  %p10 = getelementptr i8, ptr %p, i64 120
  store half %h1, ptr %p10
  ret void
}

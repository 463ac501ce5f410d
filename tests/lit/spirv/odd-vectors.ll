; SPIR-V has vectors of 2, 3, 4, 8 and 16 elements: kernels with others compute in scalars.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s

; CHECK-NOT: OpTypeVector %float
; CHECK: OpFunction
; CHECK-COUNT-5: OpFMul %float
; CHECK-NOT: OpFMul
; CHECK: OpReturn
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %to_index = getelementptr i8, ptr %args, i64 8
  %index = load i32, ptr %to_index
  %v = load <5 x float>, ptr %p, align 32
  %square = fmul <5 x float> %v, %v
  %above = fcmp ogt <5 x float> %square, %v
  %larger = select <5 x i1> %above, <5 x float> %square, <5 x float> %v
  %one = extractelement <5 x float> %larger, i32 %index
  %with = insertelement <5 x float> %larger, float %one, i32 2
  store <5 x float> %with, ptr %p, align 32
  ret void
}

; Of minimum and maximum, NaN is the answer to NaN, and zeros have an order: OpenCL's fmin and fmax know neither.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
declare float @llvm.minimum.f32(float, float)
declare i32 @llvm.bitreverse.i32(i32)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)

; CHECK: OpFunction
; CHECK-NOT: fmin
; CHECK: OpUnordered
; CHECK: OpBitwiseOr %uint
; CHECK-NOT: OpBitReverse
; CHECK: OpExtInst %ulong {{%[0-9]+}} s_mul_hi
; CHECK: OpReturn
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load float, ptr %p
  %p4 = getelementptr i8, ptr %p, i64 4
  %y = load float, ptr %p4
  %least = call float @llvm.minimum.f32(float %x, float %y)
  store float %least, ptr %p
  %p8 = getelementptr i8, ptr %p, i64 8
  %bits = load i32, ptr %p8
  %reversed = call i32 @llvm.bitreverse.i32(i32 %bits)
  store i32 %reversed, ptr %p8
  %p16 = getelementptr i8, ptr %p, i64 16
  %a = load i64, ptr %p16
  %both = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %a, i64 %a)
  %product = extractvalue {i64, i1} %both, 0
  %over = extractvalue {i64, i1} %both, 1
  %result = select i1 %over, i64 -1, i64 %product
  store i64 %result, ptr %p16
  ret void
}

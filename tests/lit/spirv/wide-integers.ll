; The upper half of a product is an instruction of OpenCL's; numbers of more than 64 bits are pairs of words.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv %s | spirv-dis | FileCheck %s
declare i64 @__weft_local_id(i32)

; CHECK-NOT: OpTypeInt 128
; CHECK: OpFunction
; CHECK: OpExtInst %ulong {{%[0-9]+}} u_mul_hi
; CHECK: OpIMul %ulong
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %i = call i64 @__weft_local_id(i32 0)
  %at = getelementptr i64, ptr %out, i64 %i
  %x = load i64, ptr %at
  %wide = sext i64 %x to i128
  %unsigned = zext i64 %i to i128
  %product = mul i128 %wide, %unsigned
  %sum = add i128 %product, %wide
  %upper = ashr i128 %sum, 64
  %word = trunc i128 %upper to i64
  store i64 %word, ptr %at
  ret void
}

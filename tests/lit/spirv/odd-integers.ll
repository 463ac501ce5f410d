; SPIR-V has integers of 8, 16, 32 and 64 bits: others are held in the next wider ones, whose upper bits are put in
; order where they count, and are read and written in pieces.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
declare {i24, i1} @llvm.umul.with.overflow.i24(i24, i24)

; CHECK-DAG: [[MASK:%.*]] = OpConstant %uint 16777215
; CHECK-DAG: [[SPARE:%.*]] = OpConstant %uint 8
; CHECK: OpFunction
; CHECK: OpLoad %ushort {{%[0-9]+}} Aligned 2
; CHECK: OpLoad %uchar
; CHECK: [[NUMBER:%[0-9]+]] = OpBitwiseOr %uint
; CHECK: [[SQUARE:%[0-9]+]] = OpIMul %uint [[NUMBER]] [[NUMBER]]
; The square's upper bits are anything.
; CHECK: [[RAISED:%[0-9]+]] = OpShiftLeftLogical %uint [[SQUARE]] [[SPARE]]
; CHECK: [[SIGNED:%[0-9]+]] = OpShiftRightArithmetic %uint [[RAISED]] [[SPARE]]
; CHECK: OpSDiv %uint [[SIGNED]]
; CHECK: OpBitwiseAnd %uint {{%[0-9]+}} [[MASK]]
; CHECK: OpStore {{%[0-9]+}} {{%[0-9]+}} Aligned 2
; CHECK: OpStore
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %to_other = getelementptr i8, ptr %args, i64 8
  %other = load i32, ptr %to_other
  %y = trunc i32 %other to i24
  %x = load i24, ptr %p, align 2
  %square = mul i24 %x, %x
  %quotient = sdiv i24 %square, %y
  %both = call {i24, i1} @llvm.umul.with.overflow.i24(i24 %quotient, i24 %y)
  %product = extractvalue {i24, i1} %both, 0
  %over = extractvalue {i24, i1} %both, 1
  %chosen = select i1 %over, i24 %x, i24 %product
  store i24 %chosen, ptr %p, align 2
  ret void
}

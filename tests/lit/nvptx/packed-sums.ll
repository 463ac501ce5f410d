; ptxas adds 0 in place of constants by add.s16x2: sums of pairs of 16-bit numbers are two sums.
; RUN: %weft-ptx %s | FileCheck %s
declare <2 x i16> @llvm.smax.v2i16(<2 x i16>, <2 x i16>)

; CHECK: .entry
; CHECK-NOT: add.s16x2
; CHECK-COUNT-2: add.s16 {{.*}}, {{[12]}};
; CHECK-NOT: add.s16x2
; CHECK: max.s16x2
; CHECK: ret;
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load <2 x i16>, ptr %p
  %sum = add <2 x i16> %x, <i16 1, i16 2>
  %largest = call <2 x i16> @llvm.smax.v2i16(<2 x i16> %sum, <2 x i16> %x)
  %first = extractelement <2 x i16> %largest, i64 0
  store i16 %first, ptr %p
  ret void
}

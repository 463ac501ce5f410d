; RUN: %weft-ptx %s | FileCheck %s
; -32768 stays what it is when it is negated or its magnitude is taken, which ptxas takes for impossible in neg.s16 and abs.s16.

; CHECK-LABEL: .entry kernel
; CHECK-NOT: {{(neg|abs)\.s16}}
; CHECK: mul.lo.s16
; CHECK-NOT: {{(neg|abs)\.s16}}
; CHECK: max.s16
; CHECK-NOT: {{(neg|abs)\.s16}}
; CHECK: mul.lo.s16
; CHECK: mul.lo.s16
; CHECK-NOT: {{(neg|abs)\.s16}}
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load i16, ptr %p
  %negative = sub i16 0, %x
  %wide = sext i16 %negative to i32
  %p1 = getelementptr i8, ptr %p, i64 4
  store i32 %wide, ptr %p1
  %x2 = load i16, ptr %p1
  %magnitude = call i16 @llvm.abs.i16(i16 %x2, i1 false)
  %wide2 = sext i16 %magnitude to i32
  %p2 = getelementptr i8, ptr %p, i64 8
  store i32 %wide2, ptr %p2
  %pair = load <2 x i16>, ptr %p2
  %negatives = sub <2 x i16> zeroinitializer, %pair
  %wides = sext <2 x i16> %negatives to <2 x i32>
  %p3 = getelementptr i8, ptr %p, i64 16
  store <2 x i32> %wides, ptr %p3
  ret void
}

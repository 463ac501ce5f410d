; Funnel shifts by amounts known at run time, of widths that are no powers of two, are shifts; LLVM would divide by the width in a function that GPUs do not have.
; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/@llvm.fshl/@llvm.fshr/' %s | %weft-ptx | FileCheck %s
declare i72 @llvm.fshl.i72(i72, i72, i72)

; CHECK-LABEL: .entry kernel
; CHECK-NOT: call
; CHECK: shl.b64
; CHECK: ret;
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %from = load ptr, ptr %args
  %second = getelementptr inbounds i8, ptr %args, i64 8
  %amount = load i64, ptr %second
  %third = getelementptr inbounds i8, ptr %args, i64 16
  %to = load ptr, ptr %third
  %a = load i128, ptr %from
  %high = trunc i128 %a to i72
  %shifted = lshr i128 %a, 20
  %low = trunc i128 %shifted to i72
  %by = zext i64 %amount to i72
  %r = call i72 @llvm.fshl.i72(i72 %high, i72 %low, i72 %by)
  %wide = sext i72 %r to i128
  store i128 %wide, ptr %to
  ret void
}

; A linear id below 2^31 keeps its value in 32 bits, so that neighbouring items access neighbouring elements.
; RUN: %weft-pass %s --dims=2 --passes=captures,ids,early-cse,instcombine,linear | FileCheck %s
; RUN: %weft-pass %s --dims=2 --local=64,4 --passes=captures,ids,early-cse,instcombine,linear | FileCheck %s
; RUN: %weft-pass %s --dims=2 --local=48,1 --passes=captures,ids,early-cse,instcombine,linear | FileCheck %s
; RUN: sed -e 's/%%width = /%%unused = /' -e 's/%%other = /%%width = /' %s | %weft-pass --dims=2 --passes=captures,ids,early-cse,instcombine,linear | FileCheck %s --check-prefix=OTHER
; RUN: %weft-pass %s --dims=2 --wide-ids --passes=captures,ids,early-cse,instcombine,linear | FileCheck %s --check-prefix=OTHER

; CHECK: [[ID:%.*]] = add nuw i64 %row
; CHECK-NEXT: trunc nuw nsw i64 [[ID]] to i32
; CHECK: getelementptr inbounds {{.*}}, i64 [[ID]]
; CHECK: getelementptr inbounds {{.*}}, i64 [[ID]]
; OTHER: trunc i64 %id
; OTHER-NEXT: sext i32 %low
; OTHER: and i64 %id, 4294967295
declare i64 @__weft_global_id(i32)
declare i64 @__weft_global_range(i32)
declare i1 @__weft_in_range(i32, i64)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %extent = load i64, ptr %at
  %inside = call i1 @__weft_in_range(i32 0, i64 %extent)
  %at2 = getelementptr i8, ptr %args, i64 16
  %other = load i64, ptr %at2
  %width = call i64 @__weft_global_range(i32 0)
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, %width
  %id = add i64 %row, %x
  %low = trunc i64 %id to i32
  %s = sext i32 %low to i64
  %q = getelementptr inbounds float, ptr %p, i64 %s
  store float 1.0, ptr %q
  %z = zext i32 %low to i64
  %r = getelementptr inbounds float, ptr %p, i64 %z
  store float 2.0, ptr %r
  store i32 %low, ptr %p
  ret void
}

; Lanes run along the dimension whose neighbours lie side by side in memory; two vectors of the type in use.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS
; RUN: sed -e 's/(i32 0)/(i32 9)/;s/(i32 1)/(i32 0)/;s/(i32 9)/(i32 1)/' %s | %weft-pass --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=COLUMNS
; A group of one row leaves no choice, and is no longer than its vector.
; RUN: %weft-pass %s --dims=2 --local=1,8 --passes=ids,captures,schedule | FileCheck %s --check-prefix=SHORT

; ROWS: ; 32 lanes along 0
; ROWS: ; dimension 0 costs 3
; COLUMNS: ; 32 lanes along 1
; COLUMNS: ; dimension 1 costs 3
; SHORT: ; 8 lanes along 1
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, 1000
  %i = add i64 %row, %x
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  ret void
}

; Units of work are tiles where lanes cross the rows that another dimension goes along, as in a transpose.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=TILE
; RUN: sed -e 's/i64 %%x, 1000/i64 %%x, %%pitch/' %s | %weft-pass --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=TILE
; RUN: sed -e 's/add i64 %%there, %%y/add i64 %%there, %%pitch/' %s | %weft-pass --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS
; RUN: sed -e 's/i64 %%x, 1000/i64 %%x, 4/' %s | %weft-pass --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS

; TILE: ; 32 lanes along 0
; TILE: ; units of 64 x 64 x 1
; ROWS: ; 32 lanes along 0
; ROWS: ; units of 1024 x {{.*}} x 1
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %pitch = load i64, ptr %at
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, 1000
  %i = add i64 %row, %x
  %q = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %q
  %there = mul i64 %x, 1000
  %j = add i64 %there, %y
  %r = getelementptr float, ptr %p, i64 %j
  store float %v, ptr %r
  ret void
}

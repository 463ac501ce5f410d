; A linear id that is taken apart into row and column of a tile: no more lanes than a row is long, which find its elements
; side by side. Where memory gains nothing by that, or a sub-group is asked for, as many as ever.
; RUN: %weft-pass %s --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=TILE
; RUN: sed -e 's/ 15$/ 7/;s/, 4$/, 3/' %s | %weft-pass --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=SMALL
; RUN: sed -e 's/ 15$/ 63/;s/, 4$/, 6/' %s | %weft-pass --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=USUAL
; RUN: sed -e 's/ 15$/ 1/;s/, 4$/, 1/' %s | %weft-pass --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=USUAL
; RUN: sed -e "s/= add i64 .start,/= mul i64 100,/" %s | %weft-pass --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=USUAL
; RUN: sed -e 's/;count//' %s | %weft-pass --local=256 --passes=ids,captures,schedule | FileCheck %s --check-prefix=USUAL

; TILE: ; 16 lanes along 0
; SMALL: ; 8 lanes along 0
; USUAL: ; 32 lanes along 0
declare i64 @__weft_local_id(i32)
declare i32 @__weft_sub_groups()
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = call i64 @__weft_local_id(i32 0)
  ;count %count = call i32 @__weft_sub_groups()
  ;count store i32 %count, ptr %p
  %row = lshr i64 %x, 4
  %column = and i64 %x, 15
  %start = mul i64 %row, 1000
  %tile = add i64 %start, %column
  %slot = getelementptr float, ptr %p, i64 %tile
  %before = load float, ptr %slot
  %after = fadd float %before, 1.0
  store float %after, ptr %slot
  ret void
}

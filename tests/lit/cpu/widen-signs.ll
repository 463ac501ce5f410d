; An extension goes through arithmetic and truncations that keep the value in its own sign only.
; RUN: %weft-pass %s --passes=ids,widen | FileCheck %s --check-prefix=KEPT
; RUN: sed -e 's/trunc nsw/trunc nuw/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=STAYS
; RUN: sed -e 's/trunc nsw/trunc/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=STAYS
; RUN: sed -e 's/add nsw/add nuw/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=STAYS
; RUN: sed -e 's/sext/zext/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=STAYS
; RUN: sed -e 's/sext/zext/' -e 's/trunc nsw/trunc nuw/' -e 's/add nsw/add nuw/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=UNSIGNED
; RUN: sed -e 's/add nsw i32 %%x, -5/shl nsw i32 %%x, 3/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=SHIFTED
; RUN: sed -e 's/add nsw i32 %%x, -5/shl nsw i32 3, %%x/' %s | %weft-pass --passes=ids,widen | FileCheck %s --check-prefix=STAYS

; KEPT: add nsw i64 %item0, -5
; UNSIGNED: add nuw i64 %item0, 4294967291
; SHIFTED: shl nsw i64 %item0, 3
; STAYS-NOT: {{(add|shl).*}} i64 %item0
; STAYS: {{[sz]ext}} i32
declare i64 @__weft_global_id(i32)

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %id = call i64 @__weft_global_id(i32 0)
  %x = trunc nsw i64 %id to i32
  %i = add nsw i32 %x, -5
  %index = sext i32 %i to i64
  %q = getelementptr float, ptr %p, i64 %index
  store float 1.0, ptr %q
  ret void
}

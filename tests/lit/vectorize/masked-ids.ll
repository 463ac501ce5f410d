; Where lanes rest, the first one's id may lie beyond all that take part: nothing is known of it.
; RUN: %weft-opt %s --width=8 | FileCheck %s --check-prefix=ALL
; RUN: %weft-opt %s --width=8 --masked | FileCheck %s --check-prefix=MASKED

; ALL: define {{.*}}@scale.v8(ptr %x, i64 noundef range(i64 0, 100) %id)
; MASKED: define {{.*}}@scale.v8m(ptr %x, i64 %id, <8 x i1> %active)
define void @scale(ptr %x, i64 noundef range(i64 0, 100) "weft-varying" %id) {
  %p = getelementptr inbounds float, ptr %x, i64 %id
  store float 1.0, ptr %p
  ret void
}

; Stores that go around the caches begin at multiples of a vector's size, up to a cache line; masked ones and those of a
; few bytes go through the caches.
; RUN: %weft-opt %s --width=16 | FileCheck %s
; RUN: %weft-opt %s --width=16 --masked | FileCheck %s --check-prefix=MASKED
; RUN: %weft-opt %s --width=8 | FileCheck %s --check-prefix=NARROW

; CHECK-LABEL: @stream.v16(
; CHECK: store <16 x float> {{.*}}, align 64, !nontemporal
; CHECK: store <16 x i8> {{.*}}, align 16, !nontemporal
; MASKED-LABEL: @stream.v16m(
; MASKED-NOT: !nontemporal
; NARROW-LABEL: @stream.v8(
; NARROW: store <8 x float> {{.*}}, align 32, !nontemporal
; NARROW: store <8 x i8> {{.*}}, align 1{{$}}
define void @stream(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr inbounds float, ptr %x, i64 %id
  store float 1.0, ptr %p, !nontemporal !0
  %q = getelementptr inbounds i8, ptr %y, i64 %id
  store i8 2, ptr %q, !nontemporal !0
  ret void
}

; CHECK-LABEL: @backwards.v16(
; CHECK-NOT: !nontemporal
define void @backwards(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %i = sub i64 %n, %id
  %p = getelementptr float, ptr %x, i64 %i
  store float 1.0, ptr %p, !nontemporal !0
  ret void
}

!0 = !{i32 1}

; What some lanes keep of a vector in memory is stored again with the others, which no masked store does.
; RUN: %weft-pass %s --local=32 --passes=ids,whole-updates | FileCheck %s

; CHECK: %[[OLD:.*]] = load <8 x float>, ptr %p
; CHECK: %[[KEPT:.*]] = freeze <8 x float> %[[OLD]]
; CHECK-NEXT: %[[BOTH:.*]] = select <8 x i1> %{{.*}}, <8 x float> %v, <8 x float> %[[KEPT]]
; CHECK-NEXT: store <8 x float> %[[BOTH]], ptr %p
; CHECK-NOT: freeze
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %q = getelementptr i8, ptr %p, i64 32
  %v = load <8 x float>, ptr %q
  %old = load <8 x float>, ptr %p
  %m = fcmp ogt <8 x float> %v, %old
  %both = select <8 x i1> %m, <8 x float> %v, <8 x float> %old
  store <8 x float> %both, ptr %p
  %other = select <8 x i1> %m, <8 x float> %v, <8 x float> %old
  %r = getelementptr i8, ptr %p, i64 64
  store <8 x float> %other, ptr %r
  ret void
}

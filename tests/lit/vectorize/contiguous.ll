; Neighbouring lanes at neighbouring addresses are one vector access; under a mask, a masked one.
; RUN: %weft-opt %s --width=8 | FileCheck %s
; RUN: %weft-opt %s --width=8 --masked | FileCheck %s --check-prefix=MASKED

; CHECK-LABEL: @scale.v8(
; CHECK: load <8 x float>, ptr %{{.*}}, align 4
; CHECK: fmul <8 x float>
; CHECK: store <8 x float>
; MASKED-LABEL: @scale.v8m(
; MASKED-SAME: <8 x i1> %active
; MASKED: call <8 x float> @llvm.masked.load.v8f32.p0({{.*}}<8 x i1> %active
; MASKED: call void @llvm.masked.store.v8f32.p0({{.*}}<8 x i1> %active
define void @scale(ptr %x, float %a, i64 "weft-varying" %id) {
  %p = getelementptr inbounds float, ptr %x, i64 %id
  %v = load float, ptr %p
  %m = fmul float %v, %a
  store float %m, ptr %p
  ret void
}


; CHECK-LABEL: @backwards.v8(
; CHECK: getelementptr i8, ptr %{{.*}}, i64 -28
; CHECK: load <8 x float>
; CHECK: shufflevector {{.*}}<i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; MASKED-LABEL: @backwards.v8m(
; MASKED: [[LANES:%.*]] = shufflevector <8 x i1> %active, {{.*}}<i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; MASKED: @llvm.masked.load.v8f32.p0({{.*}}<8 x i1> [[LANES]]
define void @backwards(ptr %x, ptr %y, i64 %n, i64 "weft-varying" %id) {
  %i = sub i64 %n, %id
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %y, i64 %id
  store float %v, ptr %q
  ret void
}

; LLVM writes -1 - i as an exclusive or.
; CHECK-LABEL: @complement.v8(
; CHECK: getelementptr i8, ptr %{{.*}}, i64 -28
; CHECK: load <8 x float>
; CHECK: shufflevector {{.*}}<i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
define void @complement(ptr %end, ptr %y, i64 "weft-varying" %id) {
  %i = xor i64 %id, -1
  %p = getelementptr float, ptr %end, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %y, i64 %id
  store float %v, ptr %q
  ret void
}

; The same in 32 bits, extended: it does not wrap.
; CHECK-LABEL: @narrow_complement.v8(
; CHECK-NOT: gather
; CHECK: shufflevector {{.*}}<i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
define void @narrow_complement(ptr %end, ptr %y, i64 range(i64 0, 2147483648) "weft-varying" %id) {
  %n = trunc nuw nsw i64 %id to i32
  %c = xor i32 %n, -1
  %i = sext i32 %c to i64
  %p = getelementptr float, ptr %end, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %y, i64 %id
  store float %v, ptr %q
  ret void
}

; Every third element: three vectors, the last of which ends with the last lane's, so that nothing beyond it is read.
; CHECK-LABEL: @every_third.v8(
; CHECK: %[[START:.*]] = getelementptr float, ptr %x
; CHECK: getelementptr i8, ptr %[[START]], i64 0
; CHECK: load <8 x float>
; CHECK: getelementptr i8, ptr %[[START]], i64 32
; CHECK: load <8 x float>
; CHECK: getelementptr i8, ptr %[[START]], i64 56
; CHECK: load <8 x float>
; CHECK: shufflevector {{.*}}<i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 poison, i32 poison>
; CHECK: shufflevector {{.*}}<i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 12, i32 15>
; MASKED-LABEL: @every_third.v8m(
; MASKED: masked.gather
define void @every_third(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %i = mul i64 %id, 3
  %p = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %p
  %q = getelementptr float, ptr %y, i64 %id
  store float %v, ptr %q
  ret void
}

; Of bytes, too, which no gather knows.
; CHECK-LABEL: @every_second_byte.v8(
; CHECK-COUNT-2: load <8 x i8>
; CHECK: shufflevector {{.*}}<i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
define void @every_second_byte(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %i = shl i64 %id, 1
  %p = getelementptr i8, ptr %x, i64 %i
  %v = load i8, ptr %p
  %q = getelementptr i8, ptr %y, i64 %id
  store i8 %v, ptr %q
  ret void
}

; CHECK-LABEL: @bits.v8(
; CHECK: load <8 x i8>
; CHECK: trunc <8 x i8> %{{.*}} to <8 x i1>
; CHECK: zext <8 x i1> %{{.*}} to <8 x i8>
; CHECK: store <8 x i8>
define void @bits(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i8, ptr %x, i64 %id
  %v = load i1, ptr %p
  %n = xor i1 %v, true
  store i1 %n, ptr %p
  ret void
}

; Three bytes are no element that a mask or a gather knows: each lane stores its own.
; MASKED-LABEL: @three_bytes.v8m(
; MASKED-NOT: masked
; MASKED-COUNT-8: store i24
define void @three_bytes(ptr %x, i24 %v, i64 "weft-varying" %id) {
  %n = trunc i64 %id to i24
  %sum = add i24 %n, %v
  %p = getelementptr [3 x i8], ptr %x, i64 %id
  store i24 %sum, ptr %p, align 1
  ret void
}

; Every second to fourth element is written under masks, what lies between them is not.
; CHECK-LABEL: @write_every_third.v8(
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 poison, i32 poison, i32 1,
; CHECK-NEXT: call void @llvm.masked.store.v8f32.p0(<8 x float> %{{.*}}, ptr align 4 %{{.*}}, <8 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false>)
; CHECK: <8 x i1> <i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true>)
; CHECK: <8 x i1> <i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
; CHECK-NOT: masked.store
define void @write_every_third(ptr %x, ptr %y, i64 range(i64 0, 1000) "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %i = mul nuw nsw i64 %id, 3
  %q = getelementptr float, ptr %y, i64 %i
  store float %v, ptr %q
  ret void
}

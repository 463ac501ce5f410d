; Lanes that take no part divide by one; 32-bit integers divide as doubles, which is exact, and
; by what all lanes share with the upper half of a product.
; RUN: %weft-opt %s --width=4 --masked | FileCheck %s
; RUN: %weft-opt %s --width=16 | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: @narrow.v4m(
; CHECK: select <4 x i1> %active, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: sitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: fdiv <4 x double>
; CHECK: fptosi <4 x double> %{{.*}} to <4 x i32>
define void @narrow(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %q = getelementptr i32, ptr %y, i64 %id
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %d = sdiv i32 %a, %b
  store i32 %d, ptr %p
  ret void
}

; Numbers of 64 bits are divided one by one, in the lanes that take part.
; CHECK-LABEL: @wide.v4m(
; CHECK: call i64 @llvm.cttz.i64(
; CHECK: sdiv i64
; CHECK-NOT: sdiv
; CHECK-LABEL: define
; WIDE-LABEL: @wide.v16(
; WIDE: sdiv <16 x i64>
define void @wide(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr i64, ptr %x, i64 %id
  %q = getelementptr i64, ptr %y, i64 %id
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %d = sdiv i64 %a, %b
  store i64 %d, ptr %p
  ret void
}

; The id is known to be small, and n the same for all.
; CHECK-LABEL: @index.v4m(
; CHECK-DAG: %[[REAL:.*]] = uitofp <4 x i64> %{{.*}} to <4 x double>
; CHECK-DAG: fadd <4 x double> %[[REAL]], splat (double 5.000000e-01)
; CHECK-DAG: fdiv double 1.000000e+00,
; CHECK: fmul <4 x double>
; CHECK-NOT: udiv
; CHECK-LABEL: define
define void @index(ptr %x, i64 %n, i64 range(i64 0, 2147483648) "weft-varying" %id) {
  %row = udiv i64 %id, %n
  %p = getelementptr i64, ptr %x, i64 %id
  store i64 %row, ptr %p
  ret void
}

; The reciprocal is written before lanes divide: nothing of it traps, the divisor is not taken as 0.
; CHECK-LABEL: @signs.v4m(
; CHECK: %[[D:.*]] = call i32 @llvm.umax.i32(i32 %{{.*}}, i32 1)
; CHECK: call i32 @llvm.ctlz.i32(
; CHECK: fdiv double
; CHECK: mul <2 x i64>
; CHECK: add <2 x i64>
; CHECK: mul <2 x i64>
; CHECK: add <2 x i64>
; CHECK: shufflevector <4 x i32>
; CHECK-NOT: sdiv
; CHECK-LABEL: define
define void @signs(ptr %x, i32 %n, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %a = load i32, ptr %p
  %d = sdiv i32 %a, %n
  store i32 %d, ptr %p
  ret void
}

; Bytes at even and at odd places by themselves: neither unpacked nor packed. The quotient by 1 is the dividend.
; WIDE-LABEL: @bytes.v16(
; WIDE-COUNT-2: call <8 x i16> @llvm.x86.sse2.pmulhu.w(
; WIDE: and <16 x i8>
; CHECK-LABEL: @bytes.v4m(
; CHECK-COUNT-2: mul <2 x i32>
; CHECK-NOT: trunc <4 x i16>
; CHECK-NOT: udiv
; CHECK-LABEL: define
define void @bytes(ptr %x, i8 %n, i64 "weft-varying" %id) {
  %p = getelementptr i8, ptr %x, i64 %id
  %a = load i8, ptr %p
  %d = udiv i8 %a, %n
  store i8 %d, ptr %p
  ret void
}

; WIDE-LABEL: @words.v16(
; WIDE: call <16 x i16> @llvm.uadd.sat.v16i16(
; WIDE-COUNT-2: call <8 x i16> @llvm.x86.sse2.pmulhu.w(
; WIDE: lshr <16 x i16>
; WIDE-NOT: sub <16 x i16>
; WIDE: store <16 x i16>
define void @words(ptr %x, i16 %n, i64 "weft-varying" %id) {
  %p = getelementptr i16, ptr %x, i64 %id
  %a = load i16, ptr %p
  %d = udiv i16 %a, %n
  store i16 %d, ptr %p
  ret void
}

; CHECK-LABEL: @longs.v4m(
; CHECK: call i64 @__weft_rare_reciprocal_u64(i64 %{{.*}})
; CHECK-COUNT-4: mul <4 x i64>
; CHECK-NOT: div <4 x i64>
; CHECK-LABEL: define
define void @longs(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %p = getelementptr i64, ptr %x, i64 %id
  %a = load i64, ptr %p
  %d = urem i64 %a, %n
  store i64 %d, ptr %p
  ret void
}

; A divisor that a loop changes is not worth its reciprocal.
; CHECK-LABEL: @changes.v4m(
; CHECK: uitofp <4 x i32>
; CHECK: fmul <4 x double>
; CHECK-NOT: mul <2 x i64>
; CHECK: ret void
define void @changes(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %a = load i32, ptr %p
  br label %loop
loop:
  %by = phi i32 [ 1, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %d = udiv i32 %a, %by
  %more = add i32 %sum, %d
  %next = add i32 %by, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr %p
  ret void
}

; Wider ones are the library's work: one call in a loop.
; CHECK-LABEL: @widest.v4m(
; CHECK: call i64 @llvm.cttz.i64(
; CHECK: urem i128
; CHECK-NOT: urem
; WIDE-LABEL: @widest.v16(
; WIDE: lane:
; WIDE: urem i128
; WIDE-NOT: urem
define void @widest(ptr %x, ptr %y, i64 "weft-varying" %id) {
  %p = getelementptr i64, ptr %x, i64 %id
  %q = getelementptr i64, ptr %y, i64 %id
  %a = load i64, ptr %p
  %b = load i64, ptr %q
  %wide = zext i64 %a to i128
  %square = mul i128 %wide, %wide
  %modulus = zext i64 %b to i128
  %rest = urem i128 %square, %modulus
  %r = trunc i128 %rest to i64
  store i64 %r, ptr %p
  ret void
}

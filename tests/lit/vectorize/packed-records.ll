; Narrow fields of records that adjoin are parts of words.
; RUN: %weft-opt %s --width=8 | FileCheck %s

; CHECK-LABEL: @pixels.v8(
; CHECK: [[WORDS:%.*]] = load <8 x i32>, ptr %{{.*}}, align 1
; CHECK-NOT: load
; CHECK: lshr <8 x i32> [[WORDS]], splat (i32 8)
; CHECK: lshr <8 x i32> [[WORDS]], splat (i32 24)
; CHECK: or <8 x i32>
; CHECK: store <8 x i32>
; CHECK-NOT: store
; CHECK: ret void
define void @pixels(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %o = mul nuw nsw i64 %id, 4
  %p = getelementptr inbounds i8, ptr %x, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %p3 = getelementptr inbounds i8, ptr %p, i64 3
  %r = load i8, ptr %p, align 1
  %g = load i8, ptr %p1, align 1
  %b = load i8, ptr %p2, align 1
  %a = load i8, ptr %p3, align 1
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %q2 = getelementptr inbounds i8, ptr %q, i64 2
  %q3 = getelementptr inbounds i8, ptr %q, i64 3
  store i8 %b, ptr %q, align 1
  store i8 %g, ptr %q1, align 1
  store i8 %r, ptr %q2, align 1
  store i8 %a, ptr %q3, align 1
  ret void
}

; Two halves of a word, where some lanes take part.
; CHECK-LABEL: @some.v8(
; CHECK: call <8 x i32> @llvm.masked.load.v8i32
; CHECK: bitcast <8 x i16> %{{.*}} to <8 x half>
; CHECK: call void @llvm.masked.store.v8i32
; CHECK-NOT: half, ptr
; CHECK: ret void
define void @some(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %body, label %end
body:
  %o = mul nuw nsw i64 %id, 4
  %p = getelementptr inbounds i8, ptr %x, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 2
  %re = load half, ptr %p, align 2
  %im = load half, ptr %p1, align 2
  %m = fneg half %im
  store half %m, ptr %p, align 2
  store half %re, ptr %p1, align 2
  br label %end
end:
  ret void
}

; Fields of which some are not read, or whose records lie apart, are what they were.
; CHECK-LABEL: @in_part.v8(
; CHECK-NOT: load <8 x i32>
; CHECK: ret void
define void @in_part(ptr %x, ptr %out, i64 "weft-varying" %id) {
  %o = mul nuw nsw i64 %id, 4
  %p = getelementptr inbounds i8, ptr %x, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %r = load i8, ptr %p, align 1
  %g = load i8, ptr %p1, align 1
  %s = add i8 %r, %g
  %q = getelementptr inbounds i8, ptr %out, i64 %id
  store i8 %s, ptr %q, align 1
  ret void
}

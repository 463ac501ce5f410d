; Cheap regions run under their mask without a test; regions that touch memory at scattered places are jumped over when no
; lane needs them.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @cheap.v4(
; CHECK-NOT: br i1
; CHECK: select <4 x i1>
; CHECK: store <4 x float>
define void @cheap(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %c = fcmp olt float %v, 0.0
  br i1 %c, label %then, label %join
then:
  %n = fmul float %v, 3.0
  br label %join
join:
  %r = phi float [%v, %entry], [%n, %then]
  store float %r, ptr %p
  ret void
}

; CHECK-LABEL: @gathers.v4(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %then, label %join
; CHECK: call <4 x i32> @llvm.masked.gather
define void @gathers(ptr %x, ptr %table, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %join
then:
  %i = sext i32 %v to i64
  %q = getelementptr i32, ptr %table, i64 %i
  %t = load i32, ptr %q
  br label %join
join:
  %r = phi i32 [0, %entry], [%t, %then]
  store i32 %r, ptr %p
  ret void
}

; A uniform address is read only if some lane wants it.
; CHECK-LABEL: @uniform_load.v4(
; CHECK: br i1 %{{.*}}, label %then, label %join
; CHECK: load i32, ptr %u
define void @uniform_load(ptr %x, ptr %u, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %join
then:
  %t = load i32, ptr %u
  br label %join
join:
  %r = phi i32 [0, %entry], [%t, %then]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @choice.v4(
; CHECK: icmp eq <4 x i32> %{{.*}}, splat (i32 1)
; CHECK: icmp eq <4 x i32> %{{.*}}, splat (i32 5)
; CHECK-NOT: switch
; CHECK: store <4 x i32>
define void @choice(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  switch i32 %v, label %join [ i32 1, label %one
                               i32 5, label %five ]
one:
  br label %join
five:
  br label %join
join:
  %r = phi i32 [%v, %entry], [10, %one], [50, %five]
  store i32 %r, ptr %p
  ret void
}

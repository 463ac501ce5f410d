; Intrinsics with a vector form use it; unknown functions are called for each active lane; sub-group functions act on lanes.
; RUN: %weft-opt %s --width=4 --masked | FileCheck %s

; CHECK-LABEL: @known.v4m(
; CHECK: call <4 x float> @llvm.fma.v4f32
; CHECK: call <4 x float> @llvm.sqrt.v4f32
define void @known(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %f = call float @llvm.fma.f32(float %v, float %v, float 1.0)
  %s = call float @llvm.sqrt.f32(float %f)
  store float %s, ptr %p
  ret void
}

; CHECK-LABEL: @unknown.v4m(
; CHECK: %[[LEFT:.*]] = phi i64
; CHECK: %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[LEFT]]
; CHECK: call i32 @user(i32
; CHECK: br i1
define void @unknown(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %r = call i32 @user(i32 %v)
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: @lanes.v4m(
; CHECK: call i4 @llvm.ctpop.i4
; CHECK: select <4 x i1> %active, <4 x i32> %{{.*}}, <4 x i32> splat (i32 2147483647)
; CHECK: call <2 x i32> @llvm.smin.v2i32
define void @lanes(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  %n = call i32 @__weft_sub_group_range()
  %m = call i32 @__weft_sub_group_reduce_min_i32(i32 %v)
  %s = add i32 %n, %m
  store i32 %s, ptr %p
  ret void
}

; CHECK-LABEL: @put.v4m(
; CHECK: call void @weft.group.put.add.v4f32(i32 0, <4 x float> %{{.*}}, <4 x i1> %active)
; CHECK: %[[TOTAL:.*]] = call float @weft.group.get.add.f32(i32 0)
define void @put(ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  call void @weft.group.put.add.f32(i32 0, float %v)
  call void @__weft_barrier(i32 2)
  %t = call float @weft.group.get.add.f32(i32 0)
  store float %t, ptr %p
  ret void
}

; CHECK-LABEL: @split.v4m(
; CHECK: select <4 x i1> %active, <4 x i1> %{{.*}}, <4 x i1> splat (i1 true)
; CHECK: icmp eq i4 %{{.*}}, -1
define void @split(ptr %x, i64 "weft-varying" %id) {
  %c = icmp ult i64 %id, 100
  %all = call i1 @weft.lanes.all(i1 %c)
  br i1 %all, label %then, label %join
then:
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 1, ptr %p
  br label %join
join:
  ret void
}

; CHECK-LABEL: @steady.v4m(
; CHECK: icmp ule i32 %{{.*}}, -4
; CHECK: [[AT:%.*]] = zext i32 %{{.*}} to i64
; CHECK: getelementptr i32, ptr %x, i64 [[AT]]
; CHECK: call void @llvm.masked.store.v4i32
define void @steady(ptr %x, i32 %n, i64 "weft-varying" %id) {
  %i = trunc i64 %id to i32
  %j = add i32 %i, %n
  %steady = call i1 @weft.lanes.steady.u32(i32 %j)
  br i1 %steady, label %then, label %join
then:
  %wide = zext i32 %j to i64
  %at = call i64 @weft.lanes.extend(i64 %wide)
  %p = getelementptr i32, ptr %x, i64 %at
  store i32 1, ptr %p
  br label %join
join:
  ret void
}

; CHECK-LABEL: @shifted.v4m(
; CHECK: [[UP:%.*]] = add i64 %{{.*}}, %n
; CHECK: icmp sle i64 [[UP]], 9223372023969873919
; CHECK: [[AT:%.*]] = ashr i64 [[UP]], 30
; CHECK: getelementptr i8, ptr %x, i64 [[AT]]
; CHECK: call void @llvm.masked.store.v4i32
define void @shifted(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %up = shl i64 %id, 32
  %sum = add i64 %up, %n
  %steady = call i1 @weft.lanes.steady.i64(i64 %sum)
  br i1 %steady, label %then, label %join
then:
  %down = ashr exact i64 %sum, 30
  %at = call i64 @weft.lanes.extend(i64 %down)
  %p = getelementptr i8, ptr %x, i64 %at
  store i32 1, ptr %p
  br label %join
join:
  ret void
}

declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare i32 @user(i32)
declare i32 @__weft_sub_group_range()
declare i32 @__weft_sub_group_reduce_min_i32(i32)
declare void @weft.group.put.add.f32(i32, float)
declare float @weft.group.get.add.f32(i32)
declare void @__weft_barrier(i32) convergent
declare i1 @weft.lanes.all(i1)
declare i1 @weft.lanes.steady.u32(i32)
declare i1 @weft.lanes.steady.i64(i64)
declare i64 @weft.lanes.extend(i64)

; An argument that is one number for all lanes of the vector form has to be one.
; CHECK-LABEL: @powers.v4m(
; CHECK: call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %{{.*}}, i32 %k)
; CHECK: call float @llvm.powi.f32.i32(
define void @powers(ptr %x, i32 %k, i64 "weft-varying" %id) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %same = call float @llvm.powi.f32.i32(float %v, i32 %k)
  %n = fptosi float %v to i32
  %own = call float @llvm.powi.f32.i32(float %same, i32 %n)
  store float %own, ptr %p
  ret void
}
declare float @llvm.powi.f32.i32(float, i32)

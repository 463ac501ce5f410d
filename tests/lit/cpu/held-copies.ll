; RUN: %weft-pass %s --prepare | FileCheck %s
; A variable between two copies becomes a register; one that something else touches, or that is copied in part, stays.

; CHECK-LABEL: define {{.*}}void @kernel(
; CHECK: %kept = alloca
; CHECK-NOT: alloca
; CHECK: [[HELD:%.*]] = load <4 x i32>, ptr %a, align 16
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}%a, ptr {{.*}}%b, i64 16, i1 false)
; CHECK: store <4 x i32> [[HELD]], ptr %b, align 16
; CHECK: load <3 x i16>, ptr %a, align 2
; CHECK: store <3 x i16> {{.*}}, ptr %b, align 2
; CHECK: call void @use(
define void @kernel(ptr %args) {
  %held = alloca [4 x float], align 16
  %odd = alloca [3 x i16], align 2
  %kept = alloca [4 x float], align 16
  %place = getelementptr ptr, ptr %args, i64 1
  %a = load ptr, ptr %args
  %b = load ptr, ptr %place
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %held, ptr align 16 %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %b, ptr align 16 %held, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 2 %odd, ptr align 2 %a, i64 6, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 2 %b, ptr align 2 %odd, i64 6, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %kept, ptr align 16 %a, i64 16, i1 false)
  call void @use(ptr %kept)
  ret void
}

define void @use(ptr %p) noinline {
  call void asm sideeffect "", "r"(ptr %p)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

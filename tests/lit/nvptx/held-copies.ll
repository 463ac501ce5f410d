; RUN: %weft-ptx %s | FileCheck %s
; A variable between two copies becomes registers; one that something else touches stays.

; CHECK: .entry kernel
; CHECK: .local .align 16 .b8 {{.*}}[16];
; CHECK: ld.global.v4.b32 {[[HELD:.*]]}, [[A:.*]];
; CHECK: ld.global.v4.b32 {[[MOVED:.*]]}, [[B:.*]];
; CHECK: st.global.v4.b32 [[A]], {[[MOVED]]};
; CHECK: st.global.v4.b32 [[B]], {[[HELD]]};
; CHECK: ld.global.b64
; CHECK: st.global.b32
; CHECK: st.global.b16
; CHECK: ld.local.b32
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
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
  %seen = load volatile i32, ptr %kept
  store i32 %seen, ptr %a
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

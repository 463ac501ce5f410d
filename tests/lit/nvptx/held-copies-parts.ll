; RUN: %weft-ptx %s | FileCheck %s
; A variable of which a part is copied on gives no more than that.

; CHECK: .entry kernel
; CHECK-NOT: st.global.v4
; CHECK: st.global.{{v2.b32|b64}}
; CHECK-NOT: st.global
; CHECK: ret
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %held = alloca [4 x float], align 16
  %place = getelementptr ptr, ptr %args, i64 1
  %a = load ptr, ptr %args
  %b = load ptr, ptr %place
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %held, ptr align 16 %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %b, ptr align 16 %held, i64 8, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

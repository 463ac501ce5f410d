; RUN: %weft-ptx %s | FileCheck %s
; Small copies of what lies at multiples of 16 bytes are read in words of 16 before the first is written; others go as LLVM has them.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: .entry kernel
; CHECK: ld.global.v4.b32 {{.*}}, [%rd[[A:[0-9]+]]]
; CHECK-NEXT: ld.global.v4.b32 {{.*}}, [%rd[[A]]+16]
; CHECK-NEXT: st.global.v4.b32
; CHECK-NEXT: st.global.v4.b32
; CHECK-NOT: v4
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %from = load ptr, ptr %args
  %to.at = getelementptr i8, ptr %args, i64 8
  %to = load ptr, ptr %to.at
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

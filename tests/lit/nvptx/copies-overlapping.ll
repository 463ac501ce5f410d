; RUN: %weft-ptx %s | FileCheck %s
; Memory that may overlap is copied from the end that is not written to first, and volatile memory byte by byte, as it is written.
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: setp.{{[a-z]+}}.u64
; CHECK: ld.volatile
; CHECK-NOT: ld.global.v4
; CHECK: ret
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %out, ptr align 16 %in, i64 256, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %in, ptr align 16 %out, i64 256, i1 true)
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; What is left of a copy behind its last wide word goes in narrower ones, and no byte behind it is touched.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: ld.global.b64
; CHECK: ld.global.b32 {{.*}}+128]
; CHECK: ld.global.b16 {{.*}}+132]
; CHECK: ld.global.b8 {{.*}}+134]
; CHECK-NOT: ld.global
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %out, ptr align 8 %in, i64 135, i1 false)
  ret void
}

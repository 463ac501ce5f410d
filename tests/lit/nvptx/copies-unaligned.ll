; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/align 4 %%out, ptr align 16 %%in/align 16 %%out, ptr align 4 %%in/' %s | %weft-ptx | FileCheck %s
; Copies go in words no larger than both sides are aligned.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-NOT: .v4
; CHECK: ld{{.*}}.b32
; CHECK-NOT: .v4
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %out, ptr align 16 %in, i64 256, i1 false)
  ret void
}

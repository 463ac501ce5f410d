; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/ptr noalias/ptr/' %s | %weft-ptx | FileCheck %s --check-prefix=PLAIN
; `__restrict__` of a function that clang has not optimised outlives its inlining.

; CHECK: ld.global.nc.b32
; PLAIN-NOT: ld.global.nc
define void @copy(ptr noalias %dst, ptr %src) {
  %dst.at = alloca ptr
  %src.at = alloca ptr
  store ptr %dst, ptr %dst.at
  store ptr %src, ptr %src.at
  %1 = load ptr, ptr %src.at
  %2 = load i32, ptr %1
  %3 = load ptr, ptr %dst.at
  store i32 %2, ptr %3
  ret void
}

define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %src = load ptr, ptr %args
  %dst.at = getelementptr i8, ptr %args, i64 8
  %dst = load ptr, ptr %dst.at
  call void @copy(ptr %dst, ptr %src)
  ret void
}

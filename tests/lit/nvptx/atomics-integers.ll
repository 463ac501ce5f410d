; RUN: %weft-ptx %s | FileCheck %s
; Minima and maxima of integers look first, too, where nobody waits for what they release.
declare i32 @__weft_atomic_fetch_max_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_fetch_min_u32(ptr, i32, i32, i32)

; CHECK: ld.relaxed.gpu.global.b32
; CHECK: bra
; CHECK: atom.global.max.s32
; CHECK-NOT: ld.{{.*}}global
; CHECK: red.release.gpu.global.min.u32
; CHECK: ld.acquire.gpu.global.b32
; CHECK: atom.acquire.gpu.global.max.s32
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %n.at
  %seen = call i32 @__weft_atomic_fetch_max_i32(ptr %p, i32 %n, i32 0, i32 3)
  %p4 = getelementptr i8, ptr %p, i64 4
  %1 = call i32 @__weft_atomic_fetch_min_u32(ptr %p4, i32 %seen, i32 2, i32 3)
  %p8 = getelementptr i8, ptr %p, i64 8
  %2 = call i32 @__weft_atomic_fetch_max_i32(ptr %p8, i32 %seen, i32 1, i32 3)
  store i32 %2, ptr %p8
  ret void
}

; Who looks first compares as the operation does, gives what was there, and subtraction adds the negative number.
; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/fetch_min_i/fetch_max_i/' -e 's/fetch_min_u/fetch_max_u/' %s | %weft-ptx | FileCheck %s
; RUN: sed -e 's/fetch_min_i32/fetch_sub_i32/' -e 's/fetch_min_u32/fetch_sub_u32/' %s | %weft-ptx | FileCheck %s --check-prefix=SUB

; CHECK: ld.relaxed.gpu.global.b32 %[[SEEN:r[0-9]+]],
; CHECK: setp.{{[a-z]+}}.s32 {{.*}}%[[SEEN]]
; CHECK: atom.global.{{min|max}}.s32 %{{.*}}
; CHECK: ld.relaxed.gpu.global.b32 %[[OTHER:r[0-9]+]],
; CHECK: setp.{{[a-z]+}}.u32 {{.*}}%[[OTHER]]
; CHECK: atom.global.{{min|max}}.u32

; SUB: neg.s32 %[[NEGATED:r[0-9]+]],
; SUB: atom.global.add.u32 %{{.*}}, [%{{.*}}], %[[NEGATED]];
declare i32 @__weft_atomic_fetch_min_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_fetch_min_u32(ptr, i32, i32, i32)

define void @kernel(ptr byval([32 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %n.at
  %1 = call i32 @__weft_atomic_fetch_min_i32(ptr %p, i32 %n, i32 0, i32 3)
  %q = getelementptr i8, ptr %p, i64 64
  %2 = call i32 @__weft_atomic_fetch_min_u32(ptr %q, i32 %n, i32 0, i32 3)
  %sum = add i32 %1, %2
  %r = getelementptr i8, ptr %p, i64 128
  store i32 %sum, ptr %r
  ret void
}

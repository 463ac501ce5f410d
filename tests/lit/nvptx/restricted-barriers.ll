; `__restrict__` says nothing of what other work-items write: what was read before a barrier is read again behind it, as
; it is behind an ordered atomic. A relaxed one orders nothing.
; RUN: %weft-ptx %s | FileCheck %s

; CHECK: ld.global.b32
; CHECK: bar.sync
; CHECK: st.global.b32
; CHECK: bar.sync
; CHECK: ld.global.b32
; CHECK: atom.{{.*}}acquire
; CHECK: ld.global.b32
; CHECK: atom.global.add
; CHECK-NOT: ld.global
; CHECK: ret
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
define internal void @step(ptr noalias %common, ptr noalias %out, ptr noalias %count) {
  %i = call i64 @__weft_local_id(i32 0)
  %own = getelementptr i32, ptr %common, i64 %i
  %twice = mul nuw nsw i64 %i, 2
  %even = getelementptr i32, ptr %common, i64 %twice
  %odd = getelementptr i8, ptr %even, i64 4
  %a = load i32, ptr %odd
  call void @__weft_barrier(i32 2)
  store i32 %a, ptr %own
  call void @__weft_barrier(i32 2)
  %b = load i32, ptr %odd
  %n = call i32 @__weft_atomic_fetch_add_i32(ptr %count, i32 1, i32 1, i32 3)
  %c = load i32, ptr %odd
  %m = call i32 @__weft_atomic_fetch_add_i32(ptr %count, i32 1, i32 0, i32 3)
  %d = load i32, ptr %odd
  %x = mul i32 %a, %b
  %y = mul i32 %c, %d
  %z = mul i32 %n, %m
  %xy = sub i32 %x, %y
  %sum = sub i32 %xy, %z
  store i32 %sum, ptr %out
  ret void
}
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %common = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %count.at = getelementptr i8, ptr %args, i64 16
  %count = load ptr, ptr %count.at
  call void @step(ptr %common, ptr %out, ptr %count)
  ret void
}

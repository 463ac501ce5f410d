; Work-items of several values of an id each have their own effects, also where these do not depend on it; what would fill one place several
; times keeps the values apart, and so do groups of several of them.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,atomics,jam | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;ATOMIC//' %s | %weft-pass --dims=2 --passes=ids,captures,atomics,jam | FileCheck %s --check-prefix=ATOMIC
; RUN: sed -e 's/;FILL//' %s | %weft-pass --dims=2 --passes=ids,captures,atomics,jam | FileCheck %s --check-prefix=APART
; RUN: %weft-pass %s --local=8,8 --dims=2 --passes=ids,captures,atomics,jam | FileCheck %s --check-prefix=APART

; PLAIN: ; jam 8 along 1
; ATOMIC: ; jam 8 along 1
; ATOMIC-COUNT-8: atomicrmw add
; APART: ; jam {{[01]}} along
declare i64 @__weft_global_id(i32)
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %cell.at = getelementptr i8, ptr %args, i64 8
  %cell = load ptr, ptr %cell.at
  %t = call i64 @__weft_global_id(i32 1)
  %tf = uitofp i64 %t to float
  %id = call i64 @__weft_global_id(i32 0)
;ATOMIC  %old = call i32 @__weft_atomic_fetch_add_i32(ptr %cell, i32 1, i32 0, i32 2)
;FILL  %byte = trunc i64 %t to i8
;FILL  call void @llvm.memset.p0.i64(ptr %cell, i8 %byte, i64 64, i1 false)
  br label %loop
loop:
  %i = phi i64 [%id, %entry], [%next, %loop]
  %acc = phi float [0.0, %entry], [%sum, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %d = fsub float %x, %tf
  %sum = fadd float %acc, %d
  %next = add i64 %i, 64
  %again = icmp ult i64 %next, 4096
  br i1 %again, label %loop, label %done
done:
  %row = mul i64 %t, 64
  %place = add i64 %row, %id
  %r = getelementptr float, ptr %p, i64 %place
  store float %sum, ptr %r
  ret void
}

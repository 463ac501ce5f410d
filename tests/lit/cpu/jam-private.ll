; Each of the items that run together has its own private array, also where only the index depends on the other dimension;
; what is stored where items differ is no obstacle, in whatever order values are looked at.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,jam | FileCheck %s

; CHECK: ; jam 8 along 1
; CHECK-COUNT-8: alloca [4 x float]
; CHECK-NOT: alloca
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %own = alloca [4 x float]
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %column = and i64 %y, 3
  %slot = getelementptr float, ptr %own, i64 %column
  store float 1.0, ptr %slot
  %yf = uitofp i64 %y to float
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %acc = phi float [0.0, %entry], [%sum, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %q
  %d = fsub float %v, %yf
  %sum = fadd float %acc, %d
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %done
done:
  %first = load float, ptr %own
  %total = fadd float %sum, %first
  %row = mul i64 %y, 1000
  %at = add i64 %row, %x
  %r = getelementptr float, ptr %p, i64 %at
  store float %total, ptr %r
  ret void
}

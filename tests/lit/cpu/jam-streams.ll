; Where lanes also read memory of each group's own, as many streams of it as groups would be read at once: no jam. Once
; for each row, whatever the lane, it is jammed.
; RUN: %weft-pass %s --local=64,1 --dims=2 --passes=ids,captures,group-ops,jam | FileCheck %s
; RUN: sed -e 's/add i64 .i, .row/add i64 0, \x25row/' %s | %weft-pass --local=64,1 --dims=2 --passes=ids,captures,group-ops,jam | FileCheck %s --check-prefix=SCALAR

; CHECK: ; jam 1 along
; CHECK: call float @weft.group.get.add.f32
; CHECK-NOT: call float @weft.group.get.add.f32
; SCALAR: ; jam 8 along 1
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_id(i32)
declare float @__weft_group_reduce_add_f32(float) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %t = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %t, 4096
  %l = call i64 @__weft_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [%l, %entry], [%next, %loop]
  %acc = phi float [0.0, %entry], [%sum, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %place = add i64 %i, %row
  %own = getelementptr float, ptr %p, i64 %place
  %y = load float, ptr %own
  %d = fmul float %x, %y
  %sum = fadd float %acc, %d
  %next = add i64 %i, 64
  %again = icmp ult i64 %next, 4096
  br i1 %again, label %loop, label %done
done:
  %total = call float @__weft_group_reduce_add_f32(float %sum)
  %r = getelementptr float, ptr %p, i64 %t
  store float %total, ptr %r
  ret void
}

; Two vectors per step where iterations wait for each other, and where they do not: instructions of two chains side by side keep
; processors busy that do not look as far ahead as the next iteration.
; RUN: %weft-pass %s --passes=ids,captures,schedule | FileCheck %s
; RUN: sed -e '/last = phi/d;s/fadd float %%last, 1.0/load float, ptr %%slot/;s/i64 %%x, 32/i64 %%x, 1/' %s | %weft-pass --passes=ids,captures,schedule | FileCheck %s
; Few work-items, which would leave most lanes idle, go through them in turn.
; RUN: %weft-pass %s --few-items --passes=ids,captures,schedule | FileCheck %s --check-prefix=FEW

; FEW: ; 1 lanes along 0
; CHECK: ; 32 lanes along 0
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %row = mul i64 %x, 32
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi float [ 0.0, %entry ], [ %z, %loop ]
  %at = add i64 %row, %j
  %slot = getelementptr float, ptr %p, i64 %at
  %t = fadd float %last, 1.0
  %m0 = fmul float %t, %t
  %a0 = fadd float %m0, 2.0
  %m1 = fmul float %a0, %a0
  %a1 = fadd float %m1, 2.0
  %m2 = fmul float %a1, %a1
  %a2 = fadd float %m2, 2.0
  %m3 = fmul float %a2, %a2
  %a3 = fadd float %m3, 2.0
  %m4 = fmul float %a3, %a3
  %a4 = fadd float %m4, 2.0
  %m5 = fmul float %a4, %a4
  %a5 = fadd float %m5, 2.0
  %m6 = fmul float %a5, %a5
  %a6 = fadd float %m6, 2.0
  %m7 = fmul float %a6, %a6
  %a7 = fadd float %m7, 2.0
  %m8 = fmul float %a7, %a7
  %a8 = fadd float %m8, 2.0
  %m9 = fmul float %a8, %a8
  %a9 = fadd float %m9, 2.0
  %m10 = fmul float %a9, %a9
  %a10 = fadd float %m10, 2.0
  %m11 = fmul float %a10, %a10
  %a11 = fadd float %m11, 2.0
  %z = fadd float %a11, 1.0
  store float %z, ptr %slot
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %loop, label %end
end:
  ret void
}

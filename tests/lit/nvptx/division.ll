; Four or more divisions by one number of the launch are steps of multiplications; fewer, those by other numbers, and those that
; may be products with the reciprocal anyway, stay divisions.
; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e '/MORE/d' %s | %weft-ptx | FileCheck %s --check-prefix=FEW
; RUN: sed -e 's/%%by = load float, ptr %%at/%%by = load float, ptr %%p/' %s | %weft-ptx | FileCheck %s --check-prefix=MEMORY
; RUN: sed -e 's/fdiv float/fdiv arcp float/' %s | %weft-ptx | FileCheck %s --check-prefix=FAST

; Zero, infinity and NaN are asked for once; scales are undone in two steps that are the whole one together.
; CHECK: add.s32 [[FIELD:%r[0-9]+]], {{%r[0-9]+}}, -255
; CHECK: setp.lt.u32 {{%p[0-9]+}}, [[FIELD]], -254
; CHECK: rcp
; CHECK: sub.s32 [[WHOLE:%r[0-9]+]], -100
; CHECK: shr.s32 [[HALF:%r[0-9]+]], [[WHOLE]], 1
; CHECK: sub.s32 {{%r[0-9]+}}, [[WHOLE]], [[HALF]]
; CHECK-NOT: div.
; CHECK-COUNT-4: st.global
; FEW-COUNT-3: div.
; MEMORY-COUNT-4: div.
; FAST-NOT: {{bfe|copysign|and.b32.*2147483647}}
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %by = load float, ptr %at
  %p1 = getelementptr float, ptr %p, i64 1
  %p2 = getelementptr float, ptr %p, i64 2
  %p3 = getelementptr float, ptr %p, i64 3
  %a = load float, ptr %p
  %b = load float, ptr %p1
  %c = load float, ptr %p2
  %d = load float, ptr %p3
  %qa = fdiv float %a, %by
  %qb = fdiv float %b, %by
  %qc = fdiv float %c, %by
  %qd = fdiv float %d, %by ; MORE
  store float %qa, ptr %p
  store float %qb, ptr %p1
  store float %qc, ptr %p2
  store float %qd, ptr %p3 ; MORE
  ret void
}

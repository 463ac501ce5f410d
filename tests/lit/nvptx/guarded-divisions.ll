; A division that one side of a choice needs is computed under its condition, with what only it needs; one that both
; need, and quick ones, before.
; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/float %%quotient, float %%x/float %%quotient, float %%twice/;s/call float @llvm/call afn float @llvm/' %s \
; RUN:   | %weft-ptx - | FileCheck %s --check-prefix=BEFORE
declare float @llvm.sqrt.f32(float)

; CHECK: .entry
; CHECK: setp.lt.s32 [[ONE:%p[0-9]+]], %r{{[0-9]+}}, 2;
; CHECK: @[[ONE]] bra
; CHECK-NEXT: add{{.*}}f32 [[LESS:%r[0-9]+]],
; CHECK-NEXT: cvt.rn.f32.s32 [[DIVISOR:%r[0-9]+]],
; CHECK-NEXT: div.rn{{.*}}f32 %r{{[0-9]+}}, [[LESS]], [[DIVISOR]];
; CHECK: setp.lt{{.*}}f32 [[BELOW:%p[0-9]+]]
; CHECK: @[[BELOW]] bra
; CHECK-NEXT: sqrt.rn
; CHECK: st.

; BEFORE: .entry
; BEFORE-NOT: bra
; BEFORE: ret;
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %k.at = getelementptr i8, ptr %args, i64 8
  %k = load i32, ptr %k.at
  %x = load float, ptr %p
  %more = icmp sgt i32 %k, 1
  %divisor = sitofp i32 %k to float
  %less = fsub float %x, 3.0
  %quotient = fdiv float %less, %divisor
  %twice = fmul float %quotient, 2.0
  %blend = select i1 %more, float %quotient, float %x
  %root = call float @llvm.sqrt.f32(float %blend)
  %below = fcmp olt float %blend, 1.0
  %result = select i1 %below, float %x, float %root
  store float %result, ptr %p
  ret void
}

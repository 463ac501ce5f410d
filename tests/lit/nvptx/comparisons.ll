; RUN: %weft-ptx %s | FileCheck %s
; Comparisons do not flush what arithmetic does: ptxas would join them with no logic of predicates.

; CHECK: add.rn.ftz.f32
; CHECK: setp.{{[a-z]+}}.f32
; CHECK: setp.{{[a-z]+}}.f32
; CHECK-NOT: setp.{{[a-z]+}}.ftz
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %a.at = getelementptr i8, ptr %args, i64 8
  %a = load float, ptr %a.at
  %b.at = getelementptr i8, ptr %args, i64 12
  %b = load float, ptr %b.at
  %c.at = getelementptr i8, ptr %args, i64 16
  %c = load float, ptr %c.at
  %sum = fadd float %a, %b
  %over = fcmp ogt float %sum, %c
  %under = fcmp ogt float %b, %c
  %between = xor i1 %over, %under
  br i1 %between, label %yes, label %no
yes:
  store float %sum, ptr %out
  br label %no
no:
  ret void
}

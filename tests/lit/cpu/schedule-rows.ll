; Rows of any length that lie anywhere: where the processor does not gather, items go through them alone. Where lanes know
; that they are neighbours, or that their rows are equally long, they stay together.
; RUN: %weft-pass %s --scalar-loads --passes=ids,captures,schedule | FileCheck %s --check-prefix=ALONE
; RUN: %weft-pass %s --passes=ids,captures,schedule | FileCheck %s --check-prefix=TOGETHER
; RUN: sed -e 's/\[%%start/[0/;s/%%next, %%end/%%next, 100/' %s | %weft-pass --scalar-loads --passes=ids,captures,schedule | FileCheck %s --check-prefix=TOGETHER
; RUN: sed -e 's/i64 %%column$/i64 %%i/;s/float, ptr %%p, i64 %%k$/float, ptr %%p, i64 %%i/' %s | %weft-pass --scalar-loads --passes=ids,captures,schedule | FileCheck %s --check-prefix=TOGETHER

; ALONE: ; 1 lanes
; TOGETHER: ; 32 lanes
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %i = call i64 @__weft_global_id(i32 0)
  %s = getelementptr i64, ptr %p, i64 %i
  %start = load i64, ptr %s
  %e = getelementptr i64, ptr %s, i64 1
  %end = load i64, ptr %e
  br label %loop
loop:
  %k = phi i64 [%start, %entry], [%next, %loop]
  %sum = phi float [0.0, %entry], [%more, %loop]
  %c = getelementptr i64, ptr %p, i64 %k
  %column = load i64, ptr %c
  %xa = getelementptr float, ptr %p, i64 %column
  %x = load float, ptr %xa
  %va = getelementptr float, ptr %p, i64 %k
  %v = load float, ptr %va
  %t = fmul float %x, %v
  %more = fadd float %sum, %t
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  %r = getelementptr float, ptr %p, i64 %i
  store float %more, ptr %r
  ret void
}

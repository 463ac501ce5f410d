; Loops along rows of memory, one of each item, have the lanes; not where something but a counter goes from one iteration
; to the next, be it in memory, nor where items lie side by side.
; RUN: %weft-pass %s --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS
; RUN: sed -e 's/%%twice, 1.0/%%twice, %%sum/;s/;SUM//' %s | %weft-pass --passes=ids,captures,schedule | FileCheck %s --check-prefix=LANES
; Prefix sums do little but store what lanes would scatter.
; RUN: sed -e 's/%%twice, 1.0/%%read, %%sum/;s/;SUM//' %s | %weft-pass --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS
; RUN: sed -e '/value, ptr/d;s/;PLACE//' %s | %weft-pass --passes=ids,captures,schedule | FileCheck %s --check-prefix=LANES
; RUN: sed -e 's/mul i64 %%item, %%n/mul i64 %%item, 1/' %s | %weft-pass --passes=ids,captures,schedule | FileCheck %s --check-prefix=LANES

; ROWS: ; 1 lanes along 0
; LANES: ; 16 lanes along 0
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %second = getelementptr i8, ptr %args, i64 8
  %to = load ptr, ptr %second
  %third = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %third
  %item = call i64 @__weft_global_id(i32 0)
  %first = mul i64 %item, %n
  %row = getelementptr double, ptr %from, i64 %first
  %out = getelementptr double, ptr %to, i64 %first
  br label %loop
loop:
  %j = phi i64 [0, %entry], [%next, %loop]
;SUM  %sum = phi double [0.0, %entry], [%value, %loop]
  %read.j = getelementptr double, ptr %row, i64 %j
  %read = load double, ptr %read.j
  %twice = fmul double %read, 2.0
  %value = fadd double %twice, 1.0
  %to.j = getelementptr double, ptr %out, i64 %j
  store double %value, ptr %to.j
;PLACE  %before = load double, ptr %out
;PLACE  %after = fadd double %before, %value
;PLACE  store double %after, ptr %out
  %next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

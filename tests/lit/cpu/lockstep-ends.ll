; The items of a group go together where step and end are the same for all of them: of arguments, or of memory that no kernel
; writes to; the two tests have to ask the same, and everybody has to come to the loop.
; RUN: %weft-pass %s --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=TOGETHER
; RUN: sed -e 's/;KEPT//' -e '/PLAIN/d' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=TOGETHER
; RUN: sed -e 's/;READ//' -e '/PLAIN/d' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=ALONE
; RUN: sed -e 's/%%again = icmp ult i64 %%next, %%n/%%again = icmp ult i64 %%next, %%more/' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=ALONE
; RUN: sed -e 's/%%again = icmp ult/%%again = icmp slt/' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=ALONE
; RUN: sed -e 's/%%next = add i64 %%i, %%all/%%next = add i64 %%i, %%local/' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=ALONE
; RUN: sed -e 's/br label %%test ;SKIP/br i1 %%first, label %%test, label %%out/' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=ALONE

; TOGETHER: together.body:
; TOGETHER: call void @__weft_barrier(i32 0)
; ALONE-NOT: together
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_id(i32)
declare i64 @__weft_global_range(i32)

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at ;PLAIN
  ;READ %n = load i64, ptr %p
  ;KEPT %n = load i64, ptr %p, !invariant.load !0
  %more = add i64 %n, 1
  %id = call i64 @__weft_global_id(i32 0)
  %local = call i64 @__weft_local_id(i32 0)
  %first = icmp ult i64 %id, 3
  %all = call i64 @__weft_global_range(i32 0)
  br label %test ;SKIP
test:
  %some = icmp ult i64 %id, %n
  br i1 %some, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i64 [%id, %before], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fmul float %x, 2.0
  store float %y, ptr %q
  %next = add i64 %i, %all
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  br label %out
out:
  ret void
}
!0 = !{}

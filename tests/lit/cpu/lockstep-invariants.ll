; What stands between the test and a grid-stride loop is computed in each round of the common loop: it may read memory, which
; only those who pass the test may. A store there keeps the loop as it is.
; RUN: %weft-pass %s --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s
; RUN: sed -e 's/;STORE//' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=STORE

; CHECK: together.body:
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: [[SCALE:%.*]] = load float, ptr %{{.*}}
; CHECK: loop.together:
; CHECK: fmul float %{{.*}}, [[SCALE]]
; STORE-NOT: together
declare i64 @__weft_global_id(i32)
declare i64 @__weft_global_range(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  %all = call i64 @__weft_global_range(i32 0)
  %some = icmp ult i64 %id, %n
  br i1 %some, label %before, label %exit
before:
  %scale = load float, ptr %p
  ;STORE store float 2.0, ptr %p
  br label %loop
loop:
  %i = phi i64 [%id, %before], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fmul float %x, %scale
  store float %y, ptr %q
  %next = add i64 %i, %all
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

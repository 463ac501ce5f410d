; In a loop that strides by the whole launch, the items of a group go together as far as all of them go, with a barrier in
; each round; sums are carried on into the loop as it was. Small steps and groups of one vector stay as they are.
; RUN: %weft-pass %s --local=256 --passes=ids,captures,group-ops,lockstep | FileCheck %s
; RUN: %weft-pass %s --local=16 --passes=ids,captures,group-ops,lockstep | FileCheck %s --check-prefix=SMALL
; RUN: sed -e 's/%all = .*/%all = add i64 0, 256/' %s | %weft-pass --local=256 --passes=ids,captures,group-ops,instsimplify,lockstep | FileCheck %s --check-prefix=SMALL

; CHECK: together:
; CHECK: [[SUM:%.*]] = phi float
; CHECK: [[LAST:%.*]] = phi i64
; CHECK: icmp ult i64 [[LAST]],
; CHECK: together.body:
; CHECK: call void @__weft_barrier(i32 0)
; CHECK: alone:
; CHECK: br i1 %{{.*}}, label %before, label %exit
; CHECK: exit:
; CHECK: phi float [ [[SUM]], %alone ]
; SMALL-NOT: together
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
  br label %loop
loop:
  %i = phi i64 [%id, %before], [%next, %loop]
  %acc = phi float [0.0, %before], [%sum, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %sum = fadd float %acc, %x
  %next = add i64 %i, %all
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %total = phi float [0.0, %entry], [%sum, %loop]
  %r = getelementptr float, ptr %p, i64 %id
  store float %total, ptr %r
  ret void
}

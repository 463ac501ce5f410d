; A `break` out of a scope notes where to go and comes to a switch; without it, it jumps.
; RUN: %weft-pass %s --passes=ids,captures,jumps,simplifycfg | FileCheck %s

; CHECK-NOT: switch
; CHECK-NOT: phi i32 [ 3,
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %i = call i64 @__weft_global_id(i32 0)
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %after, %end ]
  %y = phi float [ %x, %entry ], [ %z, %end ]
  %more = icmp slt i32 %k, 256
  br i1 %more, label %body, label %done
body:
  %large = fcmp ogt float %y, 4.0
  br i1 %large, label %end, label %go_on
go_on:
  %square = fmul float %y, %y
  %next = add i32 %k, 1
  br label %end
end:
  %after = phi i32 [ %next, %go_on ], [ %k, %body ]
  %z = phi float [ %square, %go_on ], [ %y, %body ]
  %way = phi i32 [ 0, %go_on ], [ 3, %body ]
  switch i32 %way, label %never [
    i32 0, label %loop
    i32 3, label %done
  ]
never:
  unreachable
done:
  %result = phi float [ %y, %loop ], [ %z, %end ]
  store float %result, ptr %q
  ret void
}

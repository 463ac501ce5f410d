; A 64-bit index that a loop keeps for its best turn, and of which 32 bits are stored, is kept in 32; one that is used as it is stays.
; RUN: %weft-pass %s --passes=ids,narrow | FileCheck %s

; CHECK-LABEL: loop:
; CHECK: %k = phi i64
; CHECK: phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %wide = phi i64
; CHECK: %[[LOW:.*]] = trunc i64 %k to i32
; CHECK: %[[NEXT]] = select i1 %better, i32 %[[LOW]], i32
; CHECK: select i1 %better, i64 %k, i64 %wide
; CHECK-LABEL: end:
; CHECK-NOT: trunc
; CHECK: store i32 %[[NEXT]]
; CHECK: store i64
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %q = load ptr, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %best = phi i64 [ 0, %entry ], [ %chosen, %loop ]
  %wide = phi i64 [ 0, %entry ], [ %kept, %loop ]
  %r = getelementptr float, ptr %q, i64 %k
  %value = load float, ptr %r
  %better = fcmp olt float %value, 1.0
  %chosen = select i1 %better, i64 %k, i64 %best
  %kept = select i1 %better, i64 %k, i64 %wide
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %end, label %loop
end:
  %label = trunc i64 %chosen to i32
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %label, ptr %to
  %other = getelementptr i64, ptr %q, i64 %id
  store i64 %kept, ptr %other
  ret void
}

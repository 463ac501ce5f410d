; What happens between the test and the loop happens once, and only behind the test: such a loop stays one.
; RUN: %weft-pass %s --passes=ids,captures,loops | FileCheck %s

; CHECK: define {{.*}}@kernel(
; CHECK-NOT: .all
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %id = call i64 @__weft_global_id(i32 0)
  %any = icmp ult i64 %id, %n
  br i1 %any, label %before, label %end
before:
  store float 2.0, ptr %p
  br label %loop
loop:
  %i = phi i64 [%id, %before], [%next, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  %next = add i64 %i, 256
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

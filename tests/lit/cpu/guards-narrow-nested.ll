; An index behind two boundary tests, one inside of the other, is known to be steady once.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s

; CHECK: call i64 @weft.lanes.extend(i64 %ix
; CHECK-NOT: call i64 @weft.lanes.extend(i64 %{{[0-9]}}
; CHECK: declare i64 @weft.lanes.extend
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %at
  %at2 = getelementptr i8, ptr %args, i64 12
  %m = load i32, ptr %at2
  %x = call i64 @__weft_global_id(i32 0)
  %xi = trunc i64 %x to i32
  %i = add i32 %xi, %m
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %exit
body:
  %i2 = add i32 %xi, 3
  %further = icmp ult i32 %i2, %m
  br i1 %further, label %deep, label %exit
deep:
  %i3 = mul i32 %i2, 5
  %ix = zext i32 %i3 to i64
  %q = getelementptr float, ptr %p, i64 %ix
  store float 1.0, ptr %q
  br label %exit
exit:
  ret void
}

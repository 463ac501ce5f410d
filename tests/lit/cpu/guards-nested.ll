; Guards inside of each other, whose copies would double with each level: they end where what is copied is too much.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s

; CHECK-COUNT-64: call i1 @weft.lanes.all
; CHECK-NOT: call i1 @weft.lanes.all
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  br label %test0
test0:
  %v0 = add i64 %i, 0
  %c0 = icmp ult i64 %v0, %n
  br i1 %c0, label %body0, label %exit
body0:
  %q0 = getelementptr float, ptr %p, i64 %v0
  store float 0.0, ptr %q0
  br label %test1
test1:
  %v1 = add i64 %i, 7
  %c1 = icmp ult i64 %v1, %n
  br i1 %c1, label %body1, label %exit
body1:
  %q1 = getelementptr float, ptr %p, i64 %v1
  store float 1.0, ptr %q1
  br label %test2
test2:
  %v2 = add i64 %i, 14
  %c2 = icmp ult i64 %v2, %n
  br i1 %c2, label %body2, label %exit
body2:
  %q2 = getelementptr float, ptr %p, i64 %v2
  store float 2.0, ptr %q2
  br label %test3
test3:
  %v3 = add i64 %i, 21
  %c3 = icmp ult i64 %v3, %n
  br i1 %c3, label %body3, label %exit
body3:
  %q3 = getelementptr float, ptr %p, i64 %v3
  store float 3.0, ptr %q3
  br label %test4
test4:
  %v4 = add i64 %i, 28
  %c4 = icmp ult i64 %v4, %n
  br i1 %c4, label %body4, label %exit
body4:
  %q4 = getelementptr float, ptr %p, i64 %v4
  store float 4.0, ptr %q4
  br label %test5
test5:
  %v5 = add i64 %i, 35
  %c5 = icmp ult i64 %v5, %n
  br i1 %c5, label %body5, label %exit
body5:
  %q5 = getelementptr float, ptr %p, i64 %v5
  store float 5.0, ptr %q5
  br label %test6
test6:
  %v6 = add i64 %i, 42
  %c6 = icmp ult i64 %v6, %n
  br i1 %c6, label %body6, label %exit
body6:
  %q6 = getelementptr float, ptr %p, i64 %v6
  store float 6.0, ptr %q6
  br label %test7
test7:
  %v7 = add i64 %i, 49
  %c7 = icmp ult i64 %v7, %n
  br i1 %c7, label %body7, label %exit
body7:
  %q7 = getelementptr float, ptr %p, i64 %v7
  store float 7.0, ptr %q7
  br label %test8
test8:
  %v8 = add i64 %i, 56
  %c8 = icmp ult i64 %v8, %n
  br i1 %c8, label %body8, label %exit
body8:
  %q8 = getelementptr float, ptr %p, i64 %v8
  store float 8.0, ptr %q8
  br label %test9
test9:
  %v9 = add i64 %i, 63
  %c9 = icmp ult i64 %v9, %n
  br i1 %c9, label %body9, label %exit
body9:
  %q9 = getelementptr float, ptr %p, i64 %v9
  store float 9.0, ptr %q9
  br label %test10
test10:
  %v10 = add i64 %i, 70
  %c10 = icmp ult i64 %v10, %n
  br i1 %c10, label %body10, label %exit
body10:
  %q10 = getelementptr float, ptr %p, i64 %v10
  store float 10.0, ptr %q10
  br label %test11
test11:
  %v11 = add i64 %i, 77
  %c11 = icmp ult i64 %v11, %n
  br i1 %c11, label %body11, label %exit
body11:
  %q11 = getelementptr float, ptr %p, i64 %v11
  store float 11.0, ptr %q11
  br label %test12
test12:
  %v12 = add i64 %i, 84
  %c12 = icmp ult i64 %v12, %n
  br i1 %c12, label %body12, label %exit
body12:
  %q12 = getelementptr float, ptr %p, i64 %v12
  store float 12.0, ptr %q12
  br label %test13
test13:
  %v13 = add i64 %i, 91
  %c13 = icmp ult i64 %v13, %n
  br i1 %c13, label %body13, label %exit
body13:
  %q13 = getelementptr float, ptr %p, i64 %v13
  store float 13.0, ptr %q13
  br label %test14
test14:
  %v14 = add i64 %i, 98
  %c14 = icmp ult i64 %v14, %n
  br i1 %c14, label %body14, label %exit
body14:
  %q14 = getelementptr float, ptr %p, i64 %v14
  store float 14.0, ptr %q14
  br label %test15
test15:
  %v15 = add i64 %i, 105
  %c15 = icmp ult i64 %v15, %n
  br i1 %c15, label %body15, label %exit
body15:
  %q15 = getelementptr float, ptr %p, i64 %v15
  store float 15.0, ptr %q15
  br label %test16
test16:
  %v16 = add i64 %i, 112
  %c16 = icmp ult i64 %v16, %n
  br i1 %c16, label %body16, label %exit
body16:
  %q16 = getelementptr float, ptr %p, i64 %v16
  store float 16.0, ptr %q16
  br label %test17
test17:
  %v17 = add i64 %i, 119
  %c17 = icmp ult i64 %v17, %n
  br i1 %c17, label %body17, label %exit
body17:
  %q17 = getelementptr float, ptr %p, i64 %v17
  store float 17.0, ptr %q17
  br label %test18
test18:
  %v18 = add i64 %i, 126
  %c18 = icmp ult i64 %v18, %n
  br i1 %c18, label %body18, label %exit
body18:
  %q18 = getelementptr float, ptr %p, i64 %v18
  store float 18.0, ptr %q18
  br label %test19
test19:
  %v19 = add i64 %i, 133
  %c19 = icmp ult i64 %v19, %n
  br i1 %c19, label %body19, label %exit
body19:
  %q19 = getelementptr float, ptr %p, i64 %v19
  store float 19.0, ptr %q19
  br label %exit
exit:
  ret void
}

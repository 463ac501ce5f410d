; printf takes its arguments as C does, floats widened, from aligned memory; a failed assertion tells expression, file, line and
; function in that order, and nothing runs behind it.
; RUN: %weft-ptx %s | FileCheck %s

; CHECK: .local .align 8 .b8
; CHECK: cvt{{(.ftz)?}}.f64.f32 %[[WIDE:rd[0-9]+]],
; CHECK: st.local.b64 [%{{.*}}], %[[WIDE]];
; CHECK: st.local.b32 [%{{.*}}+8],
; CHECK: call.uni {{.*}}vprintf
; CHECK: mov.b64 %[[EXPRESSION:rd[0-9]+]], expression;
; CHECK: __assertfail
; CHECK: {{trap|exit}};
@format = internal constant [7 x i8] c"%f %d\0A\00"
@expression = internal constant [6 x i8] c"a < b\00"
@file = internal constant [4 x i8] c"a.c\00"
@function = internal constant [2 x i8] c"f\00"
declare i32 @printf(ptr, ...)
declare void @__assert_fail(ptr, ptr, i32, ptr)

define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %f = load float, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 4
  %n = load i32, ptr %n.at
  %1 = call i32 (ptr, ...) @printf(ptr @format, float %f, i32 %n)
  %bad = icmp ult i32 %n, 3
  br i1 %bad, label %fail, label %good
fail:
  call void @__assert_fail(ptr @expression, ptr @file, i32 7, ptr @function)
  unreachable
good:
  ret void
}

; A switch behind a boundary test may lead to where all meet by several of its cases: so does its copy.
; RUN: %weft-pass %s --passes=ids,captures,guards | FileCheck %s

; CHECK: join:
; CHECK: phi float [ 0.000000e+00, %guard ], [ 1.000000e+00, %other ], [ 2.000000e+00, %body ], [ 2.000000e+00, %body ], {{.*}}[ 2.000000e+00, %body.all ], [ 2.000000e+00, %body.all ]
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %i = call i64 @__weft_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %i
  %inside = icmp ult i64 %i, %n
  br i1 %inside, label %body, label %join
body:
  %which = load i32, ptr %q
  switch i32 %which, label %other [
    i32 1, label %join
    i32 2, label %join
  ]
other:
  br label %join
join:
  %x = phi float [ 0.0, %entry ], [ 1.0, %other ], [ 2.0, %body ], [ 2.0, %body ]
  %r = getelementptr float, ptr %p, i64 %i
  store float %x, ptr %r
  ret void
}

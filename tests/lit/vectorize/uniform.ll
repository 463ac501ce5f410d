; What is the same for all lanes stays scalar, and uniform control flow stays as it is.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @sum.v4(
; CHECK-DAG: phi i64
; CHECK-DAG: phi <4 x float>
; CHECK: load float, ptr
; CHECK: insertelement <4 x float> poison
; CHECK: add i64 %{{.*}}, 1
; CHECK: icmp eq i64
; CHECK: br i1
; CHECK-NOT: bitcast <4 x i1>
; CHECK: store <4 x float>
define void @sum(ptr %x, ptr %out, i64 %n, i64 "weft-varying" %id) {
entry:
  %p = getelementptr float, ptr %out, i64 %id
  %start = load float, ptr %p
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %acc = phi float [%start, %entry], [%more, %loop]
  %q = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %q
  %more = fadd float %acc, %v
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  store float %more, ptr %p
  ret void
}

; CHECK-LABEL: @branch.v4(
; CHECK: br i1 %c, label
; CHECK: call void @__weft_barrier(i32 2)
define void @branch(ptr %out, i1 %c, i64 "weft-varying" %id) {
  br i1 %c, label %then, label %join
then:
  call void @__weft_barrier(i32 2)
  br label %join
join:
  ret void
}
declare void @__weft_barrier(i32) convergent

; The last active lane's value stays in memory that all lanes write.
; CHECK-LABEL: @last.v4(
; CHECK: extractelement <4 x i32> %{{.*}}, i64 3
; CHECK: store i32
define void @last(ptr %out, ptr %x, i64 "weft-varying" %id) {
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

; A piece in which only the first items of a row have effects has a function that counts them; one that all have effects in
; has none.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,group-ops,group-values,extents | FileCheck %s
; RUN: sed -e 's/icmp ult i64 %%l, %%k/icmp ugt i64 %%l, %%k/' %s | %weft-pass --local=64 --passes=ids,captures,group-ops,group-values,extents | FileCheck %s --check-prefix=LAST
; RUN: sed -e 's/;ALL//' %s | %weft-pass --local=64 --passes=ids,captures,group-ops,group-values,extents | FileCheck %s --check-prefix=EVERY

; CHECK-NOT: @extent0
; CHECK: define internal i32 @extent1(
; CHECK: call i32 @llvm.umax.i32(i32 1, i32
; CHECK-NOT: store
; LAST-NOT: @extent
; EVERY-NOT: @extent
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
declare ptr @__weft_local_mem()
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %mine = call ptr @__weft_local_mem()
  %l = call i64 @__weft_local_id(i32 0)
  %own = getelementptr float, ptr %mine, i64 %l
  store float 1.0, ptr %own
  br label %head
head:
  %k = phi i64 [32, %entry], [%half, %join]
  call void @__weft_barrier(i32 2)
  %first = icmp ult i64 %l, %k
  br i1 %first, label %add, label %join
add:
  %other = getelementptr float, ptr %own, i64 %k
  %x = load float, ptr %own
  %y = load float, ptr %other
  %sum = fadd float %x, %y
  store float %sum, ptr %own
  br label %join
join:
  ;ALL store float 3.0, ptr %own
  %half = lshr i64 %k, 1
  %go_on = icmp ne i64 %half, 0
  br i1 %go_on, label %head, label %done
done:
  ret void
}

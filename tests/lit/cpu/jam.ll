; What reads the same memory for all groups of the other dimension is done once for several of them; reductions get slots
; of their own, and atomics happen once per group.
; RUN: %weft-pass %s --local=64,1 --dims=2 --passes=ids,captures,group-ops,jam | FileCheck %s
; Each group that runs has local memory of its own.
; RUN: sed -e 's/;LOCAL//' %s | %weft-pass --local=64,1 --dims=2 --passes=ids,captures,group-ops,jam | FileCheck %s --check-prefix=LOCAL

; CHECK: ; jam 8 along 1
; CHECK: load float{{.*}}
; CHECK-COUNT-8: fsub float
; CHECK-NOT: fsub
; CHECK-COUNT-8: call void @weft.group.put.add.f32
; CHECK: call void @__weft_barrier
; CHECK-NOT: __weft_barrier(
; CHECK-COUNT-8: call float @weft.group.get.add.f32
; LOCAL: ; jam 8 along 1
; LOCAL-COUNT-7: getelementptr inbounds i8, ptr %local
; LOCAL-COUNT-8: store float 1.0
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_id(i32)
declare ptr @__weft_local_mem()
declare float @__weft_group_reduce_add_f32(float) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %t = call i64 @__weft_global_id(i32 1)
  %tf = uitofp i64 %t to float
  %l = call i64 @__weft_local_id(i32 0)
;LOCAL  %mine = call ptr @__weft_local_mem()
;LOCAL  store float 1.0, ptr %mine
  br label %loop
loop:
  %i = phi i64 [%l, %entry], [%next, %loop]
  %acc = phi float [0.0, %entry], [%sum, %loop]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %d = fsub float %x, %tf
  %sum = fadd float %acc, %d
  %next = add i64 %i, 64
  %again = icmp ult i64 %next, 4096
  br i1 %again, label %loop, label %done
done:
  %total = call float @__weft_group_reduce_add_f32(float %sum)
  %r = getelementptr float, ptr %p, i64 %t
  store float %total, ptr %r
  ret void
}

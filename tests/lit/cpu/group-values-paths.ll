; Where two paths that meet bring the same kept value, one load of it is left: a barrier may depend on what they bring.
; RUN: %weft-pass %s --local=64 "--passes=ids,captures,group-ops,group-values,early-cse<memssa>" | FileCheck %s

; CHECK: ; keeps 64
; CHECK-LABEL: define void @kernel(
; CHECK: [[SUM:%.*]] = load i64, ptr {{.*}}, align 16
; CHECK: phi i64 [ 0, %entry ], [ [[SUM]], %[[FROM:[a-z0-9]+]] ], [ [[SUM]], %few ]
declare i64 @__weft_local_id(i32)
declare i64 @__weft_group_reduce_add_i64(i64) convergent
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %together = icmp eq i64 %n, 0
  br i1 %together, label %join, label %meet
meet:
  %sum = call i64 @__weft_group_reduce_add_i64(i64 %l)
  call void @__weft_barrier(i32 2)
  %some = icmp ult i64 %l, %n
  br i1 %some, label %few, label %join
few:
  %q = getelementptr i64, ptr %p, i64 %l
  store i64 %l, ptr %q
  br label %join
join:
  %value = phi i64 [0, %entry], [%sum, %meet], [%sum, %few]
  %r = getelementptr i64, ptr %p, i64 64
  store i64 %value, ptr %r
  ret void
}

; RUN: %weft-ptx --whole-sub-groups %s | FileCheck %s
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=ANY
; Where every sub-group is whole, who takes part is a constant.
declare double @__weft_group_reduce_add_f64(double)
declare i32 @__weft_sub_group_shuffle_u32(i32, i32)

; CHECK: shfl.sync.{{[a-z]*}}.b32 {{.*}}, -1;
; CHECK-NOT: shfl.sync.{{.*}}, %r{{[0-9]+}};
; CHECK: ret;
; ANY: shfl.sync.{{.*}}, %r{{[0-9]+}};
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x.at = getelementptr inbounds i8, ptr %args, i64 8
  %x = load double, ptr %x.at
  %lane.at = getelementptr inbounds i8, ptr %args, i64 16
  %lane = load i32, ptr %lane.at
  %sum = call double @__weft_group_reduce_add_f64(double %x)
  store double %sum, ptr %out
  %other = call i32 @__weft_sub_group_shuffle_u32(i32 %lane, i32 %lane)
  %out.other = getelementptr inbounds i8, ptr %out, i64 8
  store i32 %other, ptr %out.other
  ret void
}

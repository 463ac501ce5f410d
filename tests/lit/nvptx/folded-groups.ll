; RUN: %weft-ptx --folded-groups -local=1,1,1 %s | FileCheck %s
; RUN: %weft-ptx -local=1,1,1 %s | FileCheck %s --check-prefix=GRID
; Where all work-groups lie along the grid's first dimension, their ids are its remainders by the launch's own extents.
declare i64 @__weft_group_id(i32)
declare i64 @__weft_group_range(i32)

; CHECK-NOT: %ctaid.{{y|z}}
; CHECK-NOT: %nctaid
; CHECK-DAG: ld.param.b64 [[ROWS:%rd[0-9]+]], [kernel_param_1+8];
; CHECK-DAG: %ctaid.x
; CHECK: rem.u{{32|64}}
; CHECK-NOT: %ctaid.{{y|z}}
; CHECK: st.global
; GRID: %ctaid.y
; GRID-NOT: rem.u
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %y = call i64 @__weft_group_id(i32 1)
  %many = call i64 @__weft_group_range(i32 1)
  %to = getelementptr inbounds i64, ptr %out, i64 %y
  store i64 %many, ptr %to
  ret void
}

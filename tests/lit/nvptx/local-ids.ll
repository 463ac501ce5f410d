; RUN: %weft-ptx %s -local=64,2,1 | FileCheck %s
; Where launches fix the size of a group, ids are below it: all sub-groups are full, and a dimension of one has no id.
declare i64 @__weft_local_id(i32)
declare i32 @__weft_sub_group_range()

; CHECK-NOT: %tid.z
; CHECK-DAG: %tid.x
; CHECK-NOT: min
; CHECK: st.global.b{{32|64}} [{{.*}}], 32
; CHECK-NOT: %tid.z
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %x = call i64 @__weft_local_id(i32 0)
  %z = call i64 @__weft_local_id(i32 2)
  %width32 = call i32 @__weft_sub_group_range()
  %width = zext i32 %width32 to i64
  %at = add i64 %x, %z
  %to = getelementptr inbounds i64, ptr %out, i64 %at
  store i64 %width, ptr %to
  ret void
}

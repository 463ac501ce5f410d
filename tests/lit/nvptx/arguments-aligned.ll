; RUN: %weft-ptx %s | FileCheck %s
; Read in place, a copy that is aligned better than the argument is read as the argument is aligned.
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-NOT: .local
; CHECK-NOT: ld.param.v4
; CHECK: st.global
define void @kernel(ptr byval([72 x i8]) align 8 %args) {
  %copy = alloca [64 x i8], align 16
  %out = load ptr, ptr %args
  %from = getelementptr inbounds i8, ptr %args, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %copy, ptr align 8 %from, i64 64, i1 false)
  %group = call i64 @__weft_group_id(i32 0)
  %at = getelementptr inbounds [4 x <4 x i32>], ptr %copy, i64 0, i64 %group
  %four = load <4 x i32>, ptr %at, align 16
  store <4 x i32> %four, ptr %out, align 16
  ret void
}

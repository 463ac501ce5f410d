; RUN: %weft-ptx %s | FileCheck %s
; A copy that is volatile is made.
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: .local
define void @kernel(ptr byval([72 x i8]) align 8 %args) {
  %copy = alloca [64 x i8], align 8
  %out = load ptr, ptr %args
  %from = getelementptr inbounds i8, ptr %args, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %from, i64 64, i1 true)
  %group = call i64 @__weft_group_id(i32 0)
  %at = getelementptr inbounds [16 x i32], ptr %copy, i64 0, i64 %group
  %number = load i32, ptr %at
  store i32 %number, ptr %out
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; A kernel that writes to its captures does so to a copy of its own, and a copy that is written to stays one.
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: ld.param.v4.b32
; CHECK: st.local.v4.b32
; CHECK: st.local.b32
; CHECK: st.local.b32
define void @kernel(ptr byval([1616 x i8]) align 16 %args) {
  %list = alloca [1600 x i8], align 16
  %out = load ptr, ptr %args
  %from = getelementptr inbounds i8, ptr %args, i64 16
  %group = call i64 @__weft_group_id(i32 0)
  %captured.at = getelementptr inbounds [400 x i32], ptr %from, i64 0, i64 %group
  store i32 5, ptr %captured.at
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %list, ptr align 16 %from, i64 1600, i1 false)
  %number.at = getelementptr inbounds [400 x i32], ptr %list, i64 0, i64 %group
  %number = load i32, ptr %number.at
  store i32 7, ptr %number.at
  %other.at = getelementptr inbounds [400 x i32], ptr %list, i64 0, i64 %group
  %first = load i32, ptr %list
  %sum = add i32 %first, %number
  store i32 %sum, ptr %out
  ret void
}

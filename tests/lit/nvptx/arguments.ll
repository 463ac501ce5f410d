; RUN: %weft-ptx %s | FileCheck %s
; What is nothing but a copy of captured bytes is read where they are, copies of copies too.
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-NOT: .local
; CHECK: cvta.to.global
; CHECK: ld.param.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+16]
; CHECK: ld.param.b64 %rd{{[0-9]+}}, [%rd{{[0-9]+}}+816]
; CHECK: ld.global.b32
; CHECK: st.global.b32
; CHECK-NOT: .local
define void @kernel(ptr byval([1616 x i8]) align 8 %args) {
  %list = alloca [1600 x i8], align 16
  %copy = alloca [1600 x i8], align 16
  %out = load ptr, ptr %args
  %from = getelementptr inbounds i8, ptr %args, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %copy, ptr align 8 %from, i64 1600, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %list, ptr align 16 %copy, i64 1600, i1 false)
  %group = call i64 @__weft_group_id(i32 0)
  %number.at = getelementptr inbounds [200 x i32], ptr %list, i64 0, i64 %group
  %number = load i32, ptr %number.at
  %pointers = getelementptr inbounds i8, ptr %list, i64 800
  %pointer.at = getelementptr inbounds [100 x ptr], ptr %pointers, i64 0, i64 %group
  %pointer = load ptr, ptr %pointer.at
  %value = load i32, ptr %pointer
  %sum = add i32 %value, %number
  store i32 %sum, ptr %out
  ret void
}

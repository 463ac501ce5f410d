; RUN: %weft-ptx %s | FileCheck %s
; Copies and fills go in the widest words that alignments allow, with what is left at the end.
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: .entry kernel
; CHECK: .local .align 16 .b8
; CHECK-NOT: ld.global.b8
; CHECK: ld.global.v4.b32
; CHECK: st.local.v4.b32
; CHECK: ld.global.b32
; CHECK: st.local.b32
; CHECK-NOT: ld.global.b8
; CHECK: st.global.v2.b32 {{.*}}117901063, 117901063
; CHECK: st.global.v2.b8 {{.*}}+1000], {7, 7}
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %list = alloca [404 x i8], align 16
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %group = call i64 @__weft_group_id(i32 0)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %list, ptr align 16 %from, i64 404, i1 false)
  %number.at = getelementptr inbounds i32, ptr %list, i64 %group
  %number = load i32, ptr %number.at
  %next = add i32 %number, 1
  store i32 %next, ptr %number.at
  %last.at = getelementptr inbounds i8, ptr %list, i64 400
  %last = load i32, ptr %last.at
  store i32 %last, ptr %from
  call void @llvm.memset.p0.i64(ptr align 8 %out, i8 7, i64 1002, i1 false)
  ret void
}

; Memory that is filled twice, or from elsewhere, stays memory; a copy into the arguments gives the kernel arguments of its own.
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=PLACE
; RUN: sed -e 's/;TWICE//' %s | %weft-ptx | FileCheck %s --check-prefix=OWN
; RUN: sed -e 's/ptr align 8 %%from, i64 64/ptr align 8 %%out, i64 64/' %s | %weft-ptx | FileCheck %s --check-prefix=OWN
; RUN: sed -e 's/;INTO//' %s | %weft-ptx | FileCheck %s --check-prefix=OWN
; RUN: sed -e 's/;STORED//' %s | %weft-ptx | FileCheck %s --check-prefix=OWN

; PLACE-NOT: .local
; OWN: .local
declare i64 @__weft_group_id(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @kernel(ptr byval([152 x i8]) align 8 %args) {
  %copy = alloca [64 x i8], align 8
  %out = load ptr, ptr %args
  %from = getelementptr inbounds i8, ptr %args, i64 8
  %second = getelementptr inbounds i8, ptr %args, i64 72
  %group = call i64 @__weft_group_id(i32 0)
  %some = icmp ult i64 %group, 5
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %from, i64 64, i1 false)
  br i1 %some, label %first, label %last
first:
  ;TWICE call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %second, i64 64, i1 false)
  ;INTO call void @llvm.memcpy.p0.p0.i64(ptr align 8 %second, ptr align 8 %out, i64 64, i1 false)
  ;STORED store ptr %copy, ptr %out
  br label %last
last:
  %at = getelementptr inbounds [16 x i32], ptr %copy, i64 0, i64 %group
  %number = load i32, ptr %at
  %from.at = getelementptr inbounds [16 x i32], ptr %second, i64 0, i64 %group
  %other = load i32, ptr %from.at
  %sum = add i32 %number, %other
  store i32 %sum, ptr %out
  ret void
}

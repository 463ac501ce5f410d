; Pointers from memory are generic; tables are constants in global memory; stacks are private.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
@table = internal constant [4 x ptr] [ptr @word, ptr null, ptr @word, ptr null]
@word = internal constant i32 7

; CHECK-DAG: OpTypePointer Generic
; CHECK-DAG: OpVariable %_ptr_CrossWorkgroup{{.*}} CrossWorkgroup
; CHECK: OpFunction
; CHECK: OpVariable %_ptr_Function{{.*}} Function
; CHECK: OpLoad %_ptr_Generic
; CHECK: OpReturn
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %n.at
  %own = alloca [16 x i64]
  %o = getelementptr i64, ptr %own, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %p, i64 128, i1 false)
  %v = load i64, ptr %o
  %t = getelementptr ptr, ptr @table, i64 %v
  %q = load ptr, ptr %t
  %is = icmp eq ptr %q, null
  br i1 %is, label %end, label %go
go:
  %w = load i32, ptr %q
  store i32 %w, ptr %p
  br label %end
end:
  ret void
}

; printf is the device's, of literal texts in constant memory, in which long has 64 bits; assertions print what failed.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
@format = constant [18 x i8] c"%d %s %lld %zu%%\0A\00"
@text = constant [6 x i8] c"three\00"
@file = constant [6 x i8] c"a.cpp\00"
@asserted = constant [9 x i8] c"x % 2==0\00"
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)

; "%d %s %ld %lu%%\n"
; CHECK-DAG: OpVariable %_ptr_UniformConstant__arr_uchar_{{[a-z]+}}_17 UniformConstant
; "a.cpp:%u: three: Assertion `x %% 2==0' failed.\n"
; CHECK-DAG: OpVariable %_ptr_UniformConstant__arr_uchar_{{[a-z]+}}_48 UniformConstant
; CHECK: OpFunction
; CHECK: OpExtInst %uint {{%[0-9]+}} printf {{%[0-9]+}} {{%[0-9]+}} {{%[0-9a-z_]+}} {{%[0-9]+}} {{%[0-9]+}}
; CHECK: OpExtInst %uint {{%[0-9]+}} printf
; CHECK: OpExtInst %uint {{%[0-9]+}} printf
; CHECK: OpFunctionEnd
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load i32, ptr %p
  %long = sext i32 %x to i64
  %1 = call i32 (ptr, ...) @printf(ptr @format, i32 %x, ptr @text, i64 %long, i64 %long)
  store volatile i32 %1, ptr %p
  %2 = call i32 @puts(ptr @text)
  %odd = trunc i32 %x to i1
  br i1 %odd, label %fail, label %done
fail:
  call void @__assert_fail(ptr @asserted, ptr @file, i32 7, ptr @text)
  unreachable
done:
  ret void
}

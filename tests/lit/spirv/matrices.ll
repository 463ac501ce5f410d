; RUN: not %weft-ptx --spirv %s | FileCheck %s
; CHECK: error: kernel kernel: joint_matrix, which OpenCL devices do not have yet
define linkonce_odr i1 @weft_has_tensor_units() {
  ret i1 false
}
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %has = call i1 @weft_has_tensor_units()
  %v = zext i1 %has to i8
  store i8 %v, ptr %p
  ret void
}

; Sine and cosine of one number share the reduction of large ones: it is called once.
; RUN: %weft-ptx %s | FileCheck %s
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)

; CHECK: .entry
; CHECK: call.uni
; CHECK-NOT: call.uni
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load double, ptr %p
  %s = call double @llvm.sin.f64(double %x)
  %c = call double @llvm.cos.f64(double %x)
  %product = fmul double %s, %c
  store double %product, ptr %p
  ret void
}

; The special function unit has powers and logarithms of two: others are these times the right number.
; RUN: env WEFT_LIBDEVICE=0 %weft-ptx %s | FileCheck %s --check-prefix=EXP
; RUN: sed -e 's/@expf/@exp10f/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=EXP10
; RUN: sed -e 's/@expf/@exp2f/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=EXP2
; RUN: sed -e 's/@expf/@logf/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=LOG
; RUN: sed -e 's/@expf/@log10f/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=LOG10
; RUN: sed -e 's/@expf/@log2f/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=LOG2
; RUN: sed -e 's/@expf/@tanf/' %s | env WEFT_LIBDEVICE=0 %weft-ptx | FileCheck %s --check-prefix=TAN

; EXP: mul.{{.*}}, 0f3FB8AA3B;
; EXP: ex2.approx
; EXP10: mul.{{.*}}, 0f40549A78;
; EXP10: ex2.approx
; EXP2-NOT: mul.
; EXP2: ex2.approx
; LOG: lg2.approx
; LOG: mul.{{.*}}, 0f3F317218;
; LOG10: lg2.approx
; LOG10: mul.{{.*}}, 0f3E9A209B;
; LOG2: lg2.approx
; LOG2-NOT: mul.
; TAN-DAG: sin.approx
; TAN-DAG: cos.approx
; TAN: {{div|rcp}}
declare float @expf(float)

define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load float, ptr %p
  %y = call fast float @expf(float %x)
  store float %y, ptr %p
  ret void
}

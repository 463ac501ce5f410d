; A grid covers more than a range: kernels of ranges ask for it in each dimension, those of groups do not.
; RUN: %weft-ptx --range %s | FileCheck %s
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=GROUPS

; CHECK: setp.
; CHECK: bra
; CHECK: st.global
; GROUPS-NOT: setp.
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  store i32 1, ptr %p
  ret void
}

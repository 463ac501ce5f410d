; A group that meets is one step where four vectors hold it: it needs no fission then. One that does not meet takes two
; vectors per step as everything else.
; RUN: %weft-pass %s --local=32 --vector-bits=256 --passes=ids,captures,group-ops,schedule | FileCheck %s --check-prefix=WHOLE
; RUN: %weft-pass %s --local=64 --vector-bits=256 --passes=ids,captures,group-ops,schedule | FileCheck %s --check-prefix=PARTS
; RUN: sed -e '/barrier/d' %s | %weft-pass --local=32 --vector-bits=256 --passes=ids,captures,group-ops,schedule | FileCheck %s --check-prefix=PARTS

; WHOLE: ; 32 lanes along 0
; PARTS: ; 16 lanes along 0
declare i64 @__weft_local_id(i32)
declare void @__weft_barrier(i32) convergent
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = call i64 @__weft_local_id(i32 0)
  %slot = getelementptr float, ptr %p, i64 %x
  %before = load float, ptr %slot
  call void @__weft_barrier(i32 2)
  %after = fadd float %before, 1.0
  store float %after, ptr %slot
  ret void
}

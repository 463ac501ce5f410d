; RUN: %weft-ptx %s | FileCheck %s --check-prefix=ANY
; RUN: %weft-ptx --distinct=0 --distinct=8 --distinct=16 %s | FileCheck %s
; What a launch proves to be allocations of their own is read once, and as what does not change where nothing writes to it.

; ANY-COUNT-4: ld.global.b32
; CHECK-COUNT-2: ld.global.nc.b32
; CHECK: ld.global.b32
; CHECK: st.shared.b32
; CHECK: st.global.b32
; CHECK-NOT: ld.global
; CHECK: st.global.b32
declare ptr @__weft_local_mem()
declare void @__weft_barrier(i32)

define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %both.at = getelementptr i8, ptr %args, i64 16
  %both = load ptr, ptr %both.at
  %a = load float, ptr %in
  %b.at = getelementptr i8, ptr %in, i64 64
  %b = load float, ptr %b.at
  %c = load float, ptr %both
  %ab = fadd float %a, %b
  %abc = fadd float %ab, %c
  %local = call ptr @__weft_local_mem()
  store float %abc, ptr %local
  call void @__weft_barrier(i32 2)
  store float %abc, ptr %out
  %again = load float, ptr %in
  %sum = fadd float %again, %abc
  store float %sum, ptr %both
  ret void
}

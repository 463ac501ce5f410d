; RUN: %weft-ptx %s | FileCheck %s
; Integers of odd widths become numbers with their sign where they have one, and without where not.

; CHECK: ld.volatile.global.b32 {{.*}}+8];
; CHECK: st.volatile.global.b8 {{.*}}, 1;
; CHECK: ld.volatile.global.s32 {{.*}}+8];
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %a = load volatile i96, ptr %p, align 4
  %a.float = uitofp i96 %a to float
  store volatile float %a.float, ptr %p
  store volatile i8 1, ptr %p
  %b = load volatile i96, ptr %p, align 4
  %b.float = sitofp i96 %b to float
  store volatile float %b.float, ptr %p
  ret void
}

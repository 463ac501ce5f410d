; RUN: %weft-ptx %s | FileCheck %s
; What is not used again passes through the caches; narrower or less aligned accesses stay as they are, and local memory
; has no caches.

; CHECK: ld.global.cs.v4.b32 {[[A:%r[0-9]+]],{{.*}}}, [[[FROM:%rd[0-9]+]]];
; CHECK: st.global.cs.v4.b32 [{{%rd[0-9]+}}], {[[A]],{{.*}}};
; CHECK: ld.global.cs.b64
; CHECK: st.global.cs.b64
; CHECK: ld.global.cs.v2.b64
; CHECK: st.global.cs.v2.b64
; CHECK: ld.global.b16
; CHECK-NOT: .cs
; CHECK: st.shared.b32
; CHECK-NOT: .cs
; CHECK: ret
declare ptr @__weft_local_mem()
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %from = load ptr, ptr %args
  %to.at = getelementptr i8, ptr %args, i64 8
  %to = load ptr, ptr %to.at
  %a = load <4 x i32>, ptr %from, align 16, !nontemporal !0
  store <4 x i32> %a, ptr %to, align 16, !nontemporal !0
  %from.b = getelementptr i8, ptr %from, i64 16
  %to.b = getelementptr i8, ptr %to, i64 16
  %b = load double, ptr %from.b, align 8, !nontemporal !0
  store double %b, ptr %to.b, align 8, !nontemporal !0
  %from.c = getelementptr i8, ptr %from, i64 32
  %to.c = getelementptr i8, ptr %to, i64 32
  %c = load <2 x double>, ptr %from.c, align 16, !nontemporal !0
  store <2 x double> %c, ptr %to.c, align 16, !nontemporal !0
  %from.d = getelementptr i8, ptr %from, i64 64
  %to.d = getelementptr i8, ptr %to, i64 64
  %d = load i16, ptr %from.d, align 2, !nontemporal !0
  store i16 %d, ptr %to.d, align 2, !nontemporal !0
  %from.e = getelementptr i8, ptr %from, i64 100
  %to.e = getelementptr i8, ptr %to, i64 100
  %e = load <4 x i32>, ptr %from.e, align 4, !nontemporal !0
  store <4 x i32> %e, ptr %to.e, align 4, !nontemporal !0
  %local = call ptr @__weft_local_mem()
  %f = load volatile i32, ptr %from, align 4
  store i32 %f, ptr %local, align 4, !nontemporal !0
  %g = load volatile i32, ptr %local, align 4
  store volatile i32 %g, ptr %to, align 4
  ret void
}
!0 = !{i32 1}

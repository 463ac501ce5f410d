; Lanes that do not take part store what is there into memory that one thread alone has, where masks cost more.
; RUN: %weft-opt %s --width=8 --wide-masks | FileCheck %s
; RUN: %weft-opt %s --width=8 | FileCheck %s --check-prefix=MASKS

; CHECK-LABEL: @in_part.v8(
; CHECK: %[[SPARE:.*]] = alloca [512 x i8], align 64
; CHECK: %[[START:.*]] = select i1 %{{.*}}, ptr %{{.*}}, ptr %[[SPARE]]
; CHECK: %[[THERE:.*]] = load <8 x float>, ptr %[[START]], align 4{{$}}
; CHECK: %[[BEFORE:.*]] = freeze <8 x float> %[[THERE]]
; CHECK: %[[AFTER:.*]] = select <8 x i1> %{{.*}}, <8 x float> {{.*}}, <8 x float> %[[BEFORE]]
; CHECK: store <8 x float> %[[AFTER]], ptr %[[START]], align 4{{$}}
; MASKS-LABEL: @in_part.v8(
; MASKS: call void @llvm.masked.store
define void @in_part(ptr "weft-own-memory"="256" %local, i64 %first, i64 "weft-varying" %id) {
  %odd = and i64 %id, 1
  %takes_part = icmp ne i64 %odd, 0
  br i1 %takes_part, label %store, label %end
store:
  %at = add i64 %first, %id
  %p = getelementptr float, ptr %local, i64 %at
  store float 1.0, ptr %p, align 4, !tbaa !0
  br label %end
end:
  ret void
}

; Of other memory, and beyond the margin, nothing but the lanes' elements is touched.
; CHECK-LABEL: @of_others.v8(
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
define void @of_others(ptr %memory, ptr "weft-own-memory"="32" %narrow, i64 "weft-varying" %id) {
  %odd = and i64 %id, 1
  %takes_part = icmp ne i64 %odd, 0
  br i1 %takes_part, label %store, label %end
store:
  %p = getelementptr float, ptr %memory, i64 %id
  store float 1.0, ptr %p, align 4
  %q = getelementptr double, ptr %narrow, i64 %id
  store double 1.0, ptr %q, align 8
  br label %end
end:
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2}
!2 = !{!"bytes"}

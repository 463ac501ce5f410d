; Each lane has a copy of the memory behind a pointer that varies: interleaved where accesses are alike, else apart.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @alike.v4(
; CHECK: mul i64 %k, 4
; CHECK: [[ROW:%.*]] = mul i64 %{{.*}}, 4
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %local, i64 [[ROW]]
; CHECK: store <4 x float> {{.*}}, ptr [[PLACE]]
; CHECK: load <4 x float>, ptr %
define void @alike(ptr %x, ptr "weft-varying"="4" %local, i64 %k, i64 "weft-varying" %id, i64 %apart) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %e = getelementptr float, ptr %local, i64 %k
  store float %v, ptr %e
  %r = load float, ptr %local
  store float %r, ptr %p
  ret void
}

; What lanes read at one place of it is no reason to go one way.
; CHECK-LABEL: @apart.v4(
; CHECK: mul <4 x i64> <i64 0, i64 1, i64 2, i64 3>
; CHECK: @llvm.masked.scatter
; CHECK: @llvm.masked.gather
define void @apart(ptr %x, ptr "weft-varying"="4" %local, i64 %k, i64 "weft-varying" %id, i64 %apart) {
  %p = getelementptr float, ptr %x, i64 %id
  %v = load float, ptr %p
  %b = getelementptr i8, ptr %local, i64 %k
  store i8 7, ptr %b
  store float %v, ptr %local
  %r = load float, ptr %local
  %c = fcmp ogt float %r, 0.0
  br i1 %c, label %then, label %exit
then:
  store float %r, ptr %p
  br label %exit
exit:
  ret void
}

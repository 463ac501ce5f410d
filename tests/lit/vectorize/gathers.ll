; Where the processor has no gathers worth it, each lane loads and stores by itself; lanes that do not take part do so in
; memory of the function's own, which is cheaper than a branch each. Masked accesses to neighbours need the processor's help
; too.
; RUN: %weft-opt %s --width=4 --scalar-loads | FileCheck %s
; RUN: %weft-opt %s --width=4 | FileCheck %s --check-prefix=HARDWARE
; RUN: %weft-opt %s --width=4 --wide-masks | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: @indexed.v4(
; CHECK: [[SPARE:%.*]] = alloca [512 x i8], align 64
; CHECK: select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr>
; CHECK-COUNT-4: load float
; CHECK: select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr>
; CHECK-COUNT-4: store float
; CHECK-NOT: br i1
; CHECK-LABEL: @bytes.v4(
; HARDWARE-LABEL: @indexed.v4(
; HARDWARE: call <4 x float> @llvm.masked.gather
; HARDWARE: call void @llvm.masked.scatter
define void @indexed(ptr %x, ptr %places, i64 "weft-varying" %id) {
  %at = getelementptr i64, ptr %places, i64 %id
  %place = load i64, ptr %at
  %ok = icmp sgt i64 %place, 0
  br i1 %ok, label %then, label %end
then:
  %p = getelementptr float, ptr %x, i64 %place
  %v = load float, ptr %p
  %w = fadd float %v, 1.0
  %far = shl i64 %place, 4
  %q = getelementptr float, ptr %x, i64 %far
  store float %w, ptr %q
  br label %end
end:
  ret void
}

; HARDWARE-LABEL: @bytes.v4(
; HARDWARE: call <4 x i8> @llvm.masked.load
; WIDE-LABEL: @bytes.v4(
; WIDE: select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr>
; WIDE-COUNT-4: load i8
; WIDE-NOT: masked.load.v4i8
define void @bytes(ptr noalias %x, ptr noalias %y, ptr noalias %f, i64 "weft-varying" %id) {
  %p = getelementptr i8, ptr %x, i64 %id
  %a = getelementptr float, ptr %f, i64 %id
  %c = load float, ptr %a
  %ok = fcmp ogt float %c, 0.0
  br i1 %ok, label %then, label %end
then:
  %v = load i8, ptr %p
  %q = getelementptr i8, ptr %y, i64 %id
  store i8 %v, ptr %q
  br label %end
end:
  ret void
}

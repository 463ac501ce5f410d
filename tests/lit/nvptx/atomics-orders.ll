; Every operation with every order and scope; scopes up to the work-group's are the block's. Nobody waits for what these
; answer.
; RUN: %weft-ptx %s | FileCheck %s -DDO=atom -DSEM=acq_rel -DSCOPE=sys
; RUN: sed -e 's/i32 3, i32 4/i32 2, i32 4/' %s | %weft-ptx | FileCheck %s -DDO=red -DSEM=release -DSCOPE=sys
; RUN: sed -e 's/i32 3, i32 4/i32 1, i32 4/' %s | %weft-ptx | FileCheck %s -DDO=atom -DSEM=acquire -DSCOPE=sys
; RUN: sed -e 's/i32 3, i32 4/i32 0, i32 4/' %s | %weft-ptx | FileCheck %s -DDO=red -DSEM=relaxed -DSCOPE=sys
; RUN: sed -e 's/i32 3, i32 4/i32 3, i32 3/' %s | %weft-ptx | FileCheck %s -DDO=atom -DSEM=acq_rel -DSCOPE=gpu
; RUN: sed -e 's/i32 3, i32 4/i32 3, i32 2/' %s | %weft-ptx | FileCheck %s -DDO=atom -DSEM=acq_rel -DSCOPE=cta
; RUN: sed -e 's/i32 3, i32 4/i32 0, i32 2/' %s | %weft-ptx | FileCheck %s -DDO=red -DSEM=relaxed -DSCOPE=cta
; RUN: sed -e 's/i32 3, i32 4/i32 0, i32 1/' %s | %weft-ptx | FileCheck %s -DDO=red -DSEM=relaxed -DSCOPE=cta
; RUN: sed -e 's/i32 3, i32 4/i32 0, i32 0/' %s | %weft-ptx | FileCheck %s -DDO=red -DSEM=relaxed -DSCOPE=cta
; RUN: sed -e 's/i32 3, i32 4/i32 4, i32 4/' %s | %weft-ptx | FileCheck %s -DDO=atom -DSEM=acq_rel -DSCOPE=sys
; RUN: sed -e 's/i32 3, i32 4/i32 4, i32 3/' %s | %weft-ptx | FileCheck %s --check-prefix=FENCES -DSCOPE=gpu
; RUN: sed -e 's/i32 3, i32 4/i32 4, i32 2/' %s | %weft-ptx | FileCheck %s --check-prefix=FENCES -DSCOPE=cta
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=NO-FENCES

; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.add.u32
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.add.u32 {{.*}}[%{{.*}}], %[[NEGATED:r[0-9]+]];
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.and.b32
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.or.b64
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.xor.b32
; CHECK: atom.[[SEM]].[[SCOPE]].global.exch.b64
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.min.s32
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.max.s64
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.min.u32
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.max.u64
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.add.f32
; CHECK: [[DO]].[[SEM]].[[SCOPE]].global.add.f64

; FENCES-COUNT-12: fence.sc.[[SCOPE]]
; FENCES-NOT: fence.sc
; NO-FENCES-NOT: fence
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_fetch_sub_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_fetch_and_u32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_fetch_or_u64(ptr, i64, i32, i32)
declare i32 @__weft_atomic_fetch_xor_i32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_exchange_u64(ptr, i64, i32, i32)
declare i32 @__weft_atomic_fetch_min_i32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_fetch_max_i64(ptr, i64, i32, i32)
declare i32 @__weft_atomic_fetch_min_u32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_fetch_max_u64(ptr, i64, i32, i32)
declare float @__weft_atomic_fetch_add_f32(ptr, float, i32, i32)
declare double @__weft_atomic_fetch_sub_f64(ptr, double, i32, i32)

define void @kernel(ptr byval([32 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %n.at
  %w = load i64, ptr %n.at
  %f.at = getelementptr i8, ptr %args, i64 16
  %f = load float, ptr %f.at
  %d = fpext float %f to double
  %1 = call i32 @__weft_atomic_fetch_add_i32(ptr %p, i32 %n, i32 3, i32 4)
  %2 = call i32 @__weft_atomic_fetch_sub_i32(ptr %p, i32 %n, i32 3, i32 4)
  %3 = call i32 @__weft_atomic_fetch_and_u32(ptr %p, i32 %n, i32 3, i32 4)
  %4 = call i64 @__weft_atomic_fetch_or_u64(ptr %p, i64 %w, i32 3, i32 4)
  %5 = call i32 @__weft_atomic_fetch_xor_i32(ptr %p, i32 %n, i32 3, i32 4)
  %6 = call i64 @__weft_atomic_exchange_u64(ptr %p, i64 %w, i32 3, i32 4)
  %7 = call i32 @__weft_atomic_fetch_min_i32(ptr %p, i32 %n, i32 3, i32 4)
  %8 = call i64 @__weft_atomic_fetch_max_i64(ptr %p, i64 %w, i32 3, i32 4)
  %9 = call i32 @__weft_atomic_fetch_min_u32(ptr %p, i32 %n, i32 3, i32 4)
  %10 = call i64 @__weft_atomic_fetch_max_u64(ptr %p, i64 %w, i32 3, i32 4)
  %11 = call float @__weft_atomic_fetch_add_f32(ptr %p, float %f, i32 3, i32 4)
  %12 = call double @__weft_atomic_fetch_sub_f64(ptr %p, double %d, i32 3, i32 4)
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; Address spaces are known where atomics become PTX: pointers among the arguments are global, the group's memory is shared.
declare i32 @__weft_atomic_fetch_add_u32(ptr, i32, i32, i32)
declare float @__weft_atomic_fetch_add_f32(ptr, float, i32, i32)
declare float @__weft_atomic_fetch_min_f32(ptr, float, i32, i32)
declare double @__weft_atomic_fetch_max_f64(ptr, double, i32, i32)
declare i32 @__weft_atomic_compare_exchange_u32(ptr, i32, i32, i32, i32, i32)
declare i64 @__weft_atomic_load_u64(ptr, i32, i32)
declare void @__weft_atomic_store_f32(ptr, float, i32, i32)
declare i32 @__weft_atomic_exchange_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_fetch_sub_i32(ptr, i32, i32, i32)
declare double @__weft_atomic_fetch_sub_f64(ptr, double, i32, i32)
declare ptr @__weft_local_mem()

define void @kernel(ptr byval([32 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %n.at
  %f.at = getelementptr i8, ptr %args, i64 16
  %f = load float, ptr %f.at
  %d = fpext float %f to double
  %shared = call ptr @__weft_local_mem()

; CHECK-DAG: fence.sc.sys
; CHECK-DAG: atom.acq_rel.sys.global.add.u32
; CHECK-DAG: fence.sc.gpu
; CHECK-DAG: atom.acq_rel.gpu.global.exch.b32
; CHECK-DAG: red.relaxed.cta.shared.add.f32
; CHECK-DAG: red.relaxed.gpu.global.add.f32
; CHECK-DAG: neg.s32 [[FEWER:%r[0-9]+]],
; CHECK-DAG: red.release.gpu.global.add.u32 {{.*}}, [[FEWER]];
; CHECK-DAG: atom.acq_rel.gpu.global.cas.b32
; CHECK-DAG: ld.acquire.sys.global.b64
; CHECK-DAG: st.release.cta.shared.b32
  %1 = call i32 @__weft_atomic_fetch_add_u32(ptr %p, i32 %n, i32 4, i32 4)
  %2 = call i32 @__weft_atomic_exchange_i32(ptr %p, i32 %n, i32 4, i32 3)
  %3 = call float @__weft_atomic_fetch_add_f32(ptr %shared, float %f, i32 0, i32 2)
  %p4 = getelementptr i8, ptr %p, i64 4
  %4 = call float @__weft_atomic_fetch_add_f32(ptr %p4, float %f, i32 0, i32 3)
  %5 = call i32 @__weft_atomic_fetch_sub_i32(ptr %p, i32 %n, i32 2, i32 3)
  %6 = call i32 @__weft_atomic_compare_exchange_u32(ptr %p, i32 %n, i32 7, i32 3, i32 1, i32 3)
  %7 = call i64 @__weft_atomic_load_u64(ptr %p, i32 1, i32 4)
  call void @__weft_atomic_store_f32(ptr %shared, float %f, i32 2, i32 2)
  store i64 %7, ptr %shared

; CHECK: {{neg.f64|xor.b64}} [[LESS:%[a-z]+[0-9]+]], {{%[a-z]+[0-9]+}}
; CHECK: red.release.gpu.global.add.f64 {{.*}}, [[LESS]];
  %p24 = getelementptr i8, ptr %p, i64 24
  %less = call double @__weft_atomic_fetch_sub_f64(ptr %p24, double %d, i32 2, i32 3)

; Floats are compared as integers, by who has looked that it changes something, unless others wait for what it releases.
; CHECK: ld.relaxed.gpu.global.b32
; CHECK-DAG: atom.global.max.u32
; CHECK-DAG: atom.global.min.s32
; CHECK-DAG: atom.relaxed.gpu.global.cas.b32
  %p8 = getelementptr i8, ptr %p, i64 8
  %8 = call float @__weft_atomic_fetch_min_f32(ptr %p8, float %f, i32 0, i32 3)

; CHECK-NOT: ld.{{.*}}global.b64
; CHECK-DAG: atom.acq_rel.gpu.global.or.b64
; CHECK-DAG: atom.acq_rel.gpu.global.min.u64
; CHECK-DAG: atom.acq_rel.gpu.global.max.s64
  %p16 = getelementptr i8, ptr %p, i64 16
  %9 = call double @__weft_atomic_fetch_max_f64(ptr %p16, double %d, i32 3, i32 3)
  ret void
}

; Atomics on local memory are for one thread only, those on global memory are not; a group's fence costs nothing.
; RUN: %weft-pass %s --local=32 --passes=ids,atomics | FileCheck %s
; RUN: %weft-pass %s --local=32 --passes=ids,atomics,plain-atomics | FileCheck %s --check-prefix=PLAIN

; CHECK: atomicrmw add ptr %local, i32 1 syncscope("singlethread") monotonic
; CHECK: atomicrmw fadd ptr %{{.*}}, float 1.000000e+00 seq_cst
; CHECK: cmpxchg ptr %{{.*}} acq_rel acquire
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK: load atomic i32{{.*}} acquire
; CHECK: load atomic i32{{.*}} monotonic
; CHECK: store atomic i32 {{.*}} release
; CHECK: store atomic i32 {{.*}} monotonic
; PLAIN: load i32, ptr %local
; PLAIN: atomicrmw fadd
declare ptr @__weft_local_mem()
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare float @__weft_atomic_fetch_add_f32(ptr, float, i32, i32)
declare i32 @__weft_atomic_compare_exchange_i32(ptr, i32, i32, i32, i32, i32)
declare i32 @__weft_atomic_load_i32(ptr, i32, i32)
declare void @__weft_atomic_store_i32(ptr, i32, i32, i32)
declare void @__weft_fence(i32, i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %mine = call ptr @__weft_local_mem()
  %a = call i32 @__weft_atomic_fetch_add_i32(ptr %mine, i32 1, i32 0, i32 2)
  %b = call float @__weft_atomic_fetch_add_f32(ptr %p, float 1.0, i32 4, i32 3)
  %c = call i32 @__weft_atomic_compare_exchange_i32(ptr %p, i32 %a, i32 2, i32 3, i32 1, i32 3)
  call void @__weft_fence(i32 3, i32 2)
  %d = call i32 @__weft_atomic_load_i32(ptr %p, i32 3, i32 3)
  %e = call i32 @__weft_atomic_load_i32(ptr %p, i32 2, i32 3)
  call void @__weft_atomic_store_i32(ptr %p, i32 %d, i32 3, i32 3)
  call void @__weft_atomic_store_i32(ptr %p, i32 %e, i32 1, i32 3)
  ret void
}

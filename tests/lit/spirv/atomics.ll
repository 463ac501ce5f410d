; Atomics keep order and scope; those of floating-point numbers are compare and exchange of their bits; on a work-item's
; own stack they are plain accesses.
; REQUIRES: spirv-val
; RUN: %weft-ptx --spirv  %s | spirv-val --target-env spv1.3
; RUN: %weft-ptx --spirv  %s | spirv-dis | FileCheck %s
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i64 @__weft_atomic_fetch_max_u64(ptr, i64, i32, i32)
declare float @__weft_atomic_fetch_add_f32(ptr, float, i32, i32)
declare double @__weft_atomic_load_f64(ptr, i32, i32)
declare void @__weft_fence(i32, i32)

; CHECK-DAG: OpCapability Int64Atomics
; CHECK-DAG: [[DEVICE:%.*]] = OpConstant %uint 1{{$}}
; CHECK-DAG: [[FENCE:%.*]] = OpConstant %uint 776
; CHECK: OpFunction
; CHECK: OpAtomicIAdd %uint {{%[0-9]+}} [[DEVICE]]
; CHECK: OpAtomicUMax %ulong {{%[0-9]+}} %uint_2 %uint_520
; CHECK: OpMemoryBarrier {{.*}} [[FENCE]]
; CHECK: OpFAdd
; CHECK: OpAtomicCompareExchange %uint
; CHECK: OpAtomicLoad %ulong
; CHECK-NOT: OpAtomic
; CHECK: OpReturn
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %1 = call i32 @__weft_atomic_fetch_add_i32(ptr %p, i32 1, i32 0, i32 3)
  %p8 = getelementptr i8, ptr %p, i64 8
  %2 = call i64 @__weft_atomic_fetch_max_u64(ptr %p8, i64 7, i32 3, i32 2)
  call void @__weft_fence(i32 3, i32 3)
  %p16 = getelementptr i8, ptr %p, i64 16
  %3 = call float @__weft_atomic_fetch_add_f32(ptr %p16, float 1.0, i32 0, i32 3)
  %p24 = getelementptr i8, ptr %p, i64 24
  %4 = call double @__weft_atomic_load_f64(ptr %p24, i32 0, i32 3)
  %p32 = getelementptr i8, ptr %p, i64 32
  store double %4, ptr %p32
  %own = alloca [2 x i32]
  %at = getelementptr i32, ptr %own, i32 %1
  store i32 0, ptr %own
  %5 = call i32 @__weft_atomic_fetch_add_i32(ptr %at, i32 1, i32 0, i32 3)
  store i32 %5, ptr %p
  ret void
}

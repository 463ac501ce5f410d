; A masked store of one known lane is a store of the element; others stay.
; RUN: %weft-pass %s --local=32 --passes=ids,single-lanes | FileCheck %s

; CHECK: %[[T:.*]] = trunc <8 x i64> %v to <8 x i32>
; CHECK: %[[A:.*]] = getelementptr inbounds i8, ptr %p, i64 12
; CHECK-NEXT: %[[E:.*]] = extractelement <8 x i32> %[[T]], i64 3
; CHECK-NEXT: store i32 %[[E]], ptr %[[A]], align 4
; CHECK-COUNT-2: call void @llvm.masked.store
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %v = load <8 x i64>, ptr %p
  %t = trunc <8 x i64> %v to <8 x i32>
  %m = icmp eq <8 x i32> %t, zeroinitializer
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %t, ptr align 32 %p, <8 x i1> <i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %t, ptr align 4 %p, <8 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %t, ptr align 4 %p, <8 x i1> %m)
  ret void
}

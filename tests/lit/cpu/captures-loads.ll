; Captured bytes are loaded once for each type, as well aligned as they lie, also where part of what the launch fixed is read;
; volatile loads stay, those beyond the arguments too, and a copy into the arguments makes a copy of them.
; RUN: %weft-pass %s --passes=captures --bake=12:4:7 | FileCheck %s
; RUN: sed -e 's/;INTO//' %s | %weft-pass --passes=captures --bake=12:4:7 | FileCheck %s --check-prefix=WRITTEN
; RUN: sed -e 's/;FROM//' %s | %weft-pass --passes=captures --bake=12:4:7 | FileCheck %s

; CHECK-LABEL: @kernel(
; CHECK-NOT: alloca [64 x i8]
; CHECK-DAG: load i64, ptr %{{.*}}, align 4, !invariant.load
; CHECK-DAG: load i16, ptr %{{.*}}, align 4, !invariant.load
; CHECK-DAG: load i8, ptr %{{.*}}, align 1, !invariant.load
; CHECK: store i32 7,
; CHECK: load volatile i32, ptr %{{.*}}
; CHECK: load i32, ptr %beyond

; WRITTEN: alloca [64 x i8]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %number = getelementptr i8, ptr %args, i64 12
  %odd = getelementptr i8, ptr %args, i64 17
  %beyond = getelementptr i8, ptr %args, i64 62
  ;INTO call void @llvm.memcpy.p0.p0.i64(ptr %number, ptr %p, i64 4, i1 false)
  ;FROM call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %number, i64 4, i1 false)
  %whole = load i32, ptr %number
  store i32 %whole, ptr %p
  %half = load i16, ptr %number
  store i16 %half, ptr %p
  %more = load i64, ptr %number, align 4
  store i64 %more, ptr %p
  %byte = load i8, ptr %odd
  store i8 %byte, ptr %p
  %again = load volatile i32, ptr %number
  store i32 %again, ptr %p
  %out = load i32, ptr %beyond
  store i32 %out, ptr %p
  ret void
}

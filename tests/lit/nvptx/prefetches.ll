; Prefetches name the nearest cache or the one behind it; they are there before sm_90, where LLVM has none.
; RUN: %weft-ptx --arch 80 %s | FileCheck %s
; RUN: %weft-ptx %s | FileCheck %s
; CHECK: add.s64 [[NEXT:%rd[0-9]+]], [[PLACE:%rd[0-9]+]], 64;
; CHECK: prefetch.L1 {{.}}[[PLACE]]{{.}};
; CHECK: prefetch.L2 {{.}}[[NEXT]]{{.}};

define void @kernel(ptr byval([8 x i8]) %args) {
  %pointer = load ptr, ptr %args
  %next = getelementptr i8, ptr %pointer, i64 64
  call void @llvm.prefetch.p0(ptr %pointer, i32 0, i32 3, i32 1)
  call void @llvm.prefetch.p0(ptr %next, i32 0, i32 1, i32 1)
  ret void
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

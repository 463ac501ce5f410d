; Lanes do not go along a dimension with one work-item, nor along a short one where work-items compute more than they move.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ANY
; RUN: %weft-pass %s --dims=2 --extents=1,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ONE
; RUN: %weft-pass %s --dims=2 --extents=4,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=COMPUTES
; RUN: sed -e '/call float/d' %s | %weft-pass --dims=2 --extents=4,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=MOVES
; Ids of such a dimension are known, the launch's offset is not.
; RUN: %weft-pass %s --dims=2 --extents=1,4 --passes=ids | FileCheck %s --check-prefix=IDS

; ANY: ; 32 lanes along 0
; ONE: ; 32 lanes along 1
; COMPUTES: ; 32 lanes along 1
; MOVES: ; 4 lanes along 0
; IDS: i64 range(i64 0, 1) "weft-varying" %item0, i64 range(i64 0, 4) %item1
; IDS: i64 range(i64 1, 2) %range0, i64 range(i64 1, 5) %range1
declare i64 @__weft_global_id(i32)
declare float @llvm.sin.f32(float)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, 4
  %i = add i64 %row, %x
  %q = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %q
  %s1 = call float @llvm.sin.f32(float %v)
  %s2 = call float @llvm.sin.f32(float %v)
  %s3 = call float @llvm.sin.f32(float %v)
  %s4 = call float @llvm.sin.f32(float %v)
  %s5 = call float @llvm.sin.f32(float %v)
  store float %v, ptr %q
  ret void
}

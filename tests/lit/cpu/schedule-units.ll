; A unit is at least a vector long along the lanes, however much its work-items do, and rows begin where there are several.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ROWS
; RUN: sed -e 's/(i32 0)/(i32 9)/;s/(i32 1)/(i32 0)/;s/(i32 9)/(i32 1)/' %s | %weft-pass --dims=2 --passes=ids,captures,schedule | FileCheck %s --check-prefix=COLUMNS
; RUN: %weft-pass %s --dims=2 --extents=1,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ONE
; RUN: %weft-pass %s --dims=3 --extents=1,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=ONE
; RUN: %weft-pass %s --dims=2 --extents=4,0 --passes=ids,captures,schedule | FileCheck %s --check-prefix=FOUR

; ROWS: ; 32 lanes along 0
; ROWS: ; units of 256 x 1 x 1
; COLUMNS: ; 32 lanes along 1
; COLUMNS: ; units of 256 x 32 x 1
; ONE: ; 32 lanes along 1
; ONE: ; units of 1 x 256 x 1
; FOUR: ; 32 lanes along 1
; FOUR: ; units of 4 x 64 x 1
declare i64 @__weft_global_id(i32)
declare float @llvm.sin.f32(float)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, 1000
  %i = add i64 %row, %x
  %q = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %q
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  br label %inner
inner:
  %m = phi i64 [ 0, %loop ], [ %m1, %inner ]
  %w = phi float [ %v, %loop ], [ %s, %inner ]
  %s1 = call float @llvm.sin.f32(float %w)
  %s2 = fmul float %s1, %v
  %s3 = fadd float %s2, 1.0
  %s4 = call float @llvm.sin.f32(float %s3)
  %s5 = fmul float %s4, %w
  %s6 = fadd float %s5, 2.0
  %s7 = call float @llvm.sin.f32(float %s6)
  %s = fmul float %s7, %s5
  %m1 = add i64 %m, 1
  %more1 = icmp ult i64 %m1, 100
  br i1 %more1, label %inner, label %next
next:
  %n1 = add i64 %n, 1
  %more = icmp ult i64 %n1, 100
  br i1 %more, label %loop, label %exit
exit:
  store float %s, ptr %q
  ret void
}

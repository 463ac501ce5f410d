; A function whose indices are narrow outside of boundary tests gets a copy of all of it for lanes that count up: also as
; LLVM writes extensions, by masks and shifts. Not where such a value finds no element, or is no multiple of the shift.
; RUN: %weft-pass %s --dims=2 --passes=ids,captures,guards | FileCheck %s
; RUN: sed -e 's/and i64 %%sum, 4294967295/ashr i64 %%sum, 0/' %s | %weft-pass --dims=2 --passes=ids,captures,guards | FileCheck %s --check-prefix=SHIFT
; RUN: sed -e 's/and i64 %%sum, 4294967295/ashr i64 %%sum, 1/' %s | %weft-pass --dims=2 --passes=ids,captures,guards | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/float, ptr %%p, i64 %%i/float, ptr %%p, i64 %%x/' %s | %weft-pass --dims=2 --passes=ids,captures,guards | FileCheck %s --check-prefix=NONE

; CHECK: [[SUM:%.*]] = add i64
; CHECK: [[INDEX:%.*]] = trunc i64 [[SUM]] to i32
; CHECK: [[STEADY:%.*]] = call i1 @weft.lanes.steady.u32(i32 [[INDEX]])
; CHECK: br i1 {{.*}}, label %all.all, label %guard
; CHECK: {{^}}all.all:
; CHECK: [[WIDE:%.*]] = and i64
; CHECK: call i64 @weft.lanes.extend(i64 [[WIDE]])

; SHIFT: call i1 @weft.lanes.steady.i64(i64

; NONE-NOT: weft.lanes.steady
declare i64 @__weft_global_id(i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %row = mul i64 %y, %n
  %sum = add i64 %row, %x
  %i = and i64 %sum, 4294967295
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  ret void
}

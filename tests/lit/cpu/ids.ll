; Ids become arguments with the launch's bounds; the local range is a constant; the range guard of a range kernel is true.
; RUN: %weft-pass %s --local=64,2 --dims=2 --passes=ids | FileCheck %s --check-prefix=ND
; RUN: %weft-pass %s --dims=2 --passes=ids | FileCheck %s --check-prefix=RANGE

; ND: i64 range(i64 0, 64) "weft-varying" %item0, i64 range(i64 0, 2) %item1
; ND: mul nuw nsw i64 %group0, 64
; ND: add nuw nsw i64 {{.*}}, %item0
; ND: store i64 64
; RANGE: i64 range(i64 0, 2147483648) "weft-varying" %item0
; RANGE-NOT: __weft_
; RANGE: br i1 true
; RANGE: store i64 %item0
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_range(i32)
declare i1 @__weft_in_range(i32, i64)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %inside = call i1 @__weft_in_range(i32 0, i64 100)
  br i1 %inside, label %body, label %exit
body:
  %id = call i64 @__weft_global_id(i32 0)
  %size = call i64 @__weft_local_range(i32 0)
  store i64 %id, ptr %out
  store i64 %size, ptr %out
  br label %exit
exit:
  ret void
}

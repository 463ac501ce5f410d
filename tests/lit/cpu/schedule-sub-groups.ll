; Sub-groups lie along the first dimension even where memory asks for another: also those that a kernel only counts or
; numbers, whose builtins are arguments by now.
; RUN: sed -e '/sub_group/d' %s | %weft-pass --dims=2 --local=16,16 --passes=ids,captures,schedule | FileCheck %s --check-prefix=COLUMNS
; RUN: sed -e '/number/d' %s | %weft-pass --dims=2 --local=16,16 --passes=ids,captures,schedule | FileCheck %s
; RUN: sed -e '/count/d' %s | %weft-pass --dims=2 --local=16,16 --passes=ids,captures,schedule | FileCheck %s

; COLUMNS: lanes along 1
; CHECK: lanes along 0
declare i64 @__weft_global_id(i32)
declare i32 @__weft_sub_groups()   ; count
declare i32 @__weft_sub_group_id() ; number
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = call i64 @__weft_global_id(i32 0)
  %y = call i64 @__weft_global_id(i32 1)
  %column = mul i64 %x, 1000
  %i = add i64 %column, %y
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  %count = call i32 @__weft_sub_groups()
  store i32 %count, ptr %p      ; sub_group
  %number = call i32 @__weft_sub_group_id()
  store i32 %number, ptr %p     ; sub_group
  ret void
}

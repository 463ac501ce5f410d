; RUN: %weft-ptx %s | FileCheck %s
; Two steps from a pointer are one where both count elements of one size.
declare i64 @__weft_global_id(i32)

; CHECK: .entry kernel
; CHECK: st.volatile.global.b8
; CHECK: {{shl.b64 .*, 2|mul.wide.u32 .*, 4|mad.wide.u32 .*, 4}}
; CHECK: st.volatile.global.b8
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %j.at = getelementptr i8, ptr %args, i64 8
  %j = load i64, ptr %j.at
  store volatile i8 1, ptr %p
  %i = call i64 @__weft_global_id(i32 0)
  %first = getelementptr [4 x i8], ptr %p, i64 %i
  %second = getelementptr i8, ptr %first, i64 %j
  store volatile i8 2, ptr %second
  ret void
}

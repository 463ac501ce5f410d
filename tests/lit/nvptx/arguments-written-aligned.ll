; RUN: %weft-ptx %s | FileCheck %s
; The copy of captures that a kernel writes to is aligned as they are.
declare i64 @__weft_group_id(i32)

; CHECK: .local .align 16
; CHECK: st.local.v4.b32
define void @kernel(ptr byval([656 x i8]) align 16 %args) {
  %out = load ptr, ptr %args
  %group = call i64 @__weft_group_id(i32 0)
  %at = getelementptr inbounds i8, ptr %args, i64 16
  %captured.at = getelementptr inbounds [160 x i32], ptr %at, i64 0, i64 %group
  store i32 5, ptr %captured.at
  %next.from = getelementptr inbounds i8, ptr %args, i64 8
  %next = load i64, ptr %next.from
  %next.at = getelementptr inbounds [160 x i32], ptr %at, i64 0, i64 %next
  %number = load i32, ptr %next.at
  store i32 %number, ptr %out
  ret void
}

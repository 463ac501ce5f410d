; RUN: %weft-ptx %s | FileCheck %s
; A GPU tells by an address which memory it is of, but what is known needs no question.
declare i32 @__weft_memory_kind(ptr)
declare ptr @__weft_local_mem()
declare ptr @__weft_private_memory(i64, i32)

; CHECK: isspacep.shared
; CHECK: isspacep.local
; CHECK-NOT: isspacep
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %at = getelementptr inbounds i8, ptr %args, i64 8
  %table = load ptr, ptr %at
  %unknown = load ptr, ptr %table
  %kind = call i32 @__weft_memory_kind(ptr %unknown)
  store volatile i32 %kind, ptr %out
  %local = call ptr @__weft_local_mem()
  %local.kind = call i32 @__weft_memory_kind(ptr %local)
  store volatile i32 %local.kind, ptr %out
  ret void
}

; A kernel that asks for it marks its stores to memory that others see, and no other.
; RUN: %weft-pass %s --local=32 --passes=ids,streaming | FileCheck %s

; CHECK-NOT: call void @weft.stores.stream
; CHECK: store i32 1, ptr %p, align 4, !nontemporal
; CHECK: store i32 2, ptr %local, align 4{{$}}
declare ptr @__weft_local_mem()
declare void @weft.stores.stream()
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  call void @weft.stores.stream()
  %p = load ptr, ptr %args
  store i32 1, ptr %p
  %mine = call ptr @__weft_local_mem()
  store i32 2, ptr %mine
  ret void
}

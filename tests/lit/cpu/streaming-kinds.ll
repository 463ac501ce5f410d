; Volatile and atomic stores are marked by no request, nor are those to the item's own memory, however the pointer is made.
; RUN: %weft-pass %s --local=32 --passes=ids,streaming | FileCheck %s
; RUN: sed -e '/weft.stores.stream()$/d' %s | %weft-pass --local=32 --passes=ids,streaming | FileCheck %s --check-prefix=NONE

; CHECK: store volatile i32 1, ptr %p, align 4{{$}}
; CHECK: store atomic i32 2, ptr %p monotonic, align 4{{$}}
; CHECK: store i32 3, ptr %{{.*}}, align 4{{$}}
; CHECK: store i32 4, ptr %{{.*}}, align 4{{$}}
; CHECK: store i32 5, ptr %q, align 4, !nontemporal
; NONE-NOT: !nontemporal
declare ptr @__weft_local_mem()
declare i64 @__weft_local_id(i32)
declare void @weft.stores.stream()

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %own = alloca [4 x i32]
  call void @weft.stores.stream()
  %p = load ptr, ptr %args
  %l = call i64 @__weft_local_id(i32 0)
  store volatile i32 1, ptr %p
  store atomic i32 2, ptr %p monotonic, align 4
  %mine = call ptr @__weft_local_mem()
  %m = getelementptr i32, ptr %mine, i64 %l
  store i32 3, ptr %m
  %o = getelementptr i32, ptr %own, i64 %l
  store i32 4, ptr %o
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 5, ptr %q
  ret void
}

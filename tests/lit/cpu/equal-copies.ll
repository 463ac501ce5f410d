; Groups of one work-item that all store the same at the same places of their memory share one copy of it.
; RUN: %weft-pass %s --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=EQUAL
; Not where values or places differ, after lanes have parted, or where atomics or others reach it.
; RUN: sed -e 's/;value//' %s | %weft-pass --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=DIFFER
; RUN: sed -e 's/;place//' %s | %weft-pass --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=DIFFER
; RUN: sed -e 's/;parted//' %s | %weft-pass --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=DIFFER
; RUN: sed -e 's/;atomic//' %s | %weft-pass --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=DIFFER
; RUN: sed -e 's/;kept//' %s | %weft-pass --local=1 --passes=loose,ids,equal-copies | FileCheck %s --check-prefix=DIFFER

; EQUAL: ; copies stay equal
; DIFFER: ; copies differ
declare i64 @__weft_global_id(i32)
declare ptr @__weft_local_mem()
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %id = call i64 @__weft_global_id(i32 0)
  %m = call ptr @__weft_local_mem()
  %first = load i32, ptr %p
  store i32 %first, ptr %m
  %again = load i32, ptr %m
  %next = getelementptr i32, ptr %m, i64 1
  store i32 %again, ptr %next
  call void @llvm.memcpy.p0.p0.i64(ptr %next, ptr %p, i64 16, i1 false)
  %own = getelementptr i32, ptr %p, i64 %id
  %mine = load i32, ptr %own
  ;value store i32 %mine, ptr %m
  ;place %q = getelementptr i32, ptr %m, i64 %id
  ;place store i32 0, ptr %q
  ;atomic %old = atomicrmw add ptr %m, i32 1 monotonic
  ;kept store ptr %m, ptr %p
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %then, label %exit
then:
  ;parted store i32 0, ptr %m
  %r = load i32, ptr %m
  store i32 %r, ptr %own
  br label %exit
exit:
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/, !noalias !3//' %s | %weft-ptx | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;BARRIER//' %s | %weft-ptx | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;FENCE//' %s | %weft-ptx | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;ELSEWHERE//' %s | %weft-ptx | FileCheck %s --check-prefix=PLAIN
; What `__restrict__` says that the kernel does not write to is read as what does not change; not where other work-items are waited
; for, nor where something else is written.

; CHECK: ld.global.nc.b32
; CHECK: ld.global.nc.b32
; PLAIN-NOT: ld.global.nc
declare void @__weft_barrier(i32)

define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %other.at = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %other.at
  ;FENCE fence acquire
  ;ELSEWHERE store i32 3, ptr %other
  %a = load i32, ptr %in, !noalias !3
  store i32 %a, ptr %out, !alias.scope !3
  ;BARRIER call void @__weft_barrier(i32 3)
  %next = getelementptr i32, ptr %in, i64 1
  %b = load i32, ptr %next, !noalias !3
  %beside = getelementptr i32, ptr %out, i64 1
  store i32 %b, ptr %beside, !alias.scope !3
  ret void
}

!1 = distinct !{!1, !"domain"}
!2 = distinct !{!2, !1, !"out"}
!3 = !{!2}

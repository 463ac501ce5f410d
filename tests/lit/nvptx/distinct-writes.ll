; Memory is read as what does not change where all writes are known and go elsewhere, and nobody is waited for.
; RUN: %weft-ptx --distinct=0 --distinct=8 %s | FileCheck %s
; RUN: %weft-ptx --distinct=8 %s | FileCheck %s --check-prefix=PLAIN
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;UNKNOWN//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;VARIABLE//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s
; RUN: sed -e 's/;SHARED//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s
; RUN: sed -e 's/;CONSTANT//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s
; RUN: sed -e 's/;EXCHANGE//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;EXCHANGE//' -e 's/i32 1, i32 1, i32 3)/i32 0, i32 0, i32 3)/' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s
; RUN: sed -e 's/;UPDATE//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/;UPDATE//' -e 's/i32 3, i32 3)/i32 0, i32 3)/' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s
; RUN: sed -e 's/;FENCE//' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/%%a = load i32/%%a = load volatile i32/' %s | %weft-ptx --distinct=0 --distinct=8 | FileCheck %s --check-prefix=PLAIN

; CHECK: ld.global.nc.b32
; PLAIN-NOT: ld.global.nc
@variable = internal addrspace(1) global i32 0
@shared = internal addrspace(3) global i32 undef
@constant = internal addrspace(4) constant [2 x i32] [i32 3, i32 4]
declare i32 @__weft_atomic_compare_exchange_u32(ptr, i32, i32, i32, i32, i32)
declare i32 @__weft_atomic_fetch_add_u32(ptr, i32, i32, i32)

define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %other.at = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %other.at
  ;UNKNOWN store i32 1, ptr %other
  ;VARIABLE store i32 1, ptr addrspace(1) @variable
  ;SHARED store i32 1, ptr addrspace(3) @shared
  ;CONSTANT %c = load i32, ptr addrspace(4) @constant
  ;EXCHANGE %x = call i32 @__weft_atomic_compare_exchange_u32(ptr %out, i32 1, i32 2, i32 1, i32 1, i32 3)
  ;UPDATE %u = call i32 @__weft_atomic_fetch_add_u32(ptr %out, i32 1, i32 3, i32 3)
  ;FENCE fence acquire
  %a = load i32, ptr %in
  %b = add i32 %a, 1
  %next = getelementptr i32, ptr %out, i64 9
  store i32 %b, ptr %next
  ret void
}

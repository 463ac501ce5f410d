; 8-byte arguments that are small multiply in one instruction; those that are equal are read once.
; RUN: %weft-ptx --narrow=16 --narrow=24 %s | FileCheck %s --check-prefix=NARROW
; RUN: %weft-ptx --repeat=24:16 %s | FileCheck %s --check-prefix=REPEAT
; RUN: %weft-ptx --repeat=24:16 --narrow=16 --narrow=24 %s | FileCheck %s --check-prefixes=BOTH
; RUN: %weft-ptx --repeat=24:16 --narrow=16 --narrow=24 --bake=24:8:5 %s | FileCheck %s --check-prefixes=BAKED
; RUN: %weft-ptx --narrow=8 %s | FileCheck %s --check-prefix=PLAIN

; NARROW-DAG: ld.param.b32 {{.*}}[kernel_param_0+16]
; NARROW-DAG: ld.param.b32 {{.*}}[kernel_param_0+24]
; NARROW-NOT: ld.param.b64 {{.*}}[kernel_param_0+16]
; NARROW-NOT: mul.lo.s64

; REPEAT-DAG: ld.param.{{.*}}[kernel_param_0+16]
; REPEAT-NOT: kernel_param_0+24

; BOTH: ld.param.b32 {{.*}}[kernel_param_0+16]
; BOTH-NOT: kernel_param_0+24
; BOTH-NOT: mul.lo.s64

; BAKED: ld.param.b32 {{.*}}[kernel_param_0+16]
; BAKED-NOT: kernel_param_0+24

; PLAIN-COUNT-2: mul.lo.s64
define void @kernel(ptr byval([32 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %row.at = getelementptr i8, ptr %args, i64 8
  %row.number = load i32, ptr %row.at
  %row = zext i32 %row.number to i64
  %first.at = getelementptr i8, ptr %args, i64 16
  %first = load i64, ptr %first.at
  %second.at = getelementptr i8, ptr %args, i64 24
  %second = load i64, ptr %second.at
  %a = mul i64 %row, %first
  %b = mul i64 %row, %second
  %place = getelementptr i64, ptr %out, i64 %a
  store i64 %b, ptr %place
  ret void
}

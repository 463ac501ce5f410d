; In a short block each product is the last one and a step; in a very long one they are multiplied as they stand, since
; finding the steps takes time by the square of its length.
; RUN: %weft-ptx %s | FileCheck %s --check-prefix=SHORT
; RUN: seq 4200 | sed "s/.*/  store volatile i32 0, ptr %out/" > %t.stores
; RUN: sed -e "/^  ; more/r %t.stores" %s | %weft-ptx - | FileCheck %s --check-prefix=LONG

; SHORT: .entry kernel
; SHORT: mul.lo.s32
; SHORT-NOT: mul.lo.s32
; SHORT: ret
; LONG: .entry kernel
; LONG-COUNT-3: mul.lo.s32
; LONG: ret
define void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %field = getelementptr inbounds i8, ptr %args, i64 8
  %a = load i32, ptr %field
  %next = getelementptr inbounds i8, ptr %args, i64 12
  %s = load i32, ptr %next
  ; more
  %p0 = mul i32 %a, %s
  %a1 = add i32 %a, 1
  %p1 = mul i32 %a1, %s
  %a2 = add i32 %a, 2
  %p2 = mul i32 %a2, %s
  %a3 = add i32 %a, 3
  %p3 = mul i32 %a3, %s
  store volatile i32 %p0, ptr %out
  store volatile i32 %p1, ptr %out
  store volatile i32 %p2, ptr %out
  store volatile i32 %p3, ptr %out
  ret void
}

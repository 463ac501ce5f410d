; RUN: %weft-ptx %s | FileCheck %s
; A loop that clears one bit after the other counts them, as the GPU does at once.

; CHECK-LABEL: .entry kernel
; CHECK-NOT: bra
; CHECK: popc.b64
; CHECK-NOT: bra
; CHECK: ret
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %x.at = getelementptr i8, ptr %args, i64 8
  %x = load i64, ptr %x.at
  br label %head
head:
  %bits = phi i64 [ %x, %entry ], [ %fewer, %loop ]
  %count = phi i8 [ 0, %entry ], [ %more, %loop ]
  %any = icmp ne i64 %bits, 0
  br i1 %any, label %loop, label %done
loop:
  %less = sub i64 %bits, 1
  %fewer = and i64 %bits, %less
  %more = add i8 %count, 1
  br label %head
done:
  store i8 %count, ptr %p
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; Amounts of 64-bit shifts that no bit may be left after have 64 bits, of which the instruction reads 32: those that may be larger are
; compared in full, others by the instruction.

; CHECK-LABEL: .entry kernel
; CHECK: setp.{{.*}}64
; CHECK: selp.b64
; CHECK: setp.{{.*}}64
; CHECK: selp.b64
; CHECK-NOT: selp
; CHECK: shl.b64
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %ok = icmp ult i64 %c, 64
  %s = shl i64 %x, %c
  %r = select i1 %ok, i64 %s, i64 0
  store volatile i64 %r, ptr %p
  %d = load volatile i64, ptr %p
  %ok.d = icmp ult i64 %d, 64
  %s.d = lshr i64 %x, %d
  %r.d = select i1 %ok.d, i64 %s.d, i64 0
  store volatile i64 %r.d, ptr %p
  %narrow = load volatile i32, ptr %p
  %e = zext i32 %narrow to i64
  %ok.e = icmp ult i64 %e, 64
  %s.e = shl i64 %x, %e
  %r.e = select i1 %ok.e, i64 %s.e, i64 0
  store volatile i64 %r.e, ptr %p
  ret void
}

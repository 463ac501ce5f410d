; RUN: %weft-ptx %s | FileCheck %s
; ptxas makes one instruction of two signed minima and drops the second operand's negation: it must not see one. Unsigned ones and
; those of other sizes keep theirs.

; CHECK-LABEL: .entry kernel
; CHECK-NOT: neg.s32
; CHECK: not.b32 [[A:%r[0-9]+]]
; CHECK: add.s32 [[B:%r[0-9]+]], [[A]], 1
; CHECK: min.s32 {{.*}}[[B]]
; CHECK: not.b32
; CHECK-NOT: neg.s32
; CHECK: max.s32
; CHECK: neg.s32
; CHECK: min.u32
; CHECK-NOT: not.b32
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %x = load i32, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 4
  %y = load i32, ptr %p1
  %p2 = getelementptr i8, ptr %p, i64 8
  %z = load i32, ptr %p2
  %negative = sub i32 0, %y
  %least = call i32 @llvm.smin.i32(i32 %x, i32 %negative)
  %least3 = call i32 @llvm.smin.i32(i32 %least, i32 %z)
  store volatile i32 %least3, ptr %p
  %second = sub nsw i32 0, %z
  %most = call i32 @llvm.smax.i32(i32 %second, i32 %y)
  store volatile i32 %most, ptr %p1
  %third = sub i32 0, %x
  %unsigned = call i32 @llvm.umin.i32(i32 %third, i32 %z)
  store volatile i32 %unsigned, ptr %p2
  %p3 = getelementptr i8, ptr %p, i64 16
  %wide = load i64, ptr %p3
  %wider = sub i64 0, %wide
  %widest = call i64 @llvm.smin.i64(i64 %wide, i64 %wider)
  store i64 %widest, ptr %p3
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s
; A sum over a column as long as the launch says: each load goes to memory, so that 16 are under way before the first is waited for. ptxas
; leaves it so.
declare i64 @__weft_global_id(i32)

; CHECK: .pragma "nounroll";
; CHECK-NOT: fma
; CHECK-COUNT-16: ld.global.b32
; CHECK-NOT: ld.global
; CHECK-COUNT-8: fma.rn
; CHECK: bra
define void @kernel(ptr byval([32 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %weights.at = getelementptr i8, ptr %args, i64 8
  %weights = load ptr, ptr %weights.at
  %out.at = getelementptr i8, ptr %args, i64 16
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 24
  %n = load i32, ptr %n.at
  %width.at = getelementptr i8, ptr %args, i64 28
  %width = load i32, ptr %width.at
  %id = call i64 @__weft_global_id(i32 0)
  %column = trunc i64 %id to i32
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %row = mul nsw i32 %k, %width
  %at = add nsw i32 %row, %column
  %wide = sext i32 %at to i64
  %element = getelementptr inbounds float, ptr %from, i64 %wide
  %value = load float, ptr %element
  %k.wide = zext nneg i32 %k to i64
  %weight.at = getelementptr inbounds float, ptr %weights, i64 %k.wide
  %weight = load float, ptr %weight.at
  %sum.next = call contract float @llvm.fma.f32(float %value, float %weight, float %sum)
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %n
  br i1 %done, label %end, label %loop
end:
  %result = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %target = getelementptr inbounds float, ptr %out, i64 %id
  store float %result, ptr %target
  ret void
}
declare float @llvm.fma.f32(float, float, float)

; RUN: %weft-ptx %s | FileCheck %s
; RUN: sed -e 's/^  br i1 %%c0, label %%write0/  %%chosen = select i1 %%c0, float %%x0, float %%x1\n  store volatile float %%chosen, ptr %%out\n&/' %s | %weft-ptx | FileCheck %s --check-prefix=TWICE
; Bounds that guard reads before a loop and writes after it are compared again, so that the loop has room for conditions of its own.
declare i64 @__weft_global_id(i32)

; TWICE: fma.rn
; TWICE: setp.lt.s32 [[C:%p[0-9]+]], {{%r[0-9]+}}, 1000;
; TWICE-NEXT: selp.f32 {{.*}}, [[C]];
; CHECK-COUNT-4: setp.{{(gt|ge|lt|le)}}.s32
; CHECK: fma.rn
; CHECK-COUNT-4: setp.{{(gt|ge|lt|le)}}.s32
; CHECK-NOT: setp
; CHECK: ret
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i32, ptr %n.at
  %wide = call i64 @__weft_global_id(i32 0)
  %id = trunc i64 %wide to i32
  %c0 = icmp slt i32 %id, 1000
  br i1 %c0, label %read0, label %join0
read0:
  %v0 = load volatile float, ptr %from
  br label %join0
join0:
  %x0 = phi float [ 0.0, %entry ], [ %v0, %read0 ]
  %i1 = or disjoint i32 %id, 4096
  %c1 = icmp slt i32 %i1, %n
  br i1 %c1, label %read1, label %join1
read1:
  %v1 = load volatile float, ptr %from
  br label %join1
join1:
  %x1 = phi float [ 0.0, %join0 ], [ %v1, %read1 ]
  %i2 = add nuw nsw i32 %id, 512
  %c2 = icmp slt i32 %i2, %n
  br i1 %c2, label %read2, label %join2
read2:
  %v2 = load volatile float, ptr %from
  br label %join2
join2:
  %x2 = phi float [ 0.0, %join1 ], [ %v2, %read2 ]
  %c3 = icmp slt i32 %id, %n
  br i1 %c3, label %read3, label %loop.before
read3:
  %v3 = load volatile float, ptr %from
  br label %loop.before
loop.before:
  %x3 = phi float [ 0.0, %join2 ], [ %v3, %read3 ]
  br label %loop
loop:
  %k = phi i32 [ 0, %loop.before ], [ %k.next, %loop ]
  %s = phi float [ %x0, %loop.before ], [ %s.next, %loop ]
  %a = load volatile float, ptr %from
  %p = fmul contract float %a, %x1
  %s.next = fadd contract float %s, %p
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, 600
  br i1 %done, label %after, label %loop
after:
  br i1 %c0, label %write0, label %end0
write0:
  store volatile float %s.next, ptr %out
  br label %end0
end0:
  br i1 %c1, label %write1, label %end1
write1:
  store volatile float %x1, ptr %out
  br label %end1
end1:
  br i1 %c2, label %write2, label %end2
write2:
  store volatile float %x2, ptr %out
  br label %end2
end2:
  br i1 %c3, label %write3, label %end3
write3:
  store volatile float %x3, ptr %out
  br label %end3
end3:
  ret void
}

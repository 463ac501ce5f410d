; RUN: %weft-ptx %s | FileCheck %s
; A loop of some twenty instructions that is as long as an argument says has the loads of four iterations side by side, and a rest.
declare i64 @__weft_global_id(i32)
declare float @llvm.sqrt.f32(float)

; CHECK-COUNT-8: ld.global.b32
; CHECK: bra
; CHECK-COUNT-2: ld.global.b32
; CHECK-NOT: ld.global
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at
  %id = call i64 @__weft_global_id(i32 0)
  %a = uitofp i64 %id to float
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %u = phi float [ 0.0, %entry ], [ %u.next, %loop ]
  %v = phi float [ 0.0, %entry ], [ %v.next, %loop ]
  %at = getelementptr inbounds [2 x float], ptr %from, i64 %k
  %x = load float, ptr %at
  %at.y = getelementptr inbounds i8, ptr %at, i64 4
  %y = load float, ptr %at.y
  %dx = fsub float %x, %a
  %dy = fsub float %y, %a
  %xx = fmul float %dx, %dx
  %yy = fmul float %dy, %dy
  %r = fadd float %xx, %yy
  %s = fadd float %r, 0x3F847AE140000000
  %root = call float @llvm.sqrt.f32(float %s)
  %cube = fmul float %s, %root
  %w = fdiv float 1.0, %cube
  %wx = fmul float %dx, %w
  %wy = fmul float %dy, %w
  %u.next = fadd float %u, %wx
  %v.next = fadd float %v, %wy
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  %ru = phi float [ 0.0, %entry ], [ %u.next, %loop ]
  %rv = phi float [ 0.0, %entry ], [ %v.next, %loop ]
  %sum = fadd float %ru, %rv
  %target = getelementptr inbounds float, ptr %out, i64 %id
  store float %sum, ptr %target
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

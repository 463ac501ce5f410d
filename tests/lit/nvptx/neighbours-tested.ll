; RUN: %weft-ptx %s | FileCheck %s
; An alignment that is known under a condition, as where it was tested, says nothing of loads before it.
declare i64 @__weft_global_id(i32)

; CHECK-NOT: .v4
; CHECK-NOT: .v2
; CHECK: @%p{{.*}} bra
; CHECK: ret
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at
  %other.at = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %other.at
  %id = call i64 @__weft_global_id(i32 0)
  %base = getelementptr inbounds [4 x float], ptr %from, i64 %id
  %y.at = getelementptr inbounds i8, ptr %base, i64 4
  %y = load float, ptr %y.at, align 4
  %loose = getelementptr inbounds [2 x i64], ptr %other, i64 %id
  %a = load i64, ptr %loose, align 8
  %any = fcmp olt float %y, 1.0
  %big = icmp sgt i64 %a, 7
  %both = and i1 %any, %big
  br i1 %both, label %inside, label %end
inside:
  %x = load float, ptr %base, align 16
  %w.at = getelementptr inbounds i8, ptr %base, i64 12
  %w = load float, ptr %w.at, align 4
  %sum = fadd float %x, %w
  %to = getelementptr inbounds float, ptr %out, i64 %id
  store float %sum, ptr %to
  %z.at = getelementptr inbounds i8, ptr %base, i64 8
  %z = load float, ptr %z.at, align 4
  %b.at = getelementptr inbounds i8, ptr %loose, i64 8
  %b = load float, ptr %b.at, align 4
  %rest = fadd float %z, %b
  store float %rest, ptr %to
  br label %end
end:
  ret void
}

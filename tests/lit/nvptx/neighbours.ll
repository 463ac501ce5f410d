; RUN: %weft-ptx %s | FileCheck %s
; What a vector was copied by is loaded at once, though one branch alone needs a part of it; not where that may have been written before,
; nor where nothing says that a word holds both.
declare i64 @__weft_global_id(i32)

; CHECK: ld.global{{.*}}.v4.b32
; CHECK: ld.global{{.*}}.b64
; CHECK: @%p{{.*}} bra
; CHECK-NOT: ld.global
; CHECK: st.global.b32
; CHECK: ld.global.b32
; CHECK: ld.global.b32
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
  %y = load float, ptr %base, align 16
  %loose = getelementptr inbounds [2 x i64], ptr %other, i64 %id
  %a = load i64, ptr %loose, align 8
  %any = fcmp olt float %y, 1.0
  %big = icmp sgt i64 %a, 7
  %both = and i1 %any, %big
  br i1 %both, label %inside, label %end
inside:
  %x.at = getelementptr inbounds i8, ptr %base, i64 4
  %x = load float, ptr %x.at, align 4
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

; RUN: %weft-ptx %s | FileCheck %s
; What a block reads that others lead to as well may have been written on their way.
declare i64 @__weft_global_id(i32)

; CHECK-NOT: .v4
; CHECK: st.volatile.global.b32
; CHECK: ld.global.b32 {{.*}}+4];
; CHECK: ret
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
entry:
  %from = load ptr, ptr %args
  %id = call i64 @__weft_global_id(i32 0)
  %base = getelementptr inbounds [4 x float], ptr %from, i64 %id
  %y = load float, ptr %base, align 16
  %x.at = getelementptr inbounds i8, ptr %base, i64 4
  %any = fcmp olt float %y, 1.0
  br i1 %any, label %inside, label %join
inside:
  store volatile float %y, ptr %x.at
  br label %join
join:
  %x = load float, ptr %x.at, align 4
  %w.at = getelementptr inbounds i8, ptr %base, i64 12
  %w = load float, ptr %w.at, align 4
  %sum = fadd float %x, %w
  store float %sum, ptr %base
  ret void
}

; What cannot be vectorized is said in words.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK: barrier: a barrier stands where not all work-items come by
define void @barrier(ptr %x, i32 %n, i64 "weft-varying" %id) {
  %place = trunc i64 %id to i32
  switch i32 %place, label %end [i32 0, label %one
                                 i32 1, label %two]
one:
  call void @__weft_barrier(i32 2)
  br label %end
two:
  call void @__weft_barrier(i32 3)
  br label %end
end:
  ret void
}
declare void @__weft_barrier(i32) convergent

; CHECK: result: it returns a value
define i64 @result(i64 "weft-varying" %id) {
  ret i64 %id
}

; CHECK: dynamic: private memory whose size is only known when it runs
define void @dynamic(i64 %n, i64 "weft-varying" %id) {
  %a = alloca i32, i64 %n
  store i32 1, ptr %a
  ret void
}

; CHECK: computed: terminator 'indirectbr' has no vector form
define void @computed(ptr %target, i64 "weft-varying" %id) {
  indirectbr ptr %target, [label %a]
a:
  ret void
}

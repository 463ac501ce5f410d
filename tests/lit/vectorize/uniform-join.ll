; A value that is the same on all paths of a divergent branch stays uniform where those paths meet others that all
; work-items take together, so that a barrier may depend on it.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @meets.v4(
; CHECK: phi i32
; CHECK: call void @__weft_barrier
declare void @__weft_barrier(i32) convergent
define void @meets(ptr noalias %x, i32 %n, i1 %together, i64 "weft-varying" %id) {
entry:
  br i1 %together, label %alone, label %parted
alone:
  br label %join
parted:
  %some = icmp ult i64 %id, 3
  br i1 %some, label %then, label %join
then:
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 %n, ptr %p
  br label %join
join:
  %chosen = phi i32 [7, %alone], [%n, %parted], [%n, %then]
  %meet = icmp sgt i32 %chosen, 3
  br i1 %meet, label %barrier, label %end
barrier:
  call void @__weft_barrier(i32 2)
  br label %end
end:
  ret void
}

; All lanes come to a barrier where those that parted have met, also if all might have left together before.
; CHECK-LABEL: @rejoins.v4(
; CHECK: call void @__weft_barrier
define void @rejoins(ptr noalias %x, i1 %a, i1 %b, i64 "weft-varying" %id) {
entry:
  br i1 %a, label %left, label %right
left:
  br label %join
right:
  br i1 %b, label %end, label %parted
parted:
  %some = icmp ult i64 %id, 3
  br i1 %some, label %then, label %join
then:
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 1, ptr %p
  br label %join
join:
  call void @__weft_barrier(i32 2)
  br label %end
end:
  ret void
}

; Where no path goes on, no lane goes.
; CHECK-LABEL: @never.v4(
; CHECK: call void @__weft_barrier
define void @never(ptr noalias %x, i64 "weft-varying" %id) {
entry:
  %which = and i64 %id, 1
  switch i64 %which, label %nowhere [
    i64 0, label %even
    i64 1, label %join
  ]
nowhere:
  unreachable
even:
  %p = getelementptr i32, ptr %x, i64 %id
  store i32 1, ptr %p
  br label %join
join:
  call void @__weft_barrier(i32 2)
  ret void
}

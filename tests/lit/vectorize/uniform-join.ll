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

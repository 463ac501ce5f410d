; RUN: %weft-ptx %s | FileCheck %s
; A loop that clears a bit before it asks has one turn where there are none.

; CHECK: popc.b64
; CHECK: max.u{{32|64}} {{.*}}, 1;
; CHECK: ret
define void @kernel(ptr byval([16 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %x.at = getelementptr i8, ptr %args, i64 8
  %x = load i64, ptr %x.at
  br label %loop
loop:
  %bits = phi i64 [ %x, %entry ], [ %fewer, %loop ]
  %count = phi i64 [ 0, %entry ], [ %more, %loop ]
  %less = sub i64 %bits, 1
  %fewer = and i64 %bits, %less
  %more = add i64 %count, 1
  %any = icmp ne i64 %fewer, 0
  br i1 %any, label %loop, label %done
done:
  store i64 %more, ptr %p
  ret void
}

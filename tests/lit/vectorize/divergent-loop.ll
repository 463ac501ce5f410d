; A loop that lanes leave at different times goes on while any lane is in it; what leaves it is kept lane by lane.
; RUN: %weft-opt %s --width=4 | FileCheck %s

; CHECK-LABEL: @count.v4(
; CHECK: %[[LIVE:.*]] = phi <4 x i1> [ splat (i1 true), %entry ], [ %[[STAY:.*]], %loop ]
; CHECK: %[[LEFT:.*]] = select <4 x i1> %[[LIVE]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[STAY]] = select <4 x i1> %[[LIVE]]
; CHECK: bitcast <4 x i1> %[[STAY]] to i4
; CHECK: br i1 %{{.*}}, label %loop, label
define void @count(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  br label %loop
loop:
  %n = phi i32 [%v, %entry], [%half, %loop]
  %k = phi i32 [0, %entry], [%k1, %loop]
  %half = lshr i32 %n, 1
  %k1 = add i32 %k, 1
  %done = icmp eq i32 %half, 0
  br i1 %done, label %exit, label %loop
exit:
  store i32 %k1, ptr %p
  ret void
}

; A value that is uniform inside the loop differs between lanes once they have left it.
; CHECK-LABEL: @two_exits.v4(
; CHECK: phi <4 x i32> [ poison, %entry ]
; CHECK: or <4 x i1>
; CHECK: store <4 x i32>
define void @two_exits(ptr %x, ptr %y, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  br label %loop
loop:
  %n = phi i32 [%v, %entry], [%m, %next]
  %k = phi i32 [0, %entry], [%k1, %next]
  %odd = and i32 %n, 7
  %c = icmp eq i32 %odd, 5
  br i1 %c, label %early, label %next
next:
  %m = lshr i32 %n, 1
  %k1 = add i32 %k, 1
  %done = icmp eq i32 %m, 0
  br i1 %done, label %exit, label %loop
early:
  %minus = sub i32 0, %k
  br label %exit
exit:
  %r = phi i32 [%k1, %next], [%minus, %early]
  store i32 %r, ptr %p
  ret void
}

; Lanes that return from the inner loop have left the outer one too, though all others leave both by uniform tests.
; CHECK-LABEL: @return_from_inner.v4(
; CHECK: %[[OUTER:.*]] = phi <4 x i1>
; CHECK: %[[INNER:.*]] = phi <4 x i1>
; CHECK: call void @llvm.masked.store.v4i32
; CHECK-NOT: store <4 x i32>
; CHECK: ret void
define void @return_from_inner(ptr %x, i32 %n, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  %v = load i32, ptr %p
  br label %outer
outer:
  %i = phi i32 [0, %entry], [%i1, %outer.next]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %inner, label %after
inner:
  %j = phi i32 [0, %outer], [%j1, %inner.next]
  %again = icmp slt i32 %j, %i
  br i1 %again, label %body, label %outer.next
body:
  %found = icmp eq i32 %v, %j
  br i1 %found, label %exit, label %inner.next
inner.next:
  %j1 = add i32 %j, 1
  br label %inner
outer.next:
  %i1 = add i32 %i, 1
  br label %outer
after:
  store i32 -1, ptr %p
  br label %exit
exit:
  ret void
}

; All lanes come to %work at last, but those that go round before do not go on with it.
; CHECK-LABEL: @goes_round.v4(
; CHECK: select <4 x i1> %[[WORK:[0-9]+]], <4 x i1> %more, <4 x i1> zeroinitializer
; CHECK: %[[WORKS:.*]] = xor <4 x i1> %waits, splat (i1 true)
; CHECK: %[[WORK]] = select <4 x i1> %{{.*}}, <4 x i1> %[[WORKS]], <4 x i1> zeroinitializer
define void @goes_round(ptr %x, i64 "weft-varying" %id) {
entry:
  %p = getelementptr i32, ptr %x, i64 %id
  br label %loop
loop:
  %sum = phi i32 [0, %entry], [%sum.next, %round]
  %v = load atomic i32, ptr %p monotonic, align 4
  %waits = icmp ult i32 %v, 8
  br i1 %waits, label %round, label %work
work:
  %added = add i32 %sum, %v
  %more = icmp ult i32 %v, 16
  br i1 %more, label %round, label %exit
round:
  %sum.next = phi i32 [%sum, %loop], [%added, %work]
  br label %loop
exit:
  store i32 %added, ptr %p
  ret void
}

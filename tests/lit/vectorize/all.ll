; Whether all lanes' counters are on one side of a bound is asked of the lane furthest from it and the distance to the
; others, or, where they cannot wrap, of the nearest alone; of several tests each on its own. Lanes under a mask are
; compared one by one.
; RUN: %weft-opt %s --width=4 | FileCheck %s
; RUN: %weft-opt %s --width=4 --masked | FileCheck %s --check-prefix=MASKED

; CHECK-LABEL: @below.v4(
; CHECK: %[[AWAY:.*]] = sub i64 %n, %id
; CHECK: icmp ugt i64 %[[AWAY]], 3
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
; MASKED-LABEL: @below.v4m(
; MASKED: icmp eq i4
define void @below(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp ult i64 %id, %n
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @at_least.v4(
; CHECK-DAG: icmp sle i64 %id, %n
; CHECK-DAG: icmp uge i64 %{{.*}}, 3
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
define void @at_least(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp sge i64 %n, %id
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @above.v4(
; CHECK: %[[LAST:.*]] = add i64 %id, 3
; CHECK: %[[AWAY:.*]] = sub i64 %[[LAST]], %n
; CHECK-DAG: icmp ugt i64 %[[LAST]], %n
; CHECK-DAG: icmp ugt i64 %[[AWAY]], 3
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
define void @above(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp ugt i64 %id, %n
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @not_at.v4(
; CHECK: %[[AWAY:.*]] = sub i64 %n, %id
; CHECK: icmp ugt i64 %[[AWAY]], 3
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
define void @not_at(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp ne i64 %id, %n
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @falling.v4(
; CHECK: %[[FIRST:.*]] = sub i64 %n, %id
; CHECK: %[[LAST:.*]] = add i64 %[[FIRST]], -3
; CHECK: %[[AWAY:.*]] = sub i64 %m, %[[LAST]]
; CHECK-DAG: icmp slt i64 %[[LAST]], %m
; CHECK-DAG: icmp ugt i64 %[[AWAY]], 3
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
define void @falling(ptr %x, i64 %n, i64 %m, i64 "weft-varying" %id) {
  %left = sub i64 %n, %id
  %c = icmp slt i64 %left, %m
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @between.v4(
; CHECK: %[[LOW:.*]] = icmp sgt i64 %id, %m
; CHECK: %[[LAST:.*]] = add nsw i64 %id, 3
; CHECK: %[[HIGH:.*]] = icmp slt i64 %[[LAST]], %n
; CHECK: select i1 %[[LOW]], i1 %[[HIGH]], i1 false
; CHECK-NOT: icmp eq i4
; CHECK-LABEL: define
define void @between(ptr %x, i64 %m, i64 %n, i64 range(i64 0, 1024) "weft-varying" %id) {
  %low = icmp sle i64 %id, %m
  %high = icmp sge i64 %id, %n
  %outside = select i1 %low, i1 true, i1 %high
  %c = xor i1 %outside, true
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

; CHECK-LABEL: @equal.v4(
; CHECK: icmp eq i4
define void @equal(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp eq i64 %id, %n
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

declare i1 @weft.lanes.all(i1)

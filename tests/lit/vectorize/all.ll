; Whether all lanes' counters are below a bound is asked of the first one and the distance to the last. What may wrap, and
; lanes under a mask, are compared one by one.
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
; CHECK: icmp eq i4
define void @above(ptr %x, i64 %n, i64 "weft-varying" %id) {
  %c = icmp ugt i64 %id, %n
  %all = call i1 @weft.lanes.all(i1 %c)
  store i1 %all, ptr %x
  ret void
}

declare i1 @weft.lanes.all(i1)

; Short groups whose work-items neither meet nor share memory run as a range: ids are taken apart of those in all.
; RUN: %weft-pass %s --local=4 --passes=loose,ids | FileCheck %s --check-prefixes=LOOSE,IDS
; RUN: %weft-pass %s --local=1 --passes=loose,ids,instcombine,schedule | FileCheck %s --check-prefixes=LOOSE,ONE
; So do groups of several rows whose loops may share what they read.
; RUN: sed -e 's/;loops//' %s | %weft-pass --local=16,16 --dims=2 --passes=loose | FileCheck %s --check-prefix=LOOSE
; RUN: sed -e 's/;loops//' %s | %weft-pass --local=32,1 --dims=2 --passes=loose | FileCheck %s --check-prefix=MATTER
; So do single work-items that would meet no one and share memory with no one.
; RUN: sed -e 's/;shares//' %s | %weft-pass --local=1 --passes=loose | FileCheck %s --check-prefix=LOOSE
; RUN: sed -e 's/;meets//' %s | %weft-pass --local=1 --passes=loose,ids | FileCheck %s --check-prefixes=LOOSE,ALONE
; Groups that vectors fit, or that no shift tells apart, stay; and those that meet, share memory, have sub-groups or see what others do.
; RUN: %weft-pass %s --local=32 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: %weft-pass %s --local=16 --passes=loose | FileCheck %s --check-prefix=LOOSE
; RUN: %weft-pass %s --local=16,16 --dims=2 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: %weft-pass %s --local=20 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e '/local_id(i32 0)/d;/group_id/d;/%%local,/d;/%%group,/d' %s | %weft-pass --local=20 --passes=loose | FileCheck %s --check-prefix=LOOSE
; RUN: sed -e '/local_id(i32 0)/d;/group_id/d;/%%local,/d;/%%group,/d' %s | %weft-pass --local=130 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e 's/;meets//' %s | %weft-pass --local=4 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e 's/;shares//' %s | %weft-pass --local=4 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e 's/;sub-group//' %s | %weft-pass --local=1 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e 's/;asks//' %s | %weft-pass --local=1 --passes=loose | FileCheck %s --check-prefix=MATTER
; RUN: sed -e 's/;adds//' %s | %weft-pass --local=4 --passes=loose | FileCheck %s --check-prefix=LOOSE
; A range is no nd-range.
; RUN: %weft-pass %s --passes=loose | FileCheck %s --check-prefix=MATTER

; LOOSE: ; groups do not matter
; MATTER: ; groups matter
; IDS: i64 range(i64 0, 2147483648) "weft-varying" %item0
; IDS: [[LOCAL:%.*]] = urem i64 %item0, 4
; IDS: [[GROUP:%.*]] = udiv i64 %item0, 4
; IDS: [[GROUPS:%.*]] = udiv i64 %range0, 4
; IDS: store volatile i64 [[LOCAL]]
; IDS: store volatile i64 [[GROUP]]
; IDS: store volatile i64 %item0
; IDS: store volatile i64 4,
; IDS: store volatile i64 [[GROUPS]]
; IDS: store volatile i64 %range0
; ONE: lanes along 0
; ONE: store volatile i64 0,
; ONE: store volatile i64 %item0
; ONE: store volatile i64 %item0
; ONE: store volatile i64 1,
; ONE: store volatile i64 %range0
; ONE: store volatile i64 %range0
; ALONE-NOT: call void @__weft_barrier
declare i64 @__weft_local_id(i32)
declare i64 @__weft_group_id(i32)
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_range(i32)
declare i64 @__weft_group_range(i32)
declare i64 @__weft_global_range(i32)
declare void @__weft_barrier(i32) convergent
declare ptr @__weft_local_mem()
declare i32 @__weft_sub_group_local_id()
declare i32 @__weft_atomic_fetch_add_i32(ptr, i32, i32, i32)
declare i32 @__weft_atomic_load_i32(ptr, i32, i32)
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %p = load ptr, ptr %args
  %local = call i64 @__weft_local_id(i32 0)
  %group = call i64 @__weft_group_id(i32 0)
  %id = call i64 @__weft_global_id(i32 0)
  %size = call i64 @__weft_local_range(i32 0)
  %groups = call i64 @__weft_group_range(i32 0)
  %range = call i64 @__weft_global_range(i32 0)
  store volatile i64 %local, ptr %p
  store volatile i64 %group, ptr %p
  store volatile i64 %id, ptr %p
  store volatile i64 %size, ptr %p
  store volatile i64 %groups, ptr %p
  store volatile i64 %range, ptr %p
  ;loops br label %loop
  ;loops loop:
  ;loops %more = load volatile i1, ptr %p
  ;loops br i1 %more, label %loop, label %exit
  ;loops exit:
  ;meets call void @__weft_barrier(i32 2)
  ;shares %m = call ptr @__weft_local_mem()
  ;shares store volatile i64 %local, ptr %m
  ;sub-group %lane = call i32 @__weft_sub_group_local_id()
  ;sub-group store volatile i32 %lane, ptr %p
  ;asks %seen = call i32 @__weft_atomic_load_i32(ptr %p, i32 0, i32 3)
  ;asks store volatile i32 %seen, ptr %p
  ;adds %old = call i32 @__weft_atomic_fetch_add_i32(ptr %p, i32 1, i32 0, i32 3)
  ret void
}

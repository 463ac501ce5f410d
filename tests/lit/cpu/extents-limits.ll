; The items of a row that pass a test are counted by the test's sense: those below a signed end are none where the end is
; negative, those up to an end one more, and no end is so large that this wraps. An id that is cut below 32 bits, an end that
; differs between items, and a test that later items pass, are counted by nobody.
; RUN: %weft-pass %s --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=ULT
; RUN: sed -e 's/icmp ult/icmp ule/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=ULE
; RUN: sed -e 's/icmp ult/icmp slt/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=SLT
; RUN: sed -e 's/icmp ult/icmp sle/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=SLE
; RUN: sed -e 's/icmp ult/icmp eq/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=ULE
; RUN: sed -e 's/icmp ult i32 %%l, %%n/icmp ugt i32 %%n, %%l/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=ULT
; RUN: sed -e 's/icmp ult i32 %%l, %%n/icmp sge i32 %%n, %%l/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=SLE
; RUN: sed -e 's/icmp ult/icmp uge/' -e 's/%%behind, label %%join/%%join, label %%behind/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=ULT
; RUN: sed -e 's/icmp ult/icmp ne/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/icmp ult/icmp uge/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/%%l = trunc i64 %%id to i32/%%l = trunc i64 %%id to i16/' -e 's/icmp ult i32 %%l, %%n/icmp ult i16 %%l, 9/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/icmp ult/icmp uge/' -e 's/br i1 %%inside, label %%behind, label %%join/%%other = icmp eq i32 %%n, 7\n  %%both = and i1 %%inside, %%other\n  br i1 %%both, label %%join, label %%behind/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/icmp ult i32 %%l, %%n/icmp ult i32 %%l, %%own/' %s | %weft-pass --local=64 --passes=ids,captures,extents | FileCheck %s --check-prefix=NONE

; ULT-LABEL: define internal i32 @extent0(
; ULT-NOT: smax
; ULT: [[COUNT:%.*]] = call i32 @llvm.umin.i32(i32 %{{.*}}, i32 1073741824)
; ULT-NOT: add i32
; ULT: call i32 @llvm.umax.i32(i32 1, i32 [[COUNT]])

; ULE-LABEL: define internal i32 @extent0(
; ULE-NOT: smax
; ULE: [[COUNT:%.*]] = call i32 @llvm.umin.i32(i32 %{{.*}}, i32 1073741824)
; ULE: [[MORE:%.*]] = add i32 [[COUNT]], 1
; ULE: call i32 @llvm.umax.i32(i32 1, i32 [[MORE]])

; SLT-LABEL: define internal i32 @extent0(
; SLT: [[END:%.*]] = call i32 @llvm.smax.i32(i32 %{{.*}}, i32 0)
; SLT: [[COUNT:%.*]] = call i32 @llvm.umin.i32(i32 [[END]], i32 1073741824)
; SLT-NOT: add i32
; SLT: call i32 @llvm.umax.i32(i32 1, i32 [[COUNT]])

; SLE-LABEL: define internal i32 @extent0(
; SLE: [[END:%.*]] = call i32 @llvm.smax.i32(i32 %{{.*}}, i32 0)
; SLE: [[COUNT:%.*]] = call i32 @llvm.umin.i32(i32 [[END]], i32 1073741824)
; SLE: [[MORE:%.*]] = add i32 [[COUNT]], 1
; SLE: call i32 @llvm.umax.i32(i32 1, i32 [[MORE]])

; NONE-NOT: @extent
declare i64 @__weft_local_id(i32)

define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
entry:
  %p = load ptr, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %n = load i32, ptr %at
  %id = call i64 @__weft_local_id(i32 0)
  %l = trunc i64 %id to i32
  %twice = trunc i64 %id to i32
  %own = mul i32 %twice, 3
  %inside = icmp ult i32 %l, %n
  br i1 %inside, label %behind, label %join
behind:
  %q = getelementptr float, ptr %p, i64 %id
  store float 1.0, ptr %q
  br label %join
join:
  ret void
}

; RUN: %weft-ptx %s | FileCheck %s --check-prefix=ANY
; RUN: %weft-ptx %s -local=32,8 | FileCheck %s --check-prefix=FIXED
; RUN: %weft-ptx %s -local=128 -items-per-unit=512 | FileCheck %s --check-prefix=FEW
; RUN: %weft-ptx %s -local=1024 -items-per-unit=1024 | FileCheck %s --check-prefix=ONE
; RUN: %weft-ptx %s -range -items-per-unit=1024 | FileCheck %s --check-prefix=RANGE
; The size of a group is a constant where launches fix it, and ptxas learns how few groups share a multiprocessor.
declare i64 @__weft_local_range(i32)
declare i64 @__weft_local_id(i32)

; ANY-NOT: ntid
; ANY: .entry
; ANY-NOT: .maxntid
; ANY: %ntid.x
; FIXED: .reqntid 32, 8
; FIXED-NOT: .minnctapersm
; FIXED-NOT: %ntid.x
; FIXED: st.global.b{{32|64}} [%{{[a-z0-9]+}}], 32;
; FEW: .reqntid 128
; FEW: .minnctapersm 4
; ONE: .reqntid 1024
; ONE: .minnctapersm 1
; RANGE: .maxntid 256
; RANGE: .minnctapersm 4
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  %id = call i64 @__weft_local_id(i32 0)
  %size = call i64 @__weft_local_range(i32 0)
  %to = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %size, ptr %to
  ret void
}

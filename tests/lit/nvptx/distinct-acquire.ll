; RUN: %weft-ptx --distinct=0 --distinct=8 --distinct=16 %s | FileCheck %s
; RUN: sed -e 's/load atomic i32, ptr %%flag acquire, align 4/load volatile i32, ptr %%flag/' %s | %weft-ptx --distinct=0 --distinct=8 --distinct=16 | FileCheck %s
; RUN: sed -e 's/^  %%ready = load atomic .*/  %%pair = cmpxchg ptr %%flag, i32 0, i32 1 acquire monotonic\n  %%ready = extractvalue { i32, i1 } %%pair, 0/' %s | %weft-ptx --distinct=0 --distinct=8 --distinct=16 | FileCheck %s
; Behind an acquire, memory that this kernel does not write to may be what others have written meanwhile.

; CHECK-NOT: ld.global.nc
; CHECK: st.global.b32
define void @kernel(ptr byval([24 x i8]) align 8 %args) {
  %in = load ptr, ptr %args
  %flag.at = getelementptr i8, ptr %args, i64 8
  %flag = load ptr, ptr %flag.at
  %out.at = getelementptr i8, ptr %args, i64 16
  %out = load ptr, ptr %out.at
  %ready = load atomic i32, ptr %flag acquire, align 4
  %a = load i32, ptr %in
  %sum = add i32 %a, %ready
  store i32 %sum, ptr %out
  ret void
}

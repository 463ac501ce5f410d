; No list scheduler runs after register allocation, which LLVM's models of AMD's cores ask for and which takes time by the
; square of a block's length.
; RUN: %weft-pass %s --assembly=znver2 --debug-pass=Structure 2>&1 | FileCheck %s
; RUN: %weft-pass %s --assembly=znver4 --debug-pass=Structure 2>&1 | FileCheck %s

; CHECK: Machine Instruction Scheduler
; CHECK-NOT: list latency scheduler
; CHECK: Assembly Printer
; CHECK: kernel:
define spir_kernel void @kernel(ptr byval([64 x i8]) align 8 %args) {
  %out = load ptr, ptr %args
  store i64 1, ptr %out
  ret void
}

// ESIMD: instructions of Intel's GPUs, of which Weft serves none.
#pragma once

#error "explicit SIMD is for Intel GPUs, which Weft lacks. Write the kernel for single work-items; Weft vectorises it"

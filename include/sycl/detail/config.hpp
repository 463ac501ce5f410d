// What every SYCL header agrees on: export markers and which compiler pass this is.
#pragma once

/// Functions and types that live in libweft.so, also for code built with -fvisibility=hidden.
#define WEFT_API __attribute__((visibility("default")))

#if defined(__SYCL_DEVICE_ONLY__) && __SYCL_DEVICE_ONLY__
#define WEFT_DEVICE_PASS 1
#else
#define WEFT_DEVICE_PASS 0
#endif

/// True in both passes of weft-clang++; false for a plain host compiler, which can submit anything but kernels.
#if WEFT_DEVICE_PASS || defined(__WEFT_DRIVER__)
#define WEFT_HAS_KERNELS 1
#else
#define WEFT_HAS_KERNELS 0
#endif

/// The driver defines it in both passes; functions of other compilers' objects run on the host alone.
#if !defined(SYCL_EXTERNAL)
#define SYCL_EXTERNAL
#endif

#if WEFT_HAS_KERNELS
namespace sycl {
inline namespace _V1 {
namespace detail {
/// Names the translation unit: kernels of internal linkage in different units may have equal names (unit.hpp).
[[maybe_unused]] static const char *unit();
} // namespace detail
} // namespace _V1
} // namespace sycl
#endif

/// Of the headers' own loops: unrolled when a kernel is compiled, not each time it is made for a device
/// (codegen/ir/prepare.hpp).
#if WEFT_DEVICE_PASS
#define WEFT_UNROLL _Pragma("clang loop unroll(full)")
#define WEFT_UNROLL_BY_4 _Pragma("unroll 4")
#else
#define WEFT_UNROLL
#define WEFT_UNROLL_BY_4
#endif
#define WEFT_INLINE inline __attribute__((always_inline))

/// Of functions that finalizers know by their symbols: some devices have an instruction for them. They stay functions
/// until the device is known (codegen/ir/prepare.hpp).
#if WEFT_DEVICE_PASS
#define WEFT_REPLACEABLE __attribute__((noinline))
#else
#define WEFT_REPLACEABLE
#endif

// The backends a program can be told about (SYCL 2020, 4.1, and DPC++'s extensions of the enumeration).
#pragma once

#include <cstdint>
#include <iosfwd>

namespace sycl {
inline namespace _V1 {

/// The built-in CPU device answers as opencl, since existing programs ask for opencl:cpu.
enum class backend : std::int8_t {
  host = 0,
  opencl = 1,
  ext_oneapi_level_zero = 2,
  ext_oneapi_cuda = 3,
  all = 4,
  ext_oneapi_hip = 6,
  ext_oneapi_native_cpu = 7,
  ext_oneapi_offload = 8,
  level_zero = ext_oneapi_level_zero, ///< DPC++'s names of before.
  cuda = ext_oneapi_cuda,
  ext_weft_null = 100, ///< Weft's test backend, which runs nothing.
};

/// A template, so that only programs that print need <ostream>.
template <class Char, class Traits>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out, backend b) {
  switch (b) {
  case backend::host:
    return out << "host";
  case backend::opencl:
    return out << "opencl";
  case backend::ext_oneapi_level_zero:
    return out << "ext_oneapi_level_zero";
  case backend::ext_oneapi_cuda:
    return out << "ext_oneapi_cuda";
  case backend::all:
    return out << "all";
  case backend::ext_oneapi_hip:
    return out << "ext_oneapi_hip";
  case backend::ext_oneapi_native_cpu:
    return out << "ext_oneapi_native_cpu";
  case backend::ext_oneapi_offload:
    return out << "ext_oneapi_offload";
  case backend::ext_weft_null:
    return out << "ext_weft_null";
  }
  return out << "unknown";
}

} // namespace _V1
} // namespace sycl

// All builtin functions (SYCL 2020, 4.17).
#pragma once

#include <sycl/builtins/common.hpp>
#include <sycl/builtins/elementwise.hpp>
#include <sycl/builtins/integer.hpp>
#include <sycl/builtins/math.hpp>
#include <sycl/builtins/named.hpp>
#include <sycl/builtins/other.hpp>
#include <sycl/builtins/relational.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {
using sycl::ctz; // as DPC++ called it first
} // namespace ext::intel
} // namespace _V1
} // namespace sycl

// The header's name and namespace before SYCL 2020, which still has to offer both (SYCL 2020, 4.3).
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

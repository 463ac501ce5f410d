// Where DPC++ has interoperability with CUDA, which is in <sycl/backend.hpp> here.
#pragma once

#include <sycl/backend.hpp>

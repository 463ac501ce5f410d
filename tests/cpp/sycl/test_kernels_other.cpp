// Another translation unit with a kernel whose internal name test_kernels.cpp has, too.
#include <sycl/sycl.hpp>

namespace {
class Same;
}

int run_other_unit(sycl::queue q) {
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<Same>([=] { *p = 2; }).wait();
  const int result = *p;
  sycl::free(p, q);
  return result;
}

// Another translation unit with a kernel whose internal name test_kernels.cpp has, too.

// Names of macros that programs have before they include it.
#define error(number, function) never_used
#define check(call) never_used
#define info(text) never_used
#define warn(text) never_used
#define trace(text) never_used
#define square(x) never_used
#define pi 3.14159265358979
#define eps 1e-6
#define SIZE 1024
#define BLOCK_SIZE 256
#define MAX(a, b) never_used
#define MIN(a, b) never_used
#define ABS(x) never_used
#define DEBUG 1
#define CHECK(x) never_used

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

// Another translation unit with a specialization constant whose name test_specialization.cpp has, too.
#include <sycl/sycl.hpp>

namespace {
constexpr sycl::specialization_id<int> unnamed{100};
class ReadsUnnamed;
} // namespace

using Executable = sycl::kernel_bundle<sycl::bundle_state::executable>;

int unnamed_of_other_unit(sycl::queue q, bool set, const Executable *bundle) {
  int *p = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
     if (bundle != nullptr)
       h.use_kernel_bundle(*bundle);
     if (set)
       h.set_specialization_constant<unnamed>(200);
     h.single_task<ReadsUnnamed>([=](sycl::kernel_handler kh) { *p = kh.get_specialization_constant<unnamed>(); });
   }).wait();
  const int result = *p;
  sycl::free(p, q);
  return result;
}

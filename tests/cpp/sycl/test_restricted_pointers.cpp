// `__restrict__` pointers to memory that the work-items of a group share: each sees behind a barrier, a fence and an
// ordered atomic what the others wrote, as in CUDA and DPC++.
#include <numeric>

#include "devices.hpp"

namespace {

using RestrictedPointers = EachDevice;
WEFT_EACH_DEVICE(RestrictedPointers);

constexpr std::size_t n = 32;

/// The lower half of what is shared comes to hold numbers of the odd places; gives what a work-item read before and
/// behind that.
template <class Meet>
float replaced(sycl::nd_item<1> it, float *__restrict__ shared, const float *__restrict__ added, const Meet &meet) {
  const std::size_t i = it.get_local_id(0);
  const float before = shared[2 * i + 1];
  meet();
  shared[i] = 100 + before + added[i];
  meet();
  return shared[2 * i + 1] * 1000 + before;
}

float expected(std::size_t i) {
  const std::size_t odd = 2 * i + 1;
  const auto now = static_cast<float>(odd < n ? 100 + 2 * odd + 1 + odd : odd);
  return now * 1000 + static_cast<float>(odd);
}

TEST_P(RestrictedPointers, LocalMemoryChangesAtBarriers) {
  float *const added = shared<float>(n), *const out = shared<float>(n);
  std::iota(added, added + n, 0.0F);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> local(sycl::range<1>(2 * n), h);
     h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_local_id(0);
       for (const std::size_t place : {2 * i, 2 * i + 1})
         local[place] = static_cast<float>(place);
       sycl::group_barrier(it.get_group());
       float *const first = local.get_multi_ptr<sycl::access::decorated::no>().get();
       out[i] = replaced(it, first, added, [=] { sycl::group_barrier(it.get_group()); });
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(out[i], expected(i)) << i;
}

TEST_P(RestrictedPointers, GlobalMemoryChangesAtBarriers) {
  float *const added = shared<float>(n), *const out = shared<float>(n), *const common = shared<float>(2 * n);
  std::iota(added, added + n, 0.0F);
  std::iota(common, common + 2 * n, 0.0F);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
     out[it.get_local_id(0)] = replaced(it, common, added, [=] { it.barrier(); });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(out[i], expected(i)) << i;
}

/// In two work-groups, the second of which waits for the first.
void hand_over(sycl::nd_item<1> it, int *__restrict__ data, int *__restrict__ flag, int *__restrict__ out) {
  sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device> ready(*flag);
  if (it.get_group(0) == 0) {
    data[0] = 7;
    ready.store(1, sycl::memory_order::release);
    return;
  }
  const int before = data[1];
  while (ready.load(sycl::memory_order::acquire) == 0) {
  }
  out[0] = data[0] * 10 + before;
}

TEST_P(RestrictedPointers, MemoryChangesAtOrderedAtomics) {
  int *const data = shared<int>(2), *const flag = shared<int>(1), *const out = shared<int>(1);
  data[0] = 0;
  data[1] = 3;
  flag[0] = out[0] = 0;
  q.parallel_for(sycl::nd_range<1>(2, 1), [=](sycl::nd_item<1> it) { hand_over(it, data, flag, out); }).wait();
  EXPECT_EQ(out[0], 73);
}

} // namespace

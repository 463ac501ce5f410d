// Accessors whose elements are atomic_refs, by both of their namespaces.
#include <type_traits>
#include <vector>

#include <CL/sycl.hpp>

#include "devices.hpp"

namespace one = sycl::ext::oneapi;

class AtomicAccessors : public EachDevice {};

TEST_P(AtomicAccessors, CountInBuffers) {
  constexpr int n = 1000, bins = 7;
  std::vector<int> counts(bins, 1);
  {
    sycl::buffer<int> b(counts);
    q.submit([&](sycl::handler &h) {
      sycl::ONEAPI::atomic_accessor<int, 1, sycl::ONEAPI::memory_order::relaxed, sycl::ONEAPI::memory_scope::device> a(
          b, h);
      static_assert(
          std::is_same_v<decltype(a[0]), decltype(a)::reference> &&
          std::is_same_v<decltype(a[0]), sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                                          sycl::access::address_space::global_space>>);
      h.parallel_for(n, [=](sycl::id<1> i) {
        if (i[0] % 2 == 0)
          a[i[0] % bins] += 1;
        else
          a[sycl::id<1>(i[0] % bins)].fetch_add(2);
      });
    });
  }
  std::vector<int> expected(bins, 1);
  for (int i = 0; i < n; ++i)
    expected[i % bins] += i % 2 == 0 ? 1 : 2;
  EXPECT_EQ(counts, expected);
}

TEST_P(AtomicAccessors, TakeOrderAndScopeByTags) {
  std::vector<unsigned> most(6, 0);
  {
    sycl::buffer<unsigned, 2> b(most.data(), {2, 3});
    q.submit([&](sycl::handler &h) {
      one::atomic_accessor a(b, h, one::relaxed_order, one::device_scope);
      static_assert(
          std::is_same_v<decltype(a),
                         one::atomic_accessor<unsigned, 2, sycl::memory_order::relaxed, sycl::memory_scope::device>>);
      h.parallel_for(sycl::range<2>(40, 30), [=](sycl::item<2> it) {
        a[sycl::id<2>(it[0] % 2, it[1] % 3)].fetch_max(static_cast<unsigned>(it.get_linear_id()));
      });
    });
    one::atomic_accessor later(b, one::acq_rel_order, one::system_scope);
    EXPECT_TRUE(later.is_placeholder());
    EXPECT_EQ(later.get_range(), (sycl::range<2>(2, 3)));
    q.submit([&](sycl::handler &h) {
      h.require(later);
      h.parallel_for(10, [=](sycl::id<1>) { ++later[sycl::id<2>(1, 2)]; });
    });
  }
  EXPECT_EQ(most, (std::vector<unsigned>{38 * 30 + 27, 38 * 30 + 28, 38 * 30 + 29, 39 * 30 + 27, 39 * 30 + 28,
                                         39 * 30 + 29 + 10}));
}

TEST_P(AtomicAccessors, OfNoDimensionsAndOfLocalMemory) {
  int total = 5;
  {
    sycl::buffer<int> b(&total, 1);
    q.submit([&](sycl::handler &h) {
      one::atomic_accessor<int, 0, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(b, h);
      one::atomic_accessor<int, 1, sycl::memory_order::relaxed, sycl::memory_scope::work_group, sycl::target::local>
          own(sycl::range<1>(1), h);
      h.parallel_for(sycl::nd_range<1>(96, 32), [=](sycl::nd_item<1> it) {
        if (it.get_local_id(0) == 0)
          own[0].store(0);
        sycl::group_barrier(it.get_group());
        own[0] += static_cast<int>(it.get_local_id(0));
        sycl::group_barrier(it.get_group());
        if (it.get_local_id(0) == 0) {
          decltype(sum)::reference all = sum;
          all += own[0].load();
        }
      });
    });
  }
  EXPECT_EQ(total, 5 + 3 * (31 * 32 / 2));
}

WEFT_EACH_DEVICE(AtomicAccessors);

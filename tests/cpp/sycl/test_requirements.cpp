// What kernels require by their attributes, and what they and their bundles are asked (SYCL 2020, 5.7, 5.8.1, 4.11).
#include <algorithm>
#include <cstdint>

#include "devices.hpp"

#pragma clang diagnostic ignored "-Wc++23-lambda-attributes"

namespace {

using Requirements = EachDevice;
WEFT_EACH_DEVICE(Requirements);

#define REQUIRE_EIGHT [[sycl::reqd_work_group_size(8)]]

template <int Size> struct FirstInDeclaration {
  int *out;
  [[sycl::reqd_work_group_size(Size), sycl::work_group_size_hint(2)]] void operator()(sycl::nd_item<1> it) const {
    out[it.get_global_linear_id()] = Size;
  }
};
struct AfterParameters {
  int *out;
  void operator()(sycl::nd_item<1> it) const noexcept [[sycl::reqd_work_group_size(4)]] {
    out[it.get_global_linear_id()] = 4;
  }
};

template <class Launch> sycl::errc error_of(const Launch &launch) {
  try {
    launch();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.category(), sycl::sycl_category());
    return static_cast<sycl::errc>(e.code().value());
  }
  return sycl::errc::success;
}

TEST_P(Requirements, WorkGroupSizeHoldsWhereverTheAttributeStands) {
  int *p = shared<int>(64);
  const auto over = [](std::size_t size) { return sycl::nd_range<1>(64, size); };
  const auto lambda = [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(16)]] { p[it.get_global_id(0)] = 16; };
  const auto generic = [=](auto it) noexcept
      [[sycl::vec_type_hint(float), sycl::reqd_work_group_size(2)]] { p[it.get_global_id(0)] = 2; };
  const auto from_macro = [=](sycl::nd_item<1> it) REQUIRE_EIGHT { p[it.get_global_id(0)] = 8; };
  const auto check = [&](const auto &kernel, std::size_t size) {
    q.parallel_for(over(size), kernel).wait();
    EXPECT_EQ(p[63], static_cast<int>(size));
    EXPECT_EQ(error_of([&] { q.parallel_for(over(size * 2), kernel).wait(); }), sycl::errc::nd_range);
  };
  check(FirstInDeclaration<32>{p}, 32);
  check(FirstInDeclaration<1>{p}, 1);
  check(AfterParameters{p}, 4);
  check(lambda, 16);
  check(generic, 2);
  check(from_macro, 8);
}

TEST_P(Requirements, WorkGroupSizeCountsTheLastDimensionFastest) {
  int *p = shared<int>(1);
  const auto kernel = [=](sycl::nd_item<3>) [[sycl::reqd_work_group_size(2, 4, 8)]] { *p = 1; };
  EXPECT_EQ(error_of([&] { q.parallel_for(sycl::nd_range<3>({8, 8, 8}, {8, 4, 2}), kernel).wait(); }),
            sycl::errc::nd_range);
  EXPECT_EQ(*p, 0);
  q.parallel_for(sycl::nd_range<3>({8, 8, 8}, {2, 4, 8}), kernel).wait();
  EXPECT_EQ(*p, 1);
}

TEST_P(Requirements, WorkGroupsThatTheDeviceLacksAreRefused) {
  int *p = shared<int>(1);
  const auto kernel = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1 << 20)]] { *p = 1; };
  EXPECT_EQ(error_of([&] { q.parallel_for(sycl::nd_range<1>(1 << 20, 1 << 20), kernel).wait(); }),
            sycl::errc::kernel_not_supported);
  EXPECT_EQ(*p, 0);
}

struct OfTheLargestSize {
  [[sycl::reqd_work_group_size(SIZE_MAX)]] void operator()(sycl::item<1>) const {}
};
TEST_P(Requirements, WorkGroupsOfAnySizeAreWritten) {
  EXPECT_EQ(error_of([&] { q.parallel_for(sycl::range<1>(1), OfTheLargestSize()).wait(); }),
            sycl::errc::kernel_not_supported);
  EXPECT_FALSE(sycl::is_compatible<OfTheLargestSize>(q.get_device()));
}

/// Sizes whose product is 0 in 64 bits.
struct OfTwoToTheThirtyTwo {
  [[sycl::reqd_work_group_size(1ull << 32, 1)]] void operator()(sycl::nd_item<2>) const {}
  [[sycl::reqd_work_group_size(1ull << 32, 1)]] void operator()(sycl::group<2>) const {}
  [[sycl::reqd_work_group_size(1ull << 32, 1, 1)]] void operator()(sycl::nd_item<3>) const {}
  [[sycl::reqd_work_group_size(1ull << 32, 1, 1)]] void operator()(sycl::group<3>) const {}
};
template <int D> class InGroups;
TEST_P(Requirements, WorkGroupsWhoseSizeOverflowsAreRefused) {
  const auto check = [&](auto size) {
    constexpr int D = decltype(size)::dimensions;
    auto ones = size;
    for (int d = 0; d < D; ++d)
      ones[d] = 1;
    EXPECT_EQ(error_of([&] { q.parallel_for(sycl::nd_range<D>(size, size), OfTwoToTheThirtyTwo()).wait(); }),
              sycl::errc::kernel_not_supported);
    EXPECT_EQ(error_of([&] {
                q.submit([&](sycl::handler &h) {
                   h.parallel_for_work_group<InGroups<D>>(ones, size, OfTwoToTheThirtyTwo());
                 }).wait();
              }),
              sycl::errc::kernel_not_supported);
  };
  constexpr std::size_t large = std::size_t(1) << 32;
  check(sycl::range<2>(large, large));
  check(sycl::range<3>(large, large, large));
}

template <int Size> void check_sub_groups(sycl::queue q, unsigned *out) {
  const auto kernel = [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] {
    const sycl::sub_group sg = it.get_sub_group();
    const std::size_t i = it.get_global_id(0);
    out[i] = static_cast<unsigned>(sg.get_max_local_range()[0]);
    out[256 + i] = sycl::reduce_over_group(sg, 1u, sycl::plus<unsigned>());
  };
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const bool on_nvidia = q.get_backend() == sycl::backend::ext_oneapi_cuda;
  const bool below_those_told =
      (q.get_device().is_cpu() && Size <= 2) || (on_nvidia && Size < 32 && (Size & (Size - 1)) == 0);
  const bool supported = below_those_told || std::find(sizes.begin(), sizes.end(), Size) != sizes.end();
  EXPECT_EQ(error_of([&] { q.parallel_for(sycl::nd_range<1>(256, 128), kernel).wait(); }),
            supported ? sycl::errc::success : sycl::errc::kernel_not_supported);
  if (!supported)
    return;
  for (int i : {0, 127, 255}) {
    EXPECT_EQ(out[i], static_cast<unsigned>(Size));
    EXPECT_EQ(out[256 + i], static_cast<unsigned>(Size));
  }
}

TEST_P(Requirements, SizesMayBeConstantsOfTheFunctionAround) {
  constexpr std::size_t size = 32;
  const int group = 64;
  unsigned *out = shared<unsigned>(2);
  const auto kernel = [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(group), sycl::reqd_sub_group_size(size)]] {
    if (it.get_global_id(0) != 0)
      return;
    out[0] = static_cast<unsigned>(it.get_local_range(0));
    out[1] = static_cast<unsigned>(it.get_sub_group().get_max_local_range()[0]);
  };
  static_assert(sizeof kernel == sizeof out, "host and device agree on captures");
  q.parallel_for(sycl::nd_range<1>(group, group), kernel).wait();
  EXPECT_EQ(out[0], static_cast<unsigned>(group));
  EXPECT_EQ(out[1], size);
  EXPECT_EQ(error_of([&] { q.parallel_for(sycl::nd_range<1>(32, 32), kernel).wait(); }), sycl::errc::nd_range);
}

TEST_P(Requirements, SubGroupSizesAreThoseOfTheDevice) {
  unsigned *out = shared<unsigned>(512);
  check_sub_groups<1>(q, out);
  check_sub_groups<2>(q, out);
  check_sub_groups<4>(q, out);
  check_sub_groups<8>(q, out);
  check_sub_groups<16>(q, out);
  check_sub_groups<32>(q, out);
  check_sub_groups<64>(q, out);
  check_sub_groups<5>(q, out);
  check_sub_groups<4096>(q, out);
}

/// Programs take the first or the least, and count on neighbours in their sub-group.
TEST_P(Requirements, SubGroupSizesOfCpusBeginWithFour) {
  if (!q.get_device().is_cpu())
    GTEST_SKIP() << "GPUs have the sizes of their instructions";
  const std::vector<std::size_t> expected{4, 8, 16, 32};
  EXPECT_EQ(q.get_device().get_info<sycl::info::device::sub_group_sizes>(), expected);
}

TEST_P(Requirements, AspectsAreThoseOfTheDevice) {
  int *p = shared<int>(1);
  const auto for_emulators = [=] [[sycl::device_has(sycl::aspect::emulated)]] () { *p += 1; };
  const auto for_shared = [=]() [[sycl::device_has(sycl::aspect::usm_shared_allocations, sycl::aspect::fp64)]] {
    *p += 2;
  };
  const sycl::device d = q.get_device();
  const auto expected = [](bool has) { return has ? sycl::errc::success : sycl::errc::kernel_not_supported; };
  EXPECT_EQ(error_of([&] { q.single_task(for_emulators).wait(); }), expected(d.has(sycl::aspect::emulated)));
  EXPECT_EQ(error_of([&] { q.single_task(for_shared).wait(); }),
            expected(d.has(sycl::aspect::usm_shared_allocations) && d.has(sycl::aspect::fp64)));
}

class Required;
class Free;
class Impossible;
class InBundle;

TEST_P(Requirements, KernelsAnswerWhatTheyRequire) {
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  const std::size_t sub_group = d.get_info<sycl::info::device::sub_group_sizes>().back();
  int *p = shared<int>(1);
  if (sub_group == 0) { // these are asked about, not run
    q.parallel_for<Required>(sycl::nd_range<2>({8, 8}, {2, 4}),
                             [=](sycl::nd_item<2>) [[sycl::reqd_work_group_size(2, 4)]] { *p = 1; });
    q.parallel_for<Free>(8, [=](sycl::id<1>) { *p = 1; });
    q.parallel_for<Impossible>(sycl::nd_range<1>(8, 8),
                               [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(4096)]] { *p = 1; });
  }
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(c);
  ASSERT_TRUE(bundle.has_kernel<Required>(d));
  ASSERT_TRUE(bundle.has_kernel<Free>());
  EXPECT_FALSE(bundle.has_kernel<Impossible>());
  EXPECT_FALSE(sycl::is_compatible<Impossible>(d));
  EXPECT_TRUE(sycl::has_kernel_bundle<sycl::bundle_state::executable>(c)); // of those that the device can run
  EXPECT_TRUE(sycl::has_kernel_bundle<sycl::bundle_state::input>(c, {d}));
  EXPECT_FALSE((sycl::has_kernel_bundle<Impossible, sycl::bundle_state::executable>(c)));
  EXPECT_EQ(error_of([&] { sycl::get_kernel_bundle<Impossible, sycl::bundle_state::executable>(c); }),
            sycl::errc::invalid);

  const sycl::kernel required = bundle.get_kernel<Required>(), free = bundle.get_kernel(sycl::get_kernel_id<Free>());
  EXPECT_EQ(required.get_info<specific::compile_work_group_size>(d), sycl::range<3>(2, 4, 1));
  EXPECT_EQ(free.get_info<specific::compile_work_group_size>(d), sycl::range<3>(0, 0, 0));
  EXPECT_EQ(free.get_info<specific::compile_sub_group_size>(d), 0u);
  EXPECT_EQ(free.get_info<specific::work_group_size>(d), d.get_info<sycl::info::device::max_work_group_size>());
  EXPECT_EQ(free.get_info<specific::max_sub_group_size>(d), sub_group);
  EXPECT_EQ(error_of([&] { (void)free.get_info<specific::global_work_size>(d); }), sycl::errc::invalid);
  EXPECT_EQ(error_of([&] { (void)free.get_info<sycl::info::kernel::num_args>(); }), sycl::errc::invalid);
  EXPECT_EQ(required.get_context(), c);
  EXPECT_TRUE(required.get_kernel_bundle().has_kernel<Required>());
  EXPECT_NE(sycl::get_kernel_id<Required>(), sycl::get_kernel_id<Free>());
}

TEST_P(Requirements, ACommandGroupKeepsToItsBundle) {
  const sycl::context c = q.get_context();
  int *p = shared<int>(1);
  const auto launch = [&](const auto &bundle) {
    q.submit([&](sycl::handler &h) {
       h.use_kernel_bundle(bundle);
       h.single_task<InBundle>([=] { *p += 1; });
     }).wait();
  };
  launch(sycl::get_kernel_bundle<InBundle, sycl::bundle_state::executable>(c));
  EXPECT_EQ(*p, 1);
  const auto without = sycl::get_kernel_bundle<Required, sycl::bundle_state::executable>(c);
  EXPECT_EQ(error_of([&] { launch(without); }), sycl::errc::kernel_not_supported);
  const auto elsewhere =
      sycl::get_kernel_bundle<InBundle, sycl::bundle_state::executable>(sycl::context(q.get_device()));
  EXPECT_EQ(error_of([&] { launch(elsewhere); }), sycl::errc::invalid);
}

class Atomic;

TEST(RequirementsOfSeveralDevices, OneDeviceThatRunsAKernelIsEnough) {
  constexpr auto rare = sycl::aspect::usm_atomic_shared_allocations;
  std::vector<sycl::device> devices;
  for (const sycl::platform &p : sycl::platform::get_platforms())
    if (const std::vector<sycl::device> there = p.get_devices(); there.size() > 1 && there.front().has(rare))
      devices = there;
  const auto other = std::find_if(devices.begin(), devices.end(), [](const sycl::device &d) { return !d.has(rare); });
  if (other == devices.end())
    GTEST_SKIP() << "no platform has a device with usm_atomic_shared_allocations and one without";
  constexpr auto state = sycl::bundle_state::executable;
  const sycl::context c(devices);
  const std::vector<sycl::kernel_id> id{sycl::get_kernel_id<Atomic>()};
  if (devices.empty()) // it is asked about, not run
    sycl::queue().single_task<Atomic>([]() [[sycl::device_has(sycl::aspect::usm_atomic_shared_allocations)]] {});
  EXPECT_TRUE(sycl::has_kernel_bundle<state>(c, devices, id));
  EXPECT_TRUE(sycl::has_kernel_bundle<state>(c, {devices.front()}, id));
  EXPECT_FALSE(sycl::has_kernel_bundle<state>(c, {*other}, id));
  EXPECT_TRUE(sycl::get_kernel_bundle<state>(c, devices, id).has_kernel(id[0], devices.front()));
  EXPECT_FALSE(sycl::get_kernel_bundle<state>(c, devices, id).has_kernel(id[0], *other));
  EXPECT_EQ(error_of([&] { sycl::get_kernel_bundle<state>(c, {*other}, id); }), sycl::errc::invalid);
}

} // namespace

// sycl_ext_oneapi_device_global: variables of namespace scope that live on devices.
#include "devices.hpp"
#include <sycl/ext/oneapi/device_global/device_global.hpp>

namespace syclexp = sycl::ext::oneapi::experimental;

syclexp::device_global<int> counter;
static syclexp::device_global<float[4]> weights;
static syclexp::device_global<int> started{41};
static syclexp::device_global<float> half(1);
static syclexp::device_global<int[3]> three{1, 2, 3};
static syclexp::device_global<const float[3]> steps{-0.5, 0.0, 0.5};
inline syclexp::device_global<double, decltype(syclexp::properties(syclexp::device_image_scope,
                                                                   syclexp::host_access_read_write))>
    scoped;
struct Holder {
  static syclexp::device_global<int> member;
};
syclexp::device_global<int> Holder::member;

namespace {

syclexp::device_global<int> unnamed, alone;

struct Pair {
  int first, second;
};
syclexp::device_global<Pair> pair;

/// Not inlined by hand: the variable is named in a function that kernels call.
int next_of(int i) {
  return started.get() + i;
}

using DeviceGlobals = EachDevice;
WEFT_EACH_DEVICE(DeviceGlobals);

TEST_P(DeviceGlobals, KernelsSeeWhatTheHostCopied) {
  const int seven = 7;
  const float four[] = {1, 2, 3, 4};
  q.memcpy(counter, &seven).wait();
  q.copy(four, weights).wait();
  float *out = shared<float>(5);
  q.single_task([=] {
     out[0] = static_cast<float>(counter.get());
     for (int i = 0; i < 4; ++i)
       out[1 + i] = weights[i];
   }).wait();
  EXPECT_EQ(out[0], 7);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[1 + i], four[i]);
}

template <class T, class = void> constexpr bool has_subscript = false;
template <class T> constexpr bool has_subscript<T, std::void_t<decltype(std::declval<T &>()[0])>> = true;
static_assert(has_subscript<decltype(weights)> && !has_subscript<decltype(pair)> && !has_subscript<decltype(alone)>);

TEST_P(DeviceGlobals, TheHostCopiesWhatKernelsWrote) {
  q.parallel_for(4, [=](sycl::id<1> i) { weights[i] = static_cast<float>(10 * i[0]); }).wait();
  float back[4] = {};
  q.copy(weights, back).wait();
  EXPECT_EQ(back[3], 30);
  const float two[] = {5, 6};
  q.copy(two, weights, 2, 1).wait();
  q.memcpy(back, weights, 2 * sizeof(float), sizeof(float)).wait();
  EXPECT_EQ(back[0], 5);
  EXPECT_EQ(back[1], 6);
}

TEST_P(DeviceGlobals, KernelsOfOneDeviceShareThem) {
  const int zero = 0;
  q.memcpy(Holder::member, &zero).wait();
  q.parallel_for(100, [=](sycl::id<1>) {
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(Holder::member.get()) += 1;
   }).wait();
  q.single_task([=] { Holder::member = Holder::member + 1; }).wait();
  int sum = 0;
  q.submit([&](sycl::handler &h) { h.copy(Holder::member, &sum); }).wait();
  EXPECT_EQ(sum, 101);
}

TEST(DeviceGlobalsOfDevices, EachDeviceHasItsOwn) {
  const sycl::device cpu(sycl::cpu_selector_v);
  if (cpu.get_info<sycl::info::device::max_compute_units>() < 2)
    GTEST_SKIP() << "one compute unit cannot be partitioned";
  const auto parts = cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
  const sycl::context both(std::vector{parts[0], parts[1]});
  sycl::queue first(both, parts[0]), second(both, parts[1]);
  int values[2] = {-1, -1};
  for (sycl::queue *q : {&first, &second})
    q->single_task([is_first = q == &first] { alone = alone + (is_first ? 1 : 10); }).wait();
  first.memcpy(&values[0], alone).wait();
  second.memcpy(&values[1], alone).wait();
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 10);
}

TEST_P(DeviceGlobals, BeginWithTheirFirstValue) {
  int *out = shared<int>(6, 1);
  q.single_task([=] {
     out[0] = next_of(1);
     out[1] = unnamed.get();
     out[2] = pair.get().first + pair.get().second;
     scoped = 2.5;
     out[3] = static_cast<int>(scoped.get() * 2);
     out[4] = static_cast<int>(half.get() * 10);
     out[5] = three[0] + three[1] + three[2] + static_cast<int>(2 * steps[2]) - 1;
   }).wait();
  EXPECT_EQ(out[0], 42);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
  EXPECT_EQ(out[3], 5);
  EXPECT_EQ(out[4], 10);
  EXPECT_EQ(out[5], 6);
  EXPECT_TRUE(decltype(scoped)::has_property<syclexp::device_image_scope_key>());
  EXPECT_EQ(decltype(scoped)::get_property<syclexp::host_access_key>(), syclexp::host_access_read_write);
}

TEST_P(DeviceGlobals, CopiesBeyondThemAreRefused) {
  const float five[5] = {};
  try {
    q.copy(five, weights, 4, 1);
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::invalid);
  }
}

} // namespace

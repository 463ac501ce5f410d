// Extensions of oneAPI that programs rely on: enqueue functions, dot_acc, FPGA selectors.
#include <numeric>
#include <vector>

#include "devices.hpp"
#include <sycl/ext/intel/fpga_extensions.hpp>

namespace {

namespace syclexp = sycl::ext::oneapi::experimental;

using Extensions = EachDevice;
WEFT_EACH_DEVICE(Extensions);

TEST_P(Extensions, EnqueueFunctionsSubmitToQueuesAndHandlers) {
  constexpr int n = 64;
  int *a = shared<int>(n), *b = shared<int>(n), *sum = shared<int>(1), *one = shared<int>(1);
  sycl::queue in_order(q.get_device(), sycl::property::queue::in_order());
  syclexp::fill(in_order, a, 3, n);
  syclexp::parallel_for(in_order, sycl::range<1>(n), [=](sycl::id<1> i) { a[i] += static_cast<int>(i); });
  syclexp::nd_launch<class Launched>(in_order, syclexp::launch_config(sycl::nd_range<1>(n, 16)),
                                     [=](sycl::nd_item<1> it) { b[it.get_global_id(0)] = a[it.get_global_id(0)] * 2; });
  syclexp::single_task(in_order, [=] { *one = b[5]; });
  syclexp::submit(in_order, [&](sycl::handler &h) {
    syclexp::parallel_for(
        h, sycl::range<1>(n), [=](sycl::id<1> i, auto &s) { s += b[i]; }, sycl::reduction(sum, sycl::plus<>()));
  });
  syclexp::barrier(in_order);
  syclexp::submit_with_event(in_order, [&](sycl::handler &h) { syclexp::copy(h, b, a, n); }).wait();
  EXPECT_EQ(*one, 2 * (5 + 3));
  EXPECT_EQ(*sum, 2 * (n * (n - 1) / 2 + 3 * n));
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(a[i], 2 * (i + 3));
}

TEST_P(Extensions, DotAccSumsProductsOfBytes) {
  using sycl::ext::oneapi::dot_acc;
  std::int32_t *out = shared<std::int32_t>(5);
  std::uint32_t *in = shared<std::uint32_t>(2, 0xff02807fu);
  q.single_task([=] {
     const auto u = in[0], v = in[1];
     const auto s = static_cast<std::int32_t>(u), t = static_cast<std::int32_t>(v);
     out[0] = dot_acc(s, t, 10);
     out[1] = dot_acc(u, v, 10);
     out[2] = dot_acc(s, v, 10);
     out[3] = dot_acc(u, t, 10);
     out[4] = dot_acc(sycl::vec<std::int8_t, 4>(1, -2, 3, -4), sycl::vec<std::uint8_t, 4>(200, 1, 1, 255), -1);
   }).wait();
  const int s[] = {127, -128, 2, -1}, u[] = {127, 128, 2, 255};
  EXPECT_EQ(out[0], std::inner_product(s, s + 4, s, 10));
  EXPECT_EQ(out[1], std::inner_product(u, u + 4, u, 10));
  EXPECT_EQ(out[2], std::inner_product(s, s + 4, u, 10));
  EXPECT_EQ(out[3], std::inner_product(u, u + 4, s, 10));
  EXPECT_EQ(out[4], -1 + 200 - 2 + 3 - 4 * 255);
}

TEST_P(Extensions, FpgaSelectorsFindNoCpuAndNoGpu) {
  const sycl::device d = q.get_device();
  EXPECT_LT(sycl::ext::intel::fpga_emulator_selector_v(d), 0);
  EXPECT_LT(sycl::ext::intel::fpga_selector()(d), 0);
}

} // namespace

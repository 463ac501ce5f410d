// Extensions of oneAPI that programs rely on: enqueue functions, dot_acc, groups in sub-groups, matrices, memory of
// work-groups, FPGA selectors.
#include <algorithm>
#include <numeric>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "devices.hpp"
#include "thrown.hpp"
#include <sycl/ext/oneapi/experimental/cuda/builtins.hpp>
#include <sycl/ext/oneapi/experimental/user_defined_reductions.hpp>

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

// Names that <sycl/sycl.hpp> of DPC++ had until 2023.
static_assert(std::is_same_v<sycl::cl_int, sycl::opencl::cl_int> && std::is_same_v<sycl::cl_double, double>);
static_assert(std::is_same_v<sycl::ext::oneapi::sub_group, sycl::sub_group>);
static_assert(std::is_base_of_v<sycl::exception, sycl::invalid_object_error> &&
              std::is_base_of_v<sycl::exception, sycl::nd_range_error>);

/// A kernel that says itself what it needs.
struct InSubGroupsOfEight {
  std::size_t *size;
  void operator()(sycl::nd_item<1> it) const {
    if (it.get_global_id(0) == 0)
      *size = it.get_sub_group().get_max_local_range()[0];
  }
  auto get(syclexp::properties_tag) const { return syclexp::properties{syclexp::sub_group_size<8>}; }
};
struct InSubGroupsOfEightNotConst {
  std::size_t *size;
  void operator()(sycl::nd_item<1> it) const { InSubGroupsOfEight{size}(it); }
  auto get(syclexp::properties_tag) { return syclexp::properties{syclexp::sub_group_size<8>}; }
};

TEST_P(Extensions, KernelsTakeProperties) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const bool has_eight =
      std::count(sizes.begin(), sizes.end(), 8) != 0 || q.get_backend() == sycl::backend::ext_oneapi_cuda;
  std::size_t *size = shared<std::size_t>(4);
  constexpr syclexp::properties of_eight{syclexp::sub_group_size<8>};
  const auto note = [](std::size_t *to) {
    return [=](sycl::nd_item<1> it) {
      if (it.get_global_id(0) == 0)
        *to = it.get_sub_group().get_max_local_range()[0];
    };
  };
  if (has_eight) {
    q.parallel_for(sycl::nd_range<1>(64, 64), InSubGroupsOfEight{size}).wait();
    q.parallel_for(sycl::nd_range<1>(64, 64), of_eight, note(size + 1)).wait();
    q.parallel_for(sycl::nd_range<1>(64, 64), InSubGroupsOfEightNotConst{size + 3}).wait();
    q.submit([&](sycl::handler &h) {
       syclexp::nd_launch<class OfEight>(h, syclexp::launch_config(sycl::nd_range<1>(64, 64), of_eight),
                                         note(size + 2));
     }).wait();
    EXPECT_EQ(size[0], 8u);
    EXPECT_EQ(size[1], 8u);
    EXPECT_EQ(size[2], 8u);
    EXPECT_EQ(size[3], 8u);
  } else {
    EXPECT_THROW(q.parallel_for(sycl::nd_range<1>(64, 64), InSubGroupsOfEight{size}), sycl::exception);
  }
  constexpr syclexp::properties of_16{syclexp::work_group_size<16>};
  try {
    q.parallel_for(sycl::nd_range<1>(64, 32), of_16, note(size));
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::nd_range);
  }
  q.parallel_for(sycl::nd_range<1>(64, 16), of_16, note(size)).wait();
  if (q.get_device().is_cpu())
    q.single_task(syclexp::properties{syclexp::device_has<sycl::aspect::cpu>}, [=] { *size = 1; }).wait();
  static_assert(of_16.has_property<syclexp::work_group_size_key>() &&
                !of_16.has_property<syclexp::sub_group_size_key>());
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

TEST_P(Extensions, SubGroupsHaveTheLargestSizeThatTheDeviceNames) { // programs that were written for GPUs count on it
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  std::size_t *size = shared<std::size_t>(1);
  q.parallel_for(sycl::nd_range<1>(256, 256), [=](sycl::nd_item<1> it) {
     if (it.get_local_id(0) == 0)
       *size = it.get_sub_group().get_local_range()[0];
   }).wait();
  EXPECT_EQ(*size, *std::max_element(sizes.begin(), sizes.end()));
}

struct Sum { // whose call operator is not const
  int operator()(int a, int b) { return a + b; }
};
TEST_P(Extensions, GroupsReduceByOperationsOfThePrograms) {
  constexpr int n = 37;
  int *in = shared<int>(n), *out = shared<int>(5);
  for (int i = 0; i < n; ++i)
    in[i] = 100 - 3 * i;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<std::byte> memory(64 * sizeof(int), h);
     h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
       const auto smaller = [](int a, int b) { return a < b ? a : b; };
       const syclexp::group_with_scratchpad g(it.get_group(),
                                              sycl::span<std::byte, 64 * sizeof(int)>(&memory[0], 64 * sizeof(int)));
       const int least = syclexp::joint_reduce(g, in, in + n, smaller);
       const int with = syclexp::joint_reduce(g, in, in + n, -1000, smaller);
       int sum = syclexp::joint_reduce(g, in, in + n, Sum()), ones = syclexp::reduce_over_group(g, 1, Sum());
       const int over = syclexp::reduce_over_group(g, static_cast<int>(it.get_local_id(0)) - 7, smaller);
       if (it.get_local_id(0) == 0) {
         out[0] = least;
         out[1] = with;
         out[2] = over + syclexp::cuda::ldg(in);
         out[3] = sum;
         out[4] = ones;
       }
     });
   }).wait();
  EXPECT_EQ(out[0], 100 - 3 * (n - 1));
  EXPECT_EQ(out[1], -1000);
  EXPECT_EQ(out[2], 93);
  EXPECT_EQ(out[3], 100 * n - 3 * n * (n - 1) / 2);
  EXPECT_EQ(out[4], 64);
}

template <class T, std::size_t... Tables> void expect_all_tables(T a, T b, T c, std::index_sequence<Tables...>) {
  const std::vector<T> all = {syclexp::ternary_bitwise<Tables>(a, b, c)...};
  for (std::size_t table = 0; table < all.size(); ++table)
    for (std::size_t i = 0; i < 8 * sizeof(T); ++i) {
      const auto row = (a >> i & 1) + 2 * (b >> i & 1) + 4 * (c >> i & 1);
      EXPECT_EQ(all[table] >> i & 1, static_cast<T>(table >> row & 1)) << table << ' ' << i;
    }
}
TEST_P(Extensions, BitwiseFunctionsOfThreeArgumentsFollowTheirTable) {
  expect_all_tables<signed char>(0x2A, -0x34, -0x10, std::make_index_sequence<256>());
  expect_all_tables(0x0F5AAAu, 0x3336CCu, 0x55F1F0u, std::make_index_sequence<256>());
  auto *bytes = shared<std::uint8_t>(4);
  q.parallel_for(1, [=](sycl::id<1>) {
     bytes[0] = syclexp::ternary_bitwise<77, std::uint8_t>(0xAA, 0xCC, 0xF0);
     bytes[1] = syclexp::ternary_bitwise<200, std::uint8_t>(0xAA, 0xCC, 0xF0);
   }).wait();
  EXPECT_EQ(bytes[0], 77);
  EXPECT_EQ(bytes[1], 200);
  using Vec = sycl::vec<short, 3>;
  using Marray = sycl::marray<int, 2>;
  EXPECT_EQ(syclexp::ternary_bitwise<0x96>(Vec(1, 2, 3), Vec(4), Vec(8, 8, 16))[2], 3 ^ 4 ^ 16);
  EXPECT_EQ(syclexp::ternary_bitwise<0xE8>(Marray(3, 5), Marray(1, 6), Marray(2))[1], 6);
}

TEST_P(Extensions, Bfloat16HasMath) {
  using sycl::ext::oneapi::bfloat16;
  float *out = shared<float>(3);
  q.single_task([=] {
     out[0] = syclexp::fma(bfloat16(2), bfloat16(3), bfloat16(1));
     out[1] = syclexp::sqrt(bfloat16(out[0] + 2));
     out[2] = syclexp::isnan(bfloat16(out[1] / 0 * 0)) && !syclexp::isnan(bfloat16(1));
   }).wait();
  EXPECT_EQ(out[0], 7);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(out[2], 1);
}

/// As its functions without vectors; names of the extension and of namespace sycl are in sight at once.
template <class Vector> void expect_bfloat16_math_of(const Vector &x, const Vector &y) {
  using namespace sycl;
  using namespace syclexp;
  const Vector results[] = {fabs(x), ceil(x), sqrt(y), exp2(x), tanh(y), fmin(x, y), fmax(x, y), fma(x, y, x)};
  for (std::size_t i = 0; i < Vector::size(); ++i) {
    const sycl::ext::oneapi::bfloat16 a = x[i], b = y[i];
    const float expected[] = {fabs(a), ceil(a), sqrt(b), exp2(a), tanh(b), fmin(a, b), fmax(a, b), fma(a, b, a)};
    for (int k = 0; k < 8; ++k)
      EXPECT_EQ(static_cast<float>(results[k][i]), expected[k]) << k << ' ' << i;
    EXPECT_FALSE(isnan(x)[i]);
    EXPECT_TRUE(isnan(fma(x, Vector(sycl::ext::oneapi::bfloat16(NAN)), y))[i]);
  }
}
TEST_P(Extensions, Bfloat16HasMathOfVectors) {
  using sycl::ext::oneapi::bfloat16;
  const bfloat16 a = -1.5f, b = 2.25f, c = 4.0f;
  expect_bfloat16_math_of(sycl::marray<bfloat16, 3>(a, b, a), sycl::marray<bfloat16, 3>(c, c, b));
  expect_bfloat16_math_of(sycl::vec<bfloat16, 3>(a, b, a), sycl::vec<bfloat16, 3>(c, c, b));
}

template <class T> void expect_number_beside_bfloat16() {
  using sycl::ext::oneapi::bfloat16;
  const bfloat16 two = 2.0f;
  const T one = 1;
  static_assert(std::is_same_v<decltype(two + one), decltype(0.0f + one)>);
  static_assert(std::is_same_v<decltype(one * two), decltype(one * 0.0f)>);
  EXPECT_TRUE(two + one == one + two && two - one == one && two * one == two && one / two == 0.5f);
  EXPECT_TRUE(two != one && one != two && one < two && two > one && one <= two && two >= one);
  bfloat16 x = two;
  x += one, x *= one;
  EXPECT_TRUE(x == 3 && bfloat16(one) == one);
}

TEST(Bfloat16, ComputesWithNumbersOfEveryType) {
  expect_number_beside_bfloat16<sycl::half>();
  expect_number_beside_bfloat16<float>();
  expect_number_beside_bfloat16<double>();
  expect_number_beside_bfloat16<bool>();
  expect_number_beside_bfloat16<char>();
  expect_number_beside_bfloat16<std::size_t>();
}

namespace matrix = syclexp::matrix;

TEST_P(Extensions, SubGroupsMultiplyMatrices) {
  constexpr int m = 8, n = 16, k = 16;
  using sycl::ext::oneapi::bfloat16;
  bfloat16 *a = shared<bfloat16>(2 * m * k), *b = shared<bfloat16>(k * n), *packed = shared<bfloat16>(k * n);
  float *c = shared<float>(2 * m * n), *same = shared<float>(2 * m * n), *held = shared<float>(1);
  for (int i = 0; i < 2 * m * k; ++i)
    a[i] = static_cast<float>(i % 7 - 3);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < n; ++s)
      b[r * n + s] = packed[r / 2 * 2 * n + 2 * s + r % 2] = static_cast<float>((r * 5 + s) % 11 - 5);
  q.parallel_for(sycl::nd_range<1>(2 * 64, 64), [=](sycl::nd_item<1> it) {
     const sycl::sub_group sg = it.get_sub_group();
     if (sg.get_group_linear_id() != 0) // one of each work-group
       return;
     const std::size_t part = it.get_group_linear_id();
     matrix::joint_matrix<sycl::sub_group, bfloat16, matrix::use::a, m, k, matrix::layout::row_major> ma;
     matrix::joint_matrix<sycl::sub_group, bfloat16, matrix::use::b, k, n, matrix::layout::row_major> mb;
     matrix::joint_matrix<sycl::sub_group, bfloat16, matrix::use::b, k, n, matrix::layout::ext_intel_packed> mp;
     matrix::joint_matrix<sycl::sub_group, float, matrix::use::accumulator, m, n> mc, md;
     matrix::joint_matrix_fill(sg, mc, 1.0f);
     matrix::joint_matrix_load(sg, ma, sycl::global_ptr<bfloat16>(a + part * m * k), k);
     matrix::joint_matrix_load(sg, mb, b, n);
     matrix::joint_matrix_load(sg, mp, packed, 2 * n);
     matrix::joint_matrix_mad(sg, md, ma, mp, mc);
     matrix::joint_matrix_mad(sg, mc, ma, mb, mc);
     matrix::joint_matrix_apply(sg, mc, [](float &x) { x *= 2; });
     matrix::joint_matrix_store(sg, mc, sycl::global_ptr<float>(c + part * m * n), n, matrix::layout::row_major);
     matrix::joint_matrix_store(sg, md, same + part * m * n, m, matrix::layout::col_major);
     const auto own = sycl::ext::oneapi::detail::get_wi_data(sg, mc);
     sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device>(*held) +=
         static_cast<float>(own.length());
   }).wait();
  EXPECT_EQ(*held, 2 * m * n);
  for (int r = 0; r < 2 * m; ++r)
    for (int s = 0; s < n; ++s) {
      float sum = 1;
      for (int i = 0; i < k; ++i)
        sum += static_cast<float>(a[r * k + i]) * static_cast<float>(b[i * n + s]);
      ASSERT_EQ(c[r * n + s], 2 * sum) << r << ' ' << s;
      ASSERT_EQ(same[r / m * m * n + s * m + r % m], sum) << r << ' ' << s;
    }
}

TEST_P(Extensions, EnqueueFunctionsRunHostTasks) {
  int calls = 0;
  sycl::queue in_order(q.get_device(), sycl::property::queue::in_order());
  syclexp::host_task(in_order, [&] { ++calls; });
  syclexp::submit(in_order, [&](sycl::handler &h) { syclexp::host_task(h, [&](sycl::interop_handle) { ++calls; }); });
  in_order.wait();
  EXPECT_EQ(calls, 2);
}

TEST_P(Extensions, WhatOnlyGpusOfIntelTellIsAnError) {
  const sycl::device d = q.get_device();
  EXPECT_TRUE(d.has(sycl::aspect::ext_intel_free_memory));
  EXPECT_FALSE(d.has(sycl::aspect::ext_intel_gpu_slices));
  try {
    d.get_info<sycl::ext::intel::info::device::gpu_slices>();
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::feature_not_supported);
  }
  EXPECT_EQ(d.get_info<sycl::ext::intel::info::device::max_compute_queue_indices>(), 1);
  using sycl::ext::intel::property::queue::compute_index;
  const sycl::queue first(d, sycl::property_list{compute_index(0)});
  EXPECT_EQ(first.get_property<compute_index>().get_index(), 0);
  EXPECT_EQ(code_thrown_by([] { compute_index(1); }), sycl::errc::invalid);
  EXPECT_THROW(syclexp::physical_mem(q, 4096), sycl::exception);
  int aspects = 0;
#define __SYCL_ASPECT(name, number) aspects += number == static_cast<int>(sycl::aspect::name);
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
  EXPECT_GT(aspects, 20);
}

TEST_P(Extensions, CpusAndDevicesOnABusHaveANumber) {
  namespace info = sycl::ext::intel::info::device;
  const sycl::device d = q.get_device();
  if (!d.has(sycl::aspect::ext_intel_device_id)) {
    EXPECT_FALSE(d.is_cpu() || q.get_backend() == sycl::backend::ext_oneapi_cuda);
    EXPECT_EQ(code_thrown_by([&] { d.get_info<info::device_id>(); }), sycl::errc::feature_not_supported);
    return;
  }
  if (d.is_cpu() && d.get_info<sycl::info::device::vendor_id>() == 0x8086)
    EXPECT_EQ(d.get_info<info::device_id>() >> 8 & 15, 6u) << "every Intel CPU of this century is of family 6";
}

TEST_P(Extensions, DevicesOnABusTellTheirPlaceAndMemory) {
  namespace info = sycl::ext::intel::info::device;
  using sycl::aspect;
  const sycl::device d = q.get_device();
  const bool on_bus = d.is_gpu();
  for (aspect a : {aspect::ext_intel_pci_address, aspect::ext_intel_memory_clock_rate,
                   aspect::ext_intel_memory_bus_width, aspect::ext_intel_max_mem_bandwidth})
    EXPECT_EQ(d.has(a), on_bus) << static_cast<int>(a);
  if (!on_bus) {
    EXPECT_EQ(code_thrown_by([&] { d.get_info<info::pci_address>(); }), sycl::errc::feature_not_supported);
    EXPECT_EQ(code_thrown_by([&] { d.get_info<info::memory_clock_rate>(); }), sycl::errc::feature_not_supported);
    EXPECT_EQ(code_thrown_by([&] { d.get_info<info::memory_bus_width>(); }), sycl::errc::feature_not_supported);
    EXPECT_EQ(code_thrown_by([&] { d.get_info<info::max_mem_bandwidth>(); }), sycl::errc::feature_not_supported);
    return;
  }
  const std::string address = d.get_info<info::pci_address>();
  EXPECT_TRUE(std::regex_match(address, std::regex("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.0"))) << address;
  EXPECT_EQ(std::stoul(address.substr(8), nullptr, 16), d.get_info<info::device_id>());
  // Two transfers a cycle; the clock is told in MHz.
  EXPECT_NEAR(static_cast<double>(d.get_info<info::max_mem_bandwidth>()),
              2e6 / 8 * d.get_info<info::memory_clock_rate>() * d.get_info<info::memory_bus_width>(),
              2e6 / 8 * d.get_info<info::memory_bus_width>());
  if (d.get_info<sycl::info::device::name>().find("Fake") != std::string::npos)
    EXPECT_EQ(address, "001a:41:03.0");
}

TEST_P(Extensions, DevicesKnowTheirPlaceAmongThePlatforms) {
  const sycl::device d = q.get_device();
  const sycl::platform platform = d.get_platform();
  const std::size_t index = d.ext_oneapi_index_within_platform();
  EXPECT_EQ(platform.get_devices().at(index), d);
  EXPECT_EQ(platform.ext_oneapi_device_at_index(index), d);
  EXPECT_EQ(code_thrown_by([&] { platform.ext_oneapi_device_at_index(1000); }), sycl::errc::invalid);
  EXPECT_EQ(d.ext_oneapi_get_default_context(), platform.ext_oneapi_get_default_context());
  if (d.get_info<sycl::info::device::partition_max_sub_devices>() >= 2) {
    const auto parts = d.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
    EXPECT_EQ(code_thrown_by([&] { parts[0].ext_oneapi_index_within_platform(); }), sycl::errc::invalid);
  }
}

TEST_P(Extensions, FreeMemoryIsWhatIsFreeNow) {
  const sycl::device d = q.get_device();
  const auto free_memory = d.get_info<sycl::ext::intel::info::device::free_memory>();
  EXPECT_GT(free_memory, 0u);
  EXPECT_LE(free_memory, d.get_info<sycl::info::device::global_mem_size>());
}

/// Rows 1 and 2 of a 4 x 6 array, from column 2 on.
template <class T> void check_rows(const T *all, T inside, T outside, std::size_t width) {
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_EQ(all[i], i / 6 >= 1 && i / 6 <= 2 && i % 6 >= 2 && i % 6 < 2 + width ? inside : outside) << i;
}

TEST_P(Extensions, WorkGroupMemoryIsOneObjectOrAnArrayOfEachGroup) {
  constexpr std::size_t n = 256, width = 64;
  int *out = shared<int>(n);
  q.submit([&](sycl::handler &h) {
     const syclexp::work_group_memory<int> one(h);
     const syclexp::work_group_memory<int[]> many(width, h);
     const syclexp::work_group_memory<int[][4]> table(8, h);
     syclexp::work_group_memory<int[16]> later(syclexp::indeterminate);
     later = syclexp::work_group_memory<int[16]>(h);
     h.parallel_for(sycl::nd_range<1>(n, width), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       many[l] = static_cast<int>(l);
       if (l == 0) {
         one = 3;
         ++one;
         int *const place = &one;
         *place += 1;
         table[2][1] = 5;
         later[7] = 9;
       }
       sycl::group_barrier(it.get_group());
       out[it.get_global_id(0)] = many[width - 1 - l] + 100 * one + table[2][1] + later.get_multi_ptr()[7];
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(out[i], static_cast<int>(width - 1 - i % width) + 500 + 5 + 9);
  EXPECT_THROW(q.submit([&](sycl::handler &h) { // no groups
    const syclexp::work_group_memory<int> one(h);
    h.parallel_for(n, [=](sycl::id<1> i) { out[i] = one; });
  }),
               sycl::exception);
}

TEST_P(Extensions, GroupsLoadAndStoreBlocks) {
  constexpr std::size_t n = 512, width = 64, each = 4;
  int *in = shared<int>(n), *blocked = shared<int>(n), *striped = shared<int>(n);
  float *of_vectors = shared<float>(n), *of_one = shared<float>(n);
  std::iota(in, in + n, 0);
  q.parallel_for(sycl::nd_range<1>(n / each, width), [=](sycl::nd_item<1> it) {
     const auto g = it.get_group();
     const std::size_t first = g.get_group_linear_id() * width * each, own = it.get_global_id(0) * each;
     constexpr syclexp::properties by_stripes(syclexp::data_placement_striped, syclexp::contiguous_memory);
     int values[each];
     syclexp::group_load(g, in + first, sycl::span<int, each>(values));
     for (std::size_t i = 0; i < each; ++i)
       blocked[own + i] = values[i];
     syclexp::group_load(g, in + first, sycl::span<int, each>(values), by_stripes);
     for (std::size_t i = 0; i < each; ++i)
       striped[own + i] = values[i];
     sycl::vec<float, each> v;
     syclexp::group_load(g, in + first, v, by_stripes);
     syclexp::group_store(g, v, of_vectors + first, by_stripes);
     const auto s = it.get_sub_group();
     const std::size_t part = first + s.get_group_linear_id() * s.get_max_local_range()[0];
     int value = 0;
     syclexp::group_load(s, in + part, value);
     syclexp::group_store(s, value, of_one + part, syclexp::properties(syclexp::data_placement_blocked));
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t group = i / each / width, item = i / each % width;
    EXPECT_EQ(blocked[i], static_cast<int>(i));
    EXPECT_EQ(striped[i], static_cast<int>(group * width * each + i % each * width + item));
    EXPECT_EQ(of_vectors[i], static_cast<float>(i));
    EXPECT_EQ(of_one[i], i % (width * each) < width ? static_cast<float>(i) : 0);
  }
}

TEST_P(Extensions, ProfilingTagsTellTimesOfQueuesThatDoNotProfile) {
  EXPECT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_queue_profiling_tag));
  int *a = shared<int>(1);
  for (const sycl::property_list &properties :
       {sycl::property_list(), sycl::property_list(sycl::property::queue::in_order()),
        sycl::property_list(sycl::property::queue::enable_profiling())}) {
    sycl::queue own(q.get_context(), q.get_device(), properties);
    const sycl::event before = syclexp::submit_profiling_tag(own);
    own.single_task([=] { ++*a; });
    sycl::event after = syclexp::submit_profiling_tag(own);
    after.wait();
    EXPECT_GE(after.get_profiling_info<sycl::info::event_profiling::command_start>(),
              before.get_profiling_info<sycl::info::event_profiling::command_end>());
  }
  EXPECT_EQ(*a, 3);
}

TEST_P(Extensions, AccessorsTakeListsOfPropertiesThatTheCompilerKnows) {
  const sycl::ext::oneapi::accessor_property_list properties{sycl::ext::oneapi::no_alias,
                                                             sycl::ext::intel::buffer_location<2>, sycl::no_init};
  static_assert(properties.has_property<sycl::ext::oneapi::property::no_alias>());
  static_assert(!properties.has_property<sycl::ext::oneapi::property::no_offset>());
  static_assert(properties.get_property<sycl::ext::intel::property::buffer_location>().get_location() == 2);
  int value = 0;
  {
    sycl::buffer<int> b(&value, 1);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor a(b, h, sycl::write_only, properties);
      EXPECT_TRUE(a.has_property<sycl::property::no_init>());
      h.single_task([=] { a[0] = 7; });
    });
  }
  EXPECT_EQ(value, 7);
}

TEST_P(Extensions, RowsThatLieApartAreCopiedAndFilled) {
  int *to = sycl::malloc_device<int>(24, q), host[24];
  const std::vector<int> from(20, 7);
  const auto reset = [&] { return q.fill(to, 1, 24); };
  const auto read = [&](const sycl::event &after) { q.copy(to, host, 24, after).wait(); };

  read(q.ext_oneapi_copy2d(from.data(), 5, to + 8, 6, 3, 2, reset()));
  check_rows(host, 7, 1, 3);
  read(q.ext_oneapi_memcpy2d(to + 8, 6 * sizeof(int), from.data(), 5 * sizeof(int), 4 * sizeof(int), 2,
                             std::vector{reset()}));
  check_rows(host, 7, 1, 4);
  const sycl::event first = reset();
  read(q.ext_oneapi_fill2d(to + 8, 6, 9, 1, 2, {first, sycl::event()}));
  check_rows(host, 9, 1, 1);
  read(q.ext_oneapi_memset2d(to + 8, 6 * sizeof(int), -1, 2 * sizeof(int), 2, reset()));
  check_rows(host, -1, 1, 2);
  read(q.ext_oneapi_fill2d(to, 6, 3, 6, 4, reset()));
  EXPECT_EQ(std::count(host, host + 24, 3), 24);
  read(q.ext_oneapi_fill2d(to, 6, 3, 6, 0, reset()));
  read(q.ext_oneapi_copy2d(from.data(), 5, to, 6, 0, 4, reset()));
  EXPECT_EQ(std::count(host, host + 24, 1), 24);

  const auto submit = [&](const auto &command) {
    reset().wait();
    read(q.submit(command));
  };
  submit([&](sycl::handler &h) { h.ext_oneapi_copy2d(from.data(), 5, to + 8, 6, 3, 2); });
  check_rows(host, 7, 1, 3);
  submit([&](sycl::handler &h) {
    h.ext_oneapi_memcpy2d(to + 8, 6 * sizeof(int), from.data(), 5 * sizeof(int), 4 * sizeof(int), 2);
  });
  check_rows(host, 7, 1, 4);
  submit([&](sycl::handler &h) { h.ext_oneapi_memset2d(to + 8, 6 * sizeof(int), -1, 2 * sizeof(int), 2); });
  check_rows(host, -1, 1, 2);
  submit([&](sycl::handler &h) { h.ext_oneapi_fill2d(to + 8, 6, 9, 1, 2); });
  check_rows(host, 9, 1, 1);

  const auto refused = [](const auto &command) {
    try {
      command();
    } catch (const sycl::exception &e) {
      return e.code() == sycl::errc::invalid;
    }
    return false;
  };
  EXPECT_TRUE(refused([&] { q.ext_oneapi_copy2d(from.data(), 5, to, 6, 6, 1); }));
  EXPECT_TRUE(refused([&] { q.ext_oneapi_copy2d(from.data(), 9, to, 6, 7, 1); }));
  EXPECT_TRUE(refused([&] { q.ext_oneapi_memset2d(to, 6, 0, 7, 1); }));
  EXPECT_TRUE(refused([&] { q.submit([&](sycl::handler &h) { h.ext_oneapi_fill2d(to, 6, 0, 7, 1); }); }));
  sycl::free(to, q);
}

TEST_P(Extensions, EveryThreadHasACurrentDevice) {
  namespace this_thread = syclexp::this_thread;
  EXPECT_EQ(this_thread::get_current_device(), sycl::device());
  const sycl::device d = q.get_device();
  std::thread([&] {
    this_thread::set_current_device(d);
    EXPECT_EQ(this_thread::get_current_device(), d);
  }).join();
  EXPECT_EQ(this_thread::get_current_device(), sycl::device());
  EXPECT_EQ(d.get_info<sycl::ext::oneapi::info::device::num_compute_units>(),
            d.get_info<sycl::info::device::max_compute_units>());
}

TEST_P(Extensions, DevicesTellTheirArchitectureAndLimits) {
  namespace queries = syclexp::info::device;
  const sycl::device d = q.get_device();
  const auto architecture = d.get_info<queries::architecture>();
  EXPECT_EQ(architecture == syclexp::architecture::x86_64, d.is_cpu());
  EXPECT_TRUE(d.ext_oneapi_architecture_is(architecture));
  EXPECT_FALSE(d.ext_oneapi_architecture_is(syclexp::architecture::intel_gpu_pvc));
  const sycl::id<3> groups = d.get_info<queries::max_work_groups<3>>();
  EXPECT_GE(groups[2], groups[0]);
  EXPECT_EQ(d.get_info<queries::max_work_groups<1>>()[0], groups[2]);
  EXPECT_GE(d.get_info<queries::max_global_work_groups>(), groups[2]);
  const auto combinations = d.get_info<queries::matrix_combinations>();
  EXPECT_TRUE(std::any_of(combinations.begin(), combinations.end(), [](const auto &c) {
    return c.atype == syclexp::matrix::matrix_type::fp16 && c.ctype == syclexp::matrix::matrix_type::fp32 &&
           c.msize == 16 && c.nsize == 16 && c.ksize == 16 && c.max_msize == 0;
  }));
}

TEST_P(Extensions, QueuesInOrderTellTheirLastEventAndTakeOthers) {
  sycl::queue in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  int *a = shared<int>(1), *b = shared<int>(1);
  in_order.single_task([=] { *a = 1; });
  in_order.ext_oneapi_get_last_event()->wait();
  EXPECT_EQ(*a, 1);
  const sycl::event other = q.submit([&](sycl::handler &h) { h.host_task([=] { *a = 2; }); });
  in_order.ext_oneapi_set_external_event(other);
  in_order.single_task([=] { *b = *a; }).wait();
  EXPECT_EQ(*b, 2);
  EXPECT_THROW(sycl::queue(q.get_device()).ext_oneapi_get_last_event(), sycl::exception);
  EXPECT_THROW(sycl::queue(q.get_device()).ext_oneapi_set_external_event(other), sycl::exception);
  syclexp::prepare_for_device_copy(a, sizeof(int), q);
  syclexp::release_from_device_copy(a, q);
}

} // namespace

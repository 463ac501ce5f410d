// SYCLcompat: what programs that were made from CUDA use without queues and accessors.
#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <syclcompat/syclcompat.hpp>

namespace compat = syclcompat;
namespace exp_compat = syclcompat::experimental;
namespace xp = sycl::ext::oneapi::experimental;

namespace {

/// Each device in turn as the one that the functions work on.
class Compat : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { compat::select_device(GetParam()); }
  void TearDown() override { compat::select_device(0); }

  /// What kernel writes for each of n work-items of one group.
  template <auto Kernel, class T, class... Args> std::vector<T> results(unsigned n, Args... args) {
    T *out = compat::malloc<T>(n);
    compat::launch<Kernel>(compat::dim3(1), compat::dim3(n), out, args...);
    std::vector<T> read(n);
    compat::memcpy<T>(read.data(), out, n);
    compat::free(out);
    return read;
  }
};

void places(unsigned *out) {
  namespace c = syclcompat;
  const std::size_t i =
      (c::global_id::z() * c::global_range::y() + c::global_id::y()) * c::global_range::x() + c::global_id::x();
  out[i] = static_cast<unsigned>(c::work_group_id::x() * 1000 + c::local_id::x() * 100 + c::local_id::y() * 10 +
                                 c::work_group_id::z() + c::local_range::x() + c::work_group_range::z());
}

void reverse(int *out) {
  auto *seen = compat::local_mem<int[64]>();
  const std::size_t i = compat::local_id::x();
  seen[i] = static_cast<int>(i);
  compat::wg_barrier();
  out[i] = seen[compat::local_range::x() - 1 - i];
}

void reverse_in(int *out, int base, char *local) {
  int *seen = reinterpret_cast<int *>(local);
  const std::size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_local_id(0);
  seen[i] = base + static_cast<int>(i);
  sycl::group_barrier(sycl::ext::oneapi::this_work_item::get_work_group<1>());
  out[i] = seen[compat::local_range::x() - 1 - i];
}

void nothing() {}

void count(unsigned *out, unsigned *counters) {
  const std::size_t i = compat::local_id::x();
  compat::atomic_fetch_add(&counters[0], 2);
  compat::atomic_fetch_sub<sycl::access::address_space::global_space>(&counters[1], 1);
  compat::atomic_fetch_max(&counters[2], static_cast<unsigned>(i));
  compat::atomic_fetch_compare_inc(&counters[3], 6);
  compat::atomic_fetch_compare_dec(&counters[4], 6);
  compat::atomic_fetch_xor(&counters[5], 1u << i, sycl::memory_order::acq_rel);
  out[i] = compat::atomic_compare_exchange_strong(&counters[6], 5, static_cast<unsigned>(100 + i));
}

void pass_on(int *out, int size) {
  const auto sg = sycl::ext::oneapi::this_work_item::get_sub_group();
  const auto i = static_cast<int>(compat::local_id::x());
  out[i] = compat::select_from_sub_group(sg, i, 1, size) + 100 * compat::shift_sub_group_left(sg, i, 1, size) +
           10000 * compat::shift_sub_group_right(sg, i, 1, size) +
           1000000 * compat::permute_sub_group_by_xor(sg, i, 1, size);
}

void sum_table(int *out, compat::accessor<int, compat::memory_region::constant, 2> table) {
  const std::size_t i = compat::local_id::x();
  out[i] = table[0][i] + table[1][i];
}

} // namespace

TEST(CompatDims, StandForRangesWithXFastest) {
  const compat::dim3 d(512, 4, 2);
  EXPECT_EQ(sycl::range<3>(d), sycl::range<3>(2, 4, 512));
  EXPECT_EQ(sycl::range<2>(compat::dim3(512, 2)), sycl::range<2>(2, 512));
  EXPECT_EQ(sycl::range<1>(compat::dim3(512)), sycl::range<1>(512));
  EXPECT_THROW(static_cast<void>(sycl::range<2>(d)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(sycl::range<1>(compat::dim3(1, 2))), std::invalid_argument);
  EXPECT_EQ(compat::dim3(sycl::range<2>(1, 2)), compat::dim3(2, 1));
  EXPECT_EQ(d * compat::dim3(2, 3), compat::dim3(1024, 12, 2));
  EXPECT_EQ(d + compat::dim3(1), compat::dim3(513, 5, 3));
  EXPECT_EQ(d - compat::dim3(1), compat::dim3(511, 3, 1));
  EXPECT_EQ(d.size(), 4096u);
  EXPECT_EQ(compat::compute_nd_range(100, 32).get_global_range()[0], 128u);
  EXPECT_THROW(compat::compute_nd_range(100, 0), std::invalid_argument);
}

TEST_P(Compat, FunctionsAreLaunchedOverThreeDimensions) {
  constexpr unsigned n = 4 * 2 * 2;
  unsigned *out = compat::malloc_shared<unsigned>(n);
  compat::launch<places>(compat::dim3(2, 1, 2), compat::dim3(2, 2, 1), out).wait();
  for (unsigned i = 0; i < n; ++i) {
    const unsigned x = i % 4, y = i / 4 % 2, z = i / 8;
    EXPECT_EQ(out[i], x / 2 * 1000 + x % 2 * 100 + y * 10 + z + 2 + 2) << i;
  }
  compat::free(out);
}

TEST_P(Compat, LocalMemoryIsOfTheFunctionOrOfTheLaunch) {
  const std::vector<int> turned = results<reverse, int>(64);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(turned[i], 63 - i);

  constexpr unsigned n = 32;
  int *out = compat::malloc_shared<int>(n);
  const auto is_turned_from = [&](int base) {
    compat::wait();
    for (unsigned i = 0; i < n; ++i)
      EXPECT_EQ(out[i], base + static_cast<int>(n - 1 - i)) << base;
  };
  const sycl::nd_range<1> range(n, n);
  sycl::queue q = compat::get_default_queue();
  compat::launch<reverse_in>(compat::dim3(1), compat::dim3(n), n * sizeof(int), out, 1);
  is_turned_from(1);
  compat::launch<reverse_in>(range, n * sizeof(int), q, out, 2);
  is_turned_from(2);
  exp_compat::launch<reverse_in>(exp_compat::launch_policy(range, exp_compat::local_mem_size(n * sizeof(int))), out, 3);
  is_turned_from(3);
  exp_compat::launch_policy policy(compat::dim3(1), compat::dim3(n),
                                   exp_compat::kernel_properties{xp::sub_group_size<32>},
                                   exp_compat::local_mem_size(n * sizeof(int)));
  static_assert(std::is_same_v<decltype(policy)::RangeT, sycl::nd_range<3>> && decltype(policy)::HasLocalMem);
  exp_compat::launch<reverse_in>(policy, q, out, 4);
  is_turned_from(4);
  exp_compat::launch<nothing>(exp_compat::launch_policy(sycl::range<1>(n))).wait();
  compat::free(out);
}

TEST_P(Compat, RowsAndBoxesAreCopiedAndFilled) {
  constexpr std::size_t width = 6 * sizeof(int), height = 4, depth = 3;
  std::vector<int> from(6 * 4 * 3), to(from.size(), -1);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<int>(i);

  std::size_t pitch = 0;
  void *rows = compat::malloc(pitch, width, height);
  EXPECT_EQ(pitch % 32, 0u);
  compat::memcpy(rows, pitch, from.data(), width, width, height);
  compat::memset(rows, pitch, 1, sizeof(int), 2);
  compat::memcpy(to.data(), width, rows, pitch, width, height);
  EXPECT_EQ(to[0], 0x01010101);
  EXPECT_EQ(to[6], 0x01010101);
  EXPECT_EQ(to[12], 12);
  EXPECT_EQ(to[23], 23);
  compat::free(rows);

  compat::pitched_data box = compat::malloc(sycl::range<3>(width, height, depth));
  const compat::pitched_data host(from.data(), width, width, height);
  compat::memcpy(box, sycl::id<3>(), host, sycl::id<3>(), sycl::range<3>(width, height, depth));
  compat::pitched_data back(to.data(), width, width, height);
  compat::memcpy(back, sycl::id<3>(), box, sycl::id<3>(sizeof(int), 1, 1), sycl::range<3>(2 * sizeof(int), 1, 2));
  EXPECT_EQ(to[0], from[24 + 6 + 1]);
  EXPECT_EQ(to[24 + 1], from[48 + 6 + 2]);
  compat::memset(box, 0, sycl::range<3>(width, height, depth));
  compat::memcpy(back, sycl::id<3>(), box, sycl::id<3>(), sycl::range<3>(width, height, depth));
  EXPECT_EQ(to, std::vector<int>(to.size(), 0));
  compat::wait_and_free(box.get_data_ptr());

  unsigned *words = compat::malloc_shared<unsigned>(4);
  compat::memset_d32(words, 0xabcdef01u, 4);
  compat::memset_d16(words, 7, 2);
  compat::fill(words + 2, 9u, 1);
  EXPECT_EQ(words[0], 0x00070007u);
  EXPECT_EQ(words[1], 0xabcdef01u);
  EXPECT_EQ(words[2], 9u);
  compat::pointer_attributes attributes;
  attributes.init(words);
  EXPECT_TRUE(attributes.is_memory_shared());
  EXPECT_EQ(attributes.get_device_id(), compat::get_current_device_id());
  compat::enqueue_free({words}, {}).wait();
}

TEST_P(Compat, VariablesOfDevicesAreMadeWhenFirstUsed) {
  compat::constant_memory<int, 2> table(sycl::range<2>(2, 4), {{1, 2, 3}, {10, 20, 30, 40}});
  int *out = compat::malloc_shared<int>(4);
  compat::get_default_queue()
      .submit([&](sycl::handler &h) {
        const auto access = table.get_access(h);
        h.parallel_for(sycl::nd_range<3>({1, 1, 4}, {1, 1, 4}), [=](sycl::nd_item<3>) { sum_table(out, access); });
      })
      .wait();
  EXPECT_EQ(std::vector<int>(out, out + 4), (std::vector<int>{11, 22, 33, 40}));
  compat::shared_memory<int, 1> shared(4);
  EXPECT_EQ(shared[3], 0);
  EXPECT_EQ(shared.get_size(), 16u);
  compat::global_memory<float, 0> one(3.5f);
  float read = 0;
  compat::memcpy(&read, one.get_ptr(), sizeof read);
  EXPECT_EQ(read, 3.5f);
  compat::global_memory<int, 1> mine;
  mine.assign(out, 4 * sizeof(int));
  EXPECT_EQ(mine.get_ptr(), out);
  compat::free(out);
}

TEST_P(Compat, AtomicFunctionsTakePointers) {
  unsigned *counters = compat::malloc_shared<unsigned>(7);
  for (int i = 0; i < 7; ++i)
    counters[i] = i == 6 ? 5 : 0;
  const std::vector<unsigned> before = results<count, unsigned>(16, counters);
  EXPECT_EQ(counters[0], 32u);
  EXPECT_EQ(counters[1], static_cast<unsigned>(-16));
  EXPECT_EQ(counters[2], 15u);
  EXPECT_EQ(counters[3], 16u % 7);
  EXPECT_EQ(counters[4], 5u); // 6 after the first, 0 after 7, and so on
  EXPECT_EQ(counters[5], 0xffffu);
  EXPECT_EQ(std::count(before.begin(), before.end(), 5u), 1);
  compat::free(counters);
  compat::atomic<int> own(3);
  EXPECT_EQ(own.fetch_add(2), 3);
  EXPECT_EQ(own.load(), 5);
}

TEST_P(Compat, ShufflesStayInPartsOfSubGroups) {
  const int size = 4;
  const std::vector<int> got = results<pass_on, int>(8, size);
  for (int i = 0; i < 8; ++i) {
    const int begin = i / size * size, own = i % size;
    EXPECT_EQ(got[i], begin + 1 + 100 * (own + 1 < size ? i + 1 : i) + 10000 * (own > 0 ? i - 1 : i) +
                          1000000 * (begin + (own ^ 1)))
        << i;
  }
}

TEST_P(Compat, DevicesHaveQueuesAndNumbers) {
  compat::device_ext &device = compat::get_current_device();
  EXPECT_EQ(compat::get_device_id(device), GetParam());
  EXPECT_TRUE(compat::get_default_queue().is_in_order());
  EXPECT_FALSE(compat::create_queue(false, false).is_in_order());
  EXPECT_EQ(compat::get_default_queue().get_context(), compat::get_default_context());
  EXPECT_EQ(*device.default_queue(), *device.get_saved_queue());
  const sycl::queue old = compat::get_default_queue(), other = compat::create_queue();
  compat::set_default_queue(other);
  EXPECT_EQ(compat::get_default_queue(), other);
  EXPECT_EQ(*device.get_saved_queue(), other);
  compat::queue_ptr extra = device.create_queue();
  device.set_saved_queue(extra);
  EXPECT_EQ(*extra, *device.get_saved_queue());
  device.destroy_queue(extra);
  EXPECT_EQ(extra, nullptr);
  device.reset();
  EXPECT_NE(compat::get_default_queue(), other);
  EXPECT_THROW(compat::select_device(compat::device_count()), std::runtime_error);
  const compat::device_info info = device.get_device_info();
  EXPECT_EQ(info.get_name(), device.get_info<sycl::info::device::name>());
  EXPECT_GT(info.get_max_nd_range_size()[0], 0);
  EXPECT_GT(info.get_image3d_max()[2], 0);
  EXPECT_EQ(compat::get_kernel_function_info(nullptr).max_work_group_size, info.get_max_work_group_size());
}

INSTANTIATE_TEST_SUITE_P(Devices, Compat, testing::Range(0u, compat::device_count()));

TEST(CompatMath, ComparesWithAndWithoutOrder) {
  const float nan = NAN;
  EXPECT_TRUE(compat::compare(1.f, 2.f, std::less<>()));
  EXPECT_FALSE(compat::compare(nan, 2.f, std::not_equal_to<>()));
  EXPECT_TRUE(compat::unordered_compare(nan, 2.f, std::less<>()));
  const sycl::float2 a(nan, 1), b(0, 2);
  EXPECT_TRUE(compat::unordered_compare_both(a, b, std::less<>()));
  EXPECT_FALSE(compat::compare_both(a, b, std::less<>()));
  EXPECT_EQ(compat::compare_mask(a, b, std::less<>()), 0xffff0000u);
  EXPECT_EQ(compat::unordered_compare_mask(a, b, std::greater<>()), 0xffffu);
  EXPECT_EQ(compat::isnan(a)[0], 1.f);
  EXPECT_EQ(compat::compare(a, b, std::less<>())[1], 1.f);
}

TEST(CompatMath, ComputesWithNumbersAndPairs) {
  EXPECT_EQ(compat::max(3, 4L), 4);
  EXPECT_EQ(compat::min(3.0, 4.f), 3.0);
  EXPECT_TRUE(std::isnan(compat::fmax_nan(NAN, 1.f)));
  EXPECT_TRUE(std::isnan(compat::fmin_nan(sycl::float2(1, 2), sycl::float2(0, NAN))[1]));
  EXPECT_EQ(compat::relu(-3), 0);
  EXPECT_EQ(compat::relu(sycl::float2(-1, 2))[1], 2.f);
  EXPECT_EQ(compat::clamp(11, 5, 10), 10);
  EXPECT_EQ(compat::clamp(sycl::int2(7, 11), sycl::int2(5), sycl::int2(10))[1], 10);
  EXPECT_EQ(compat::pow(3, 3), 27.0);
  EXPECT_EQ(compat::pow(2.f, 3), 8.f);
  EXPECT_DOUBLE_EQ(compat::cbrt(27.0), 3.0);
  const float sides[] = {3, 4};
  EXPECT_EQ(compat::length(sides, 2), 5.f);
  const sycl::float2 x(1, 2), y(3, 4);
  EXPECT_EQ(compat::cmul(x, y)[0], -5.f);
  EXPECT_EQ(compat::cdiv(compat::cmul(x, y), y)[1], 2.f);
  EXPECT_EQ(compat::cmul_add(x, y, sycl::float2(5, 1))[1], 11.f);
  EXPECT_EQ(compat::conj(x)[1], -2.f);
  EXPECT_EQ(compat::cabs(y), 5.f);
}

TEST(CompatMath, TakesNumbersApart) {
  EXPECT_EQ(compat::reverse_bits(1u), 0x80000000u);
  EXPECT_EQ(compat::byte_level_permute(0x33221100, 0x77665544, 0x7520), 0x77552200u);
  EXPECT_EQ(compat::ffs(8), 4);
  EXPECT_EQ(compat::ffs(0), 0);
  EXPECT_EQ(compat::funnelshift_l(0x80000000u, 1, 1), 3u);
  EXPECT_EQ(compat::funnelshift_lc(5, 1, 40), 5u);
  EXPECT_EQ(compat::funnelshift_r(2, 1, 1), 0x80000001u);
  EXPECT_EQ(compat::funnelshift_rc(2, 7, 32), 7u);
  EXPECT_EQ(compat::bfe(0x12f0u, 4, 8), 0x2fu);
  EXPECT_EQ(compat::bfe(0x12f0, 4, 4), -1);
  EXPECT_EQ(compat::bfe_safe(-1, 40, 4), -1);
  EXPECT_EQ(compat::bfe_safe(0x7fffffff, 28, 8), 7);
  EXPECT_EQ(compat::bfi(0xfu, 0u, 4, 4), 0xf0u);
  EXPECT_EQ(compat::bfi_safe(~0u, 0u, 28, 40), 0xf0000000u);
  EXPECT_EQ(compat::dp4a(int(0xff020304), 0x01010101, 5), 13);
  EXPECT_EQ(compat::dp4a(0xff020304u, 0x01010101u, 5u), 269u);
  EXPECT_EQ(compat::dp2a_lo(0x0002ffff, 0x04030201, 10), 13);
  EXPECT_EQ(compat::dp2a_hi(0x0002ffff, 0x04030201, 10), 15);
  EXPECT_EQ(compat::cast_double_to_int(compat::cast_ints_to_double(7, -9), false), -9);
  EXPECT_EQ(compat::cast_double_to_int(compat::cast_ints_to_double(7, -9)), 7);
}

TEST(CompatMath, PacksVectorsIntoNumbers) {
  EXPECT_EQ((compat::vectorized_max<sycl::short2>(0x0001fffeu, 0xffff0003u)), 0x00010003u);
  EXPECT_EQ((compat::vectorized_min<sycl::ushort2>(0x0001fffeu, 0xffff0003u)), 0x00010003u);
  EXPECT_EQ((compat::vectorized_isgreater<sycl::ushort2>(0x00020001u, 0x00010001u)), 0xffff0000u);
  EXPECT_EQ(compat::vectorized_binary<sycl::uchar4>(0xff010203u, 0x02020202u, compat::add_sat()), 0xff030405u);
  EXPECT_EQ(compat::vectorized_binary<sycl::short2>(0x00010001u, 0x00020000u, std::minus<>(), true), 0x00000001u);
  EXPECT_EQ(compat::vectorized_unary<sycl::short2>(0xffff0002u, compat::abs()), 0x00010002u);
  EXPECT_EQ(
      compat::vectorized_ternary<sycl::short2>(0x00010001u, 0x00020002u, 0x00010005u, std::plus<>(), compat::maximum()),
      0x00030005u);
  EXPECT_EQ(compat::vectorized_sum_abs_diff<sycl::uchar4>(0x01020304u, 0x04030201u), 8u);
}

/// The packed functions of words of these types, beside the same part by part in numbers of 64 bits.
template <int Parts, class RetT, class AT, class BT> class Packed {
public:
  Packed(std::uint32_t a, std::uint32_t b, std::uint32_t c)
      : a(static_cast<AT>(a)), b(static_cast<BT>(b)), c(static_cast<RetT>(c)) {}

  /// Element 0: as parts that are cut off; 1: as parts that saturate; 2: added up.
  template <class Operation> std::array<std::uint32_t, 3> expected(Operation operation) const {
    std::array<std::uint32_t, 3> words{0, 0, static_cast<std::uint32_t>(c)};
    for (int i = 0; i < Parts; ++i) {
      const std::int64_t value = operation(part(a, i), part(b, i));
      const std::int64_t most = std::is_signed_v<RetT> ? span / 2 - 1 : span - 1, least = most - span + 1;
      words[0] |= static_cast<std::uint32_t>(value & (span - 1)) << (bits * i);
      words[1] |= static_cast<std::uint32_t>(std::clamp(value, least, most) & (span - 1)) << (bits * i);
      words[2] += static_cast<std::uint32_t>(value);
    }
    return words;
  }

  const AT a;
  const BT b;
  const RetT c;

private:
  static constexpr int bits = 32 / Parts;
  static constexpr std::int64_t span = std::int64_t(1) << bits;
  template <class T> static std::int64_t part(T word, int i) {
    const std::int64_t value = (static_cast<std::uint32_t>(word) >> (bits * i)) & (span - 1);
    return std::is_signed_v<T> && value >= span / 2 ? value - span : value;
  }
};

template <int Parts, class RetT, class AT, class BT>
void expect_packed(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const Packed<Parts, RetT, AT, BT> p(x, y, z);
  using words = std::array<std::uint32_t, 3>;
#define EXPECT_PACKED_OF(parts, name, ...)                                                                             \
  EXPECT_EQ((words{static_cast<std::uint32_t>(compat::name##parts<RetT>(p.a, p.b, p.c)),                               \
                   static_cast<std::uint32_t>(compat::name##parts##_sat<RetT>(p.a, p.b, p.c)),                         \
                   static_cast<std::uint32_t>(compat::name##parts##_add<RetT>(p.a, p.b, p.c))}),                       \
            p.expected([](std::int64_t l, std::int64_t r) { return __VA_ARGS__; }))                                    \
      << #name << ' ' << x << ' ' << y
#define EXPECT_PACKED(name, ...)                                                                                       \
  if constexpr (Parts == 2)                                                                                            \
    EXPECT_PACKED_OF(2, name, __VA_ARGS__);                                                                            \
  else                                                                                                                 \
    EXPECT_PACKED_OF(4, name, __VA_ARGS__)
  EXPECT_PACKED(extend_vadd, l + r);
  EXPECT_PACKED(extend_vsub, l - r);
  EXPECT_PACKED(extend_vabsdiff, std::abs(l - r));
  EXPECT_PACKED(extend_vmin, std::min(l, r));
  EXPECT_PACKED(extend_vmax, std::max(l, r));
  EXPECT_PACKED(extend_vavrg, l + r >= 0 ? (l + r + 1) / 2 : (l + r) / 2);
#undef EXPECT_PACKED
#undef EXPECT_PACKED_OF
  const std::array<std::uint32_t, 3> less = Packed<Parts, unsigned, AT, BT>(x, y, z).expected(
      [](std::int64_t l, std::int64_t r) { return std::int64_t(l < r); });
  if constexpr (Parts == 2) {
    EXPECT_EQ(compat::extend_vcompare2(p.a, p.b, std::less<>()), less[0]);
    EXPECT_EQ(compat::extend_vcompare2_add(p.a, p.b, z, std::less<>()), less[2]);
  } else {
    EXPECT_EQ(compat::extend_vcompare4(p.a, p.b, std::less<>()), less[0]);
    EXPECT_EQ(compat::extend_vcompare4_add(p.a, p.b, z, std::less<>()), less[2]);
  }
}

template <int Parts, class RetT> void expect_packed(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  expect_packed<Parts, RetT, std::int32_t, std::int32_t>(x, y, z);
  expect_packed<Parts, RetT, std::int32_t, std::uint32_t>(x, y, z);
  expect_packed<Parts, RetT, std::uint32_t, std::int32_t>(x, y, z);
  expect_packed<Parts, RetT, std::uint32_t, std::uint32_t>(x, y, z);
}

TEST(CompatMath, ComputesPartByPart) {
  std::mt19937 words(7);
  for (int i = 0; i < 200; ++i) {
    const auto word = [&] {
      constexpr std::array<std::uint32_t, 6> limits{0x80007fff, 0x7f80ff00, 0xffff0001, 0x80808080, 0x7f7f7f7f, 0};
      const auto random = static_cast<std::uint32_t>(words());
      return random % 3 == 0 ? limits[random / 3 % limits.size()] : random;
    };
    const std::uint32_t x = word(), y = word(), z = word();
    expect_packed<2, std::int32_t>(x, y, z);
    expect_packed<2, std::uint32_t>(x, y, z);
    expect_packed<4, std::int32_t>(x, y, z);
    expect_packed<4, std::uint32_t>(x, y, z);
  }
  static_assert(std::is_same_v<compat::dot_product_acc_t<std::uint32_t, std::int32_t>, std::int32_t>);
  static_assert(compat::extend_vadd4_sat<std::int32_t>(0x7e81feffu, 0x02fd03ff, 0) == 0x7f7e7f7f);
}

TEST(CompatMath, KeepsSignsInA33rdBit) {
  EXPECT_EQ((compat::extend_add<int>(~0u, 1)), 0);
  EXPECT_EQ((compat::extend_add_sat<int>(~0u, 1)), 0x7fffffff);
  EXPECT_EQ((compat::extend_sub_sat<unsigned>(1, 2)), 0u);
  EXPECT_EQ((compat::extend_absdiff<unsigned>(-1, 1u)), 2u);
  EXPECT_EQ((compat::extend_min<int>(-1, ~0u)), -1);
  EXPECT_EQ((compat::extend_max_sat<int>(-1, ~0u)), 0x7fffffff);
  EXPECT_EQ((compat::extend_add<int>(1, 2, 10, std::plus<>())), 13);
  EXPECT_EQ((compat::extend_shl_clamp<unsigned>(1u, 40)), 0u);
  EXPECT_EQ((compat::extend_shl_wrap<unsigned>(1u, 33)), 2u);
  EXPECT_EQ((compat::extend_shr_wrap<int>(-8, 1)), -4);
}

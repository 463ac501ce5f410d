// What programs tell or ask devices beside their work: prefetches, annotated pointers, clocks, properties that have no
// effect, native commands.
#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental;

namespace {
class Hints : public EachDevice {};
} // namespace

TEST_P(Hints, PrefetchesChangeNothing) {
  constexpr std::size_t n = 256;
  const int *from = shared<int>(n, 3);
  int *to = shared<int>(n);
  sycl::buffer<int> buffer(n);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(buffer, h, sycl::read_write);
     h.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) {
       const auto i = it.get_global_id(0);
       xp::prefetch(from + i);
       xp::prefetch(from + i, 4, xp::properties{xp::prefetch_hint_L2});
       xp::prefetch(static_cast<const void *>(from), 100,
                    xp::properties{xp::prefetch_hint<xp::cache_level::L3, xp::nontemporal>});
       xp::prefetch(sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(
           const_cast<int *>(from)));
       xp::prefetch(a, sycl::id<1>(i), xp::properties{xp::prefetch_hint_L1_nt, xp::prefetch_hint_L4});
       xp::joint_prefetch(it.get_group(), from, n);
       xp::joint_prefetch(it.get_sub_group(), a, sycl::id<1>(0), 32, xp::properties{xp::prefetch_hint_L1});
       a[i] = from[i];
       to[i] = a[i] + 1;
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(to[i], 4);
}

TEST_P(Hints, AnnotatedPointersReadAndWrite) {
  int *p = shared<int>(16, 5);
  const xp::annotated_ptr told(p, xp::alignment<16>);
  const xp::annotated_ptr more(told, xp::properties{xp::restrict});
  static_assert(decltype(more)::has_property<xp::alignment_key>() && decltype(more)::has_property<xp::restrict_key>());
  static_assert(decltype(told)::get_property<xp::alignment_key>().value == 16);
  static_assert(std::is_trivially_copyable_v<decltype(told)>);
  xp::annotated_ptr<int,
                    decltype(xp::properties{
                        intel::read_hint<intel::cache_control<intel::cache_mode::cached, intel::cache_level::L1>>})>
      cached(p);
  const xp::annotated_arg<int *, decltype(xp::properties{xp::alignment<16>})> argument(p);
  const xp::annotated_arg<int> number(7);
  q.single_task([=] {
     auto at = more;
     *at = 1;
     at[1] += 2;
     ++at;
     ++at;
     *at <<= 1;
     (*at)++;
     at[1] = cached[0];
     *(at + 2) = static_cast<int>(at - more);
     argument[5] = number;
     argument[6] = more ? *argument : 0;
   }).wait();
  const std::vector<int> expected{1, 7, 11, 1, 2, 7, 1, 5};
  EXPECT_EQ(std::vector<int>(p, p + 8), expected);
  EXPECT_EQ(more.get(), p);
}

TEST_P(Hints, ClocksGoOn) {
  if (!q.get_device().has(sycl::aspect::ext_oneapi_clock_work_group))
    GTEST_SKIP() << "the device has no clock";
  std::uint64_t *ticks = shared<std::uint64_t>(2);
  float *x = shared<float>(1, 1.5f);
  q.single_task([=] {
     ticks[0] = xp::clock<xp::clock_scope::work_group>();
     for (int i = 0; i < 1000; ++i)
       *x = sycl::sin(*x) + 1.0f;
     ticks[1] = xp::clock<xp::clock_scope::sub_group>();
   }).wait();
  EXPECT_GT(ticks[1], ticks[0]);
}

TEST_P(Hints, PropertiesOfOtherDevicesHaveNoEffect) {
  int *x = shared<int>(64);
  q.parallel_for(sycl::nd_range<1>(64, 32),
                 xp::properties{intel::grf_size<256>, intel::cache_config(intel::large_slm),
                                intel::fp_control<intel::fp_mode::denorm_allow | intel::fp_mode::round_upward>},
                 [=](sycl::nd_item<1> it) { x[it.get_global_id(0)] = 1; })
      .wait();
  static_assert(std::is_same_v<intel::event_mode, xp::event_mode>);
  const xp::properties waits{intel::event_mode(intel::event_mode_enum::low_power)};
  xp::submit(q, waits, [&](sycl::handler &h) { h.single_task([=] { x[0] += 1; }); });
  q.ext_oneapi_prod();
  q.wait();
  xp::submit_with_event(q, waits, [&](sycl::handler &h) { h.single_task([=] { x[0] += 1; }); }).wait();
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(x[63], 1);
}

template <std::size_t... Sizes> struct AtMost {
  template <class Item> void operator()(Item) const {}
  auto get(xp::properties_tag) const { return xp::properties{xp::max_work_group_size<Sizes...>}; }
};

TEST_P(Hints, GroupsAreNoLargerThanTheKernelsProperties) {
  q.parallel_for(sycl::nd_range<2>({16, 16}, {4, 8}), AtMost<4, 8>());
  q.parallel_for(sycl::range<1>(64), AtMost<4>());
  EXPECT_EQ(code_thrown_by([&] { q.parallel_for(sycl::nd_range<2>({16, 16}, {8, 4}), AtMost<4, 8>()); }),
            sycl::errc::nd_range);
  const auto launch = [&](std::size_t rows) {
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::nd_range<2>({16, 16}, {rows, 8}), xp::properties{xp::max_linear_work_group_size<32>},
                     [](sycl::nd_item<2>) {});
    });
  };
  launch(4);
  EXPECT_EQ(code_thrown_by([&] { launch(8); }), sycl::errc::nd_range);
  q.wait();
}

TEST(Properties, ListsAreOfOneTypeInWhateverOrder) {
  const xp::properties one{xp::sub_group_size<8>, intel::grf_size<256>, xp::work_group_size<16>};
  const xp::properties other{xp::work_group_size<16>, xp::sub_group_size<8>, intel::grf_size<256>};
  static_assert(std::is_same_v<decltype(one), decltype(other)>);
  static_assert(!std::is_same_v<decltype(one), decltype(xp::properties{xp::work_group_size<16>})>);
  static_assert(one.get_property<xp::sub_group_size_key>().value == 8);
  const xp::work_group_scratch_size scratch(48);
  const xp::properties first{scratch, xp::work_group_size<16>}, last{xp::work_group_size<16>, scratch};
  static_assert(std::is_same_v<decltype(first), decltype(last)>);
  EXPECT_EQ(first.get_property<xp::work_group_scratch_size>().value, 48u);
  EXPECT_EQ(last.get_property<xp::work_group_scratch_size>().value, 48u);
}

TEST_P(Hints, CustomOperationsTakeTheirHandleByReference) {
  int calls = 0;
  q.AdaptiveCpp_enqueue_custom_operation([&](sycl::interop_handle &h) {
     calls += h.get_backend() == q.get_backend();
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.AdaptiveCpp_enqueue_custom_operation([&](sycl::interop_handle) { ++calls; });
   }).wait();
  EXPECT_EQ(calls, 2);
}

TEST_P(Hints, AddressesAreCast) {
  int *x = shared<int>(1);
  q.single_task([=] { *xp::static_address_cast<sycl::access::address_space::global_space>(x) = 4; }).wait();
  EXPECT_EQ(*x, 4);
}

TEST_P(Hints, NativeFunctionsTakeFloatAndHalf) {
  auto *out = shared<float>(4);
  q.single_task([=] {
     out[0] = xp::native::tanh(0.5f);
     out[1] = xp::native::exp2(sycl::float2(1, 3)).y();
     out[2] = xp::native::tanh(sycl::marray<float, 3>(-0.5f))[2];
   }).wait();
  EXPECT_NEAR(out[0], std::tanh(0.5f), 1e-6);
  EXPECT_EQ(out[1], 8);
  EXPECT_NEAR(out[2], std::tanh(-0.5f), 1e-6);
  if (q.get_device().has(sycl::aspect::fp16))
    q.single_task([=] { out[3] = xp::native::exp2(sycl::half(4)) + xp::native::tanh(sycl::half(0)); }).wait();
  else
    out[3] = 16;
  EXPECT_EQ(out[3], 16);
}

WEFT_EACH_DEVICE(Hints);

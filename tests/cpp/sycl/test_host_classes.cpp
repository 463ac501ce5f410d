// Classes of the host that hold or refer to something: half, ids and ranges, pointers, local accessors, weak
// references, names of backends.
#include <sstream>
#include <type_traits>
#include <vector>

#include <CL/sycl.hpp>
#include <gtest/gtest.h>

#include "thrown.hpp"

namespace {

using sycl::errc;

char chosen(float) {
  return 'f';
}
char chosen(sycl::half) {
  return 'h';
}

struct Pair {
  sycl::half a, b;
};

template <class T> bool converts(T x) {
  return sycl::half(x) == x && sycl::half{x} == x && x == sycl::half(x) && !(sycl::half(x) != x);
}

TEST(Half, IsAClassThatFloatConvertsToAndBack) {
  using sycl::half;
  static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half> &&
                std::is_trivially_default_constructible_v<half>);
  static_assert(!std::is_same_v<half, _Float16> && !std::is_floating_point_v<half>);
  EXPECT_EQ(chosen(1), 'f');
  EXPECT_EQ(chosen(half(1)), 'h');
  float x = 3;
  const Pair pair{x, x};
  const std::vector<half> several{x, x};
  EXPECT_EQ(pair.a + several[1], half{x} * 2);
  EXPECT_TRUE(converts(3) && converts(3u) && converts(3.0f) && converts(3.0) && converts(3l) && converts(short(3)) &&
              converts(true));
  EXPECT_EQ(half(1 + 0x1p-11 + 0x1p-30), 1 + 0x1p-10f) << "rounds a double once";
}

TEST(Half, ComputesInTheWiderTypeOfFloats) {
  using sycl::half;
  constexpr half h = 3;
  static_assert(h + h == 6 && -h == -3 && 2 * h == 6 && h / 2 == half(1.5f) && h < 4 && 2.5 < h);
  static_assert(std::is_same_v<decltype(h * h), half> && std::is_same_v<decltype(h * 2), half>);
  static_assert(std::is_same_v<decltype(2ul * h), half> && std::is_same_v<decltype(h - 2.0f), float>);
  static_assert(std::is_same_v<decltype(2.0 / h), double> && std::is_same_v<decltype(-h), half>);
  half sum = h;
  sum += 1;
  sum -= 0.5f;
  sum *= 2.0;
  sum /= h;
  EXPECT_EQ(sum, half(7.0f / 3));
  EXPECT_EQ(sum++ + --sum, 2 * half(7.0f / 3));
  float wide = 1;
  wide += h;
  EXPECT_EQ(wide, 4.0f);
  EXPECT_TRUE(h ? true : false);
}

TEST(Coordinates, ArithmeticComparesAndMixesWithNumbers) {
  const sycl::id<2> a(1, 2), b(3, 5);
  EXPECT_EQ(a + b, (sycl::id<2>(4, 7)));
  EXPECT_EQ(b % 2, (sycl::id<2>(1, 1)));
  EXPECT_EQ(10 - a, (sycl::id<2>(9, 8)));
  sycl::range<3> r(2, 3, 4);
  EXPECT_EQ(r.size(), 24u);
  r *= 2;
  EXPECT_EQ(r, sycl::range(4, 6, 8));
  const sycl::id<1> i(5);
  EXPECT_TRUE(i == 5 && i < 6 && i + 1 == 6);
  const std::size_t as_number = i;
  EXPECT_EQ(as_number, 5u);
  EXPECT_EQ(sycl::nd_range<1>(12, 4).get_group_range(), sycl::range<1>(3));
  EXPECT_EQ(sycl::nd_range<3>().get_global_range().size(), 0u);
}

TEST(MultiPtr, ComparesWithOthersAndWithNull) {
  int numbers[2] = {};
  using pointer = sycl::multi_ptr<int, sycl::access::address_space::global_space, sycl::access::decorated::no>;
  const pointer first(numbers), second(numbers + 1), none;
  EXPECT_TRUE(first == first && first != second && first < second && second > first && first <= first &&
              second >= first);
  EXPECT_TRUE(none == nullptr && nullptr == none && nullptr != first && first != nullptr);
  EXPECT_TRUE(nullptr < first && first > nullptr && nullptr <= none && none >= nullptr);
}

TEST(MultiPtr, IsMadFromWhatAccessorsPointTo) {
  using local = sycl::local_accessor<float, 2>;
  using sycl::access::address_space;
  using sycl::access::decorated;
  static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<local>())),
                               sycl::multi_ptr<float, address_space::local_space, decorated::no>>);
  static_assert(std::is_constructible_v<sycl::decorated_generic_ptr<float>, local>);
  static_assert(std::is_constructible_v<sycl::raw_local_ptr<const float>, local>);
  static_assert(!std::is_constructible_v<sycl::raw_global_ptr<float>, local>);
  static_assert(!std::is_constructible_v<sycl::raw_local_ptr<int>, local>);
}

TEST(MultiPtr, PointersTurnIntoTheLegacyFormAlone) {
  static_assert(std::is_convertible_v<float *, sycl::global_ptr<float>>);
  static_assert(std::is_convertible_v<float *, sycl::local_ptr<const float>>);
  static_assert(!std::is_convertible_v<const float *, sycl::global_ptr<float>>);
  static_assert(!std::is_convertible_v<float *, sycl::raw_global_ptr<float>>);
  static_assert(std::is_constructible_v<sycl::raw_global_ptr<float>, float *>);
}

TEST(LocalAccessor, ConvertsToOneThatOnlyReads) {
  using local = sycl::local_accessor<float, 2>;
  using read_only = sycl::local_accessor<const float, 2>;
  static_assert(std::is_convertible_v<local, read_only> && !std::is_convertible_v<read_only, local>);
  static_assert(std::is_trivially_copyable_v<read_only>);
  static_assert(std::is_same_v<read_only::reference, const float &>);
}

TEST(Coordinates, EqualANumberThatAllOfThemEqual) {
  static_assert(sycl::id<2>(3, 3) == 3 && 3 == sycl::range<3>(3, 3, 3));
  static_assert(sycl::id<2>(3, 4) != 3 && 4u != sycl::range<2>(3, 4) && !(sycl::id<2>(3, 4) == 3));
  static_assert(sycl::id<1>(3) == 3 && sycl::id<1>(3) != std::size_t(4));
}

template <class Object> void expect_weak(std::optional<Object> object) {
  using weak = sycl::ext::oneapi::weak_object<Object>;
  const Object copy = *object;
  weak reference = *object, nothing;
  EXPECT_TRUE(nothing.expired() && !nothing.try_lock());
  EXPECT_FALSE(reference.expired());
  EXPECT_EQ(reference.lock(), copy);
  EXPECT_FALSE(reference.owner_before(copy) || copy.ext_oneapi_owner_before(reference));
  const sycl::ext::oneapi::owner_less<Object> less;
  EXPECT_FALSE(less(copy, *object) || less(reference, copy) || less(copy, reference));
  EXPECT_NE(less(nothing, reference), less(reference, nothing));
  nothing.swap(reference);
  EXPECT_TRUE(reference.expired());
  nothing.reset();
  EXPECT_TRUE(nothing.expired());
}

TEST(Backend, HasTheNamesOfAllThatProgramsAskAbout) {
  std::ostringstream said;
  for (const sycl::backend b :
       {sycl::backend::opencl, sycl::backend::ext_oneapi_level_zero, sycl::backend::ext_oneapi_cuda,
        sycl::backend::ext_oneapi_hip, sycl::backend::ext_oneapi_native_cpu, sycl::backend::ext_oneapi_offload})
    said << b << ' ';
  EXPECT_EQ(said.str(),
            "opencl ext_oneapi_level_zero ext_oneapi_cuda ext_oneapi_hip ext_oneapi_native_cpu ext_oneapi_offload ");
}

TEST(WeakObject, ReferToWhatCopiesShare) {
  const sycl::queue q;
  expect_weak<sycl::queue>(q);
  expect_weak<sycl::context>(q.get_context());
  expect_weak<sycl::device>(q.get_device());
  expect_weak<sycl::platform>(q.get_device().get_platform());
  expect_weak<sycl::event>(sycl::queue(q).submit([](sycl::handler &h) { h.host_task([] {}); }));
  expect_weak(std::optional(sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context())));
  expect_weak<sycl::buffer<int, 2>>(sycl::buffer<int, 2>({2, 3}));
}

TEST(WeakObject, DoNotKeepAlive) {
  std::optional<sycl::buffer<int, 2>> whole = sycl::buffer<int, 2>({4, 3});
  const sycl::ext::oneapi::weak_object part = sycl::buffer<int, 2>(*whole, {1, 0}, {2, 3});
  EXPECT_EQ(part.lock().get_range(), (sycl::range<2>(2, 3)));
  EXPECT_TRUE(part.lock().is_sub_buffer());
  whole.reset();
  EXPECT_TRUE(part.expired());
  EXPECT_EQ(code_thrown_by([&] { part.lock(); }), errc::invalid);
}

} // namespace

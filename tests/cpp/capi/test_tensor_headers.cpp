// The headers of dpctl.tensor that need no Python: offsets, conversions, tables over dtypes, owners of allocations.
#include <complex>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "utils/offset_utils.hpp"
#include "utils/type_dispatch_building.hpp"
#include "utils/type_utils.hpp"

namespace {

namespace offset_utils = dpctl::tensor::offset_utils;
namespace td = dpctl::tensor::type_dispatch;
using dpctl::tensor::ssize_t;
using dpctl::tensor::type_utils::convert_impl;

// Elements of a 2 x 3 array, in C order, at strides (10, -2) and (3, 1).
constexpr ssize_t packed[] = {2, 3, 10, -2, 3, 1, 100, 7};

TEST(OffsetUtils, strided_indexers_agree_with_nested_loops) {
  const offset_utils::StridedIndexer one(2, 5, packed);
  const offset_utils::TwoOffsets_StridedIndexer two(2, 5, -1, packed);
  const offset_utils::ThreeOffsets_StridedIndexer three(2, 5, -1, 2, packed);
  const offset_utils::UnpackedStridedIndexer unpacked(2, 5, packed, packed + 2);
  std::size_t gid = 0;
  for (ssize_t i = 0; i < 2; ++i)
    for (ssize_t j = 0; j < 3; ++j, ++gid) {
      const ssize_t first = 5 + 10 * i - 2 * j;
      const ssize_t second = -1 + 3 * i + j;
      EXPECT_EQ(one(gid), first);
      EXPECT_EQ(unpacked(gid), first);
      EXPECT_EQ(two(gid).get_first_offset(), first);
      EXPECT_EQ(two(gid).get_second_offset(), second);
      EXPECT_EQ(three(gid).get_third_offset(), 2 + 100 * i + 7 * j);
    }
}

TEST(OffsetUtils, one_dimensional_indexers_clip_and_cycle) {
  const offset_utils::Strided1DIndexer clipped(ssize_t{4}, ssize_t{3}, ssize_t{-2});
  EXPECT_EQ(clipped(2), 0);
  EXPECT_EQ(clipped(99), 0);
  const offset_utils::Strided1DCyclicIndexer cyclic(4, 3, -2);
  EXPECT_EQ(cyclic(3), 4);
  EXPECT_EQ(cyclic(5), 0);
}

TEST(OffsetUtils, packing_copies_in_order_to_the_device) {
  sycl::queue q;
  std::vector<sycl::event> cleanup;
  const std::vector<ssize_t> shape{2, 3}, strides{10, -2};
  const auto [device, size, copied] = offset_utils::device_allocate_and_pack<ssize_t>(q, cleanup, shape, strides);
  ASSERT_EQ(size, 4u);
  std::vector<ssize_t> back(size);
  q.copy<ssize_t>(device.get(), back.data(), size, copied).wait();
  EXPECT_EQ(back, (std::vector<ssize_t>{2, 3, 10, -2}));
  sycl::event::wait(cleanup);
}

TEST(AllocUtils, freeing_waits_for_the_work) {
  sycl::queue q;
  auto memory = dpctl::tensor::alloc_utils::smart_malloc_shared<int>(1000, q);
  int *const address = memory.get();
  const sycl::event filled = q.fill(address, 7, 1000);
  dpctl::tensor::alloc_utils::async_smart_free(q, {filled}, memory).wait();
  EXPECT_EQ(memory.get(), nullptr);
  EXPECT_EQ(sycl::get_pointer_type(address, q.get_context()), sycl::usm::alloc::unknown);
  EXPECT_THROW(dpctl::tensor::alloc_utils::smart_malloc_device<int>(std::size_t{1} << 60, q), std::runtime_error);
}

TEST(TypeUtils, conversions_are_numpys) {
  EXPECT_TRUE((convert_impl<bool>(0.25)));
  EXPECT_FALSE((convert_impl<bool>(std::complex<float>(0, 0))));
  EXPECT_TRUE((convert_impl<bool>(std::complex<float>(0, 1))));
  EXPECT_EQ((convert_impl<std::int32_t>(std::complex<double>(-3.9, 5))), -3);
  EXPECT_EQ((convert_impl<std::complex<float>>(2)), std::complex<float>(2, 0));
  EXPECT_EQ((convert_impl<std::complex<float>>(std::complex<double>(1, 2))), std::complex<float>(1, 2));
  EXPECT_EQ((convert_impl<std::uint8_t>(std::int32_t{257})), 1);
}

template <class Function, class To, class From> struct SumOfSizes {
  Function get() {
    return [] { return sizeof(To) + 100 * sizeof(From); };
  }
};

TEST(TypeDispatch, tables_follow_the_order_of_dtypes) {
  using Function = std::size_t (*)();
  Function table[td::num_types][td::num_types];
  td::DispatchTableBuilder<Function, SumOfSizes, td::num_types>().populate_dispatch_table(table);
  const auto at = [&](td::typenum_t to, td::typenum_t from) {
    return table[static_cast<int>(to)][static_cast<int>(from)]();
  };
  EXPECT_EQ(at(td::typenum_t::BOOL, td::typenum_t::CDOUBLE), 1601u);
  EXPECT_EQ(at(td::typenum_t::HALF, td::typenum_t::INT64), 802u);
  EXPECT_EQ(td::GetTypeid<float>().get(), static_cast<int>(td::typenum_t::FLOAT));
  EXPECT_EQ(td::GetTypeid<void>().get(), -1);
}

template <class T>
using Result = std::disjunction<td::TypeMapResultEntry<T, float, double>, td::DefaultResultEntry<void>>;
static_assert(std::is_same_v<Result<float>::result_type, double>);
static_assert(std::is_void_v<Result<int>::result_type>);

} // namespace

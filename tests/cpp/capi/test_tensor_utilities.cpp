// More headers of dpctl.tensor: iteration over strides, indices, orders of numbers, identities of operations.
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "kernels/alignment.hpp"
#include "utils/indexing_utils.hpp"
#include "utils/math_utils.hpp"
#include "utils/offset_utils.hpp"
#include "utils/rich_comparisons.hpp"
#include "utils/strided_iters.hpp"
#include "utils/sycl_utils.hpp"

namespace {

namespace offset_utils = dpctl::tensor::offset_utils;
namespace strides = dpctl::tensor::strides;
namespace su = dpctl::tensor::sycl_utils;
using dpctl::tensor::ssize_t;
using Extents = std::vector<ssize_t>;

/// The places of all elements.
std::multiset<ssize_t> places(const Extents &shape, const Extents &stride, ssize_t first) {
  const strides::CIndexer_vector<ssize_t> indexer(static_cast<int>(shape.size()));
  std::multiset<ssize_t> found;
  for (ssize_t i = 0; i < indexer.size(shape); ++i) {
    ssize_t at = 0;
    indexer.get_displacement(i, shape, stride, at);
    found.insert(first + at);
  }
  return found;
}

TEST(Strides, contraction_reaches_the_same_elements_by_fewer_dimensions) {
  struct Case {
    Extents shape, stride;
    std::size_t dimensions;
  };
  const Case cases[] = {{{2, 3, 4}, {12, 4, 1}, 1}, {{2, 3, 4}, {12, 4, -1}, 1}, {{2, 3, 4}, {-12, 4, 1}, 1},
                        {{3, 2}, {1, 3}, 1},        {{2, 3, 4}, {24, 8, 1}, 2},  {{5}, {-2}, 1},
                        {{2, 1, 3}, {0, 5, 1}, 3}};
  for (const auto &[shape, stride, dimensions] : cases) {
    const auto [extents, steps, first] = strides::contract_iter<ssize_t, std::invalid_argument>(shape, stride);
    EXPECT_EQ(places(extents, steps, first), places(shape, stride, 0));
    EXPECT_LE(extents.size(), dimensions);
  }
  EXPECT_THROW((strides::contract_iter<ssize_t, std::invalid_argument>(Extents{2}, Extents{})), std::invalid_argument);
}

TEST(Strides, contraction_keeps_pairs_together) {
  const Extents shape{2, 3, 4}, first{12, 4, 1}, second{-12, -4, -1}, third{1, 2, 6};
  const auto [one, a, at_a, b, at_b] = strides::contract_iter2<ssize_t, std::invalid_argument>(shape, first, first);
  EXPECT_EQ(one, Extents{24});
  EXPECT_EQ(a, b);
  const auto mixed = strides::contract_iter2<ssize_t, std::invalid_argument>(shape, first, second);
  EXPECT_EQ(std::get<0>(mixed).size(), 3u);
  const auto [extents, x, at_x, y, at_y, z, at_z] =
      strides::contract_iter3<ssize_t, std::invalid_argument>(shape, first, first, third);
  EXPECT_EQ(extents.size(), 3u);
  const strides::CIndexer_vector<ssize_t> before(3), after(3);
  std::set<std::vector<ssize_t>> expected, found;
  for (ssize_t i = 0; i < 24; ++i) {
    std::vector<ssize_t> at(3);
    before.get_displacement(i, shape, first, first, third, at[0], at[1], at[2]);
    expected.insert(at);
    after.get_displacement(i, extents, x, y, z, at[0], at[1], at[2]);
    found.insert({at[0] + at_x, at[1] + at_y, at[2] + at_z});
  }
  EXPECT_EQ(found, expected);
}

TEST(Strides, compaction_keeps_the_order) {
  ssize_t shape[] = {2, 3, 4}, stride[] = {24, 4, 1};
  EXPECT_EQ(strides::compact_iteration(3, shape, stride), 2);
  EXPECT_EQ(shape[1], 12);
  EXPECT_EQ(stride[0], 24);
}

TEST(Strides, rolled_displacements_start_elsewhere) {
  const Extents shape{2, 3}, stride{3, 1}, shifts{1, 2};
  std::vector<ssize_t> found(6);
  for (ssize_t i = 0; i < 6; ++i)
    strides::CIndexer_vector<ssize_t>(2).get_left_rolled_displacement(i, shape, stride, shifts, found[i]);
  EXPECT_EQ(found, (std::vector<ssize_t>{4, 5, 3, 1, 2, 0})); // numpy.roll(arange(6).reshape(2, 3), (1, 2), (0, 1))
}

TEST(OffsetUtils, indexers_of_four_arrays_and_of_known_dimensions_agree) {
  constexpr ssize_t packed[] = {2, 3, 10, -2, 3, 1, 100, 7, 1, 2};
  constexpr ssize_t offsets[] = {5, -1, 2, 9};
  const offset_utils::FourOffsets_StridedIndexer four(2, 5, -1, 2, 9, packed);
  const offset_utils::NthStrideOffset nth(2, offsets, packed);
  const std::array<ssize_t, 2> shape{2, 3}, a{10, -2}, b{3, 1}, c{100, 7};
  const offset_utils::FixedDimStridedIndexer<2> one(shape, a, 5);
  const offset_utils::TwoOffsets_FixedDimStridedIndexer<2> two(shape, a, b, 5, -1);
  const offset_utils::ThreeOffsets_FixedDimStridedIndexer<2> three(shape, a, b, c, 5, -1, 2);
  for (std::size_t gid = 0; gid < 6; ++gid) {
    const auto at = four(gid);
    EXPECT_EQ(nth(static_cast<ssize_t>(gid), 3), static_cast<std::size_t>(at.get_fourth_offset()));
    EXPECT_EQ(one(gid), static_cast<std::size_t>(at.get_first_offset()));
    EXPECT_EQ(two(gid).get_second_offset(), at.get_second_offset());
    EXPECT_EQ(three(gid).get_third_offset(), at.get_third_offset());
  }
  EXPECT_EQ(offset_utils::FourZeroOffsets_Indexer()(ssize_t{3}).get_fourth_offset(), 0);
}

TEST(IndexingUtils, indices_of_any_type_stay_within_the_axis) {
  using namespace dpctl::tensor::indexing_utils;
  EXPECT_EQ(WrapIndex<std::int8_t>()(5, -1), 4);
  EXPECT_EQ(WrapIndex<std::int64_t>()(5, std::numeric_limits<std::int64_t>::min()), 0);
  EXPECT_EQ(WrapIndex<std::uint64_t>()(5, ~std::uint64_t{0}), 4);
  EXPECT_EQ(WrapIndex<std::int32_t>()(0, 3), 0);
  EXPECT_EQ(ClipIndex<std::int32_t>()(5, -3), 0);
  EXPECT_EQ(ClipIndex<std::uint8_t>()(5, 200), 4);
}

TEST(RichComparisons, what_is_no_number_comes_last) {
  using dpctl::tensor::rich_comparisons::AscendingSorter;
  using dpctl::tensor::rich_comparisons::DescendingSorter;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const AscendingSorter<double>::type less;
  EXPECT_TRUE(less(1, nan));
  EXPECT_FALSE(less(nan, nan));
  EXPECT_TRUE(DescendingSorter<double>::type()(nan, 1));
  using complex = std::complex<double>;
  const complex sorted[] = {{0, 1}, {0, 2}, {1, 0}, {0, nan}, {1, nan}, {nan, 0}, {nan, 1}, {nan, nan}};
  const AscendingSorter<complex>::type before;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      EXPECT_EQ(before(sorted[i], sorted[j]), i < j) << i << ' ' << j;
}

TEST(SyclUtils, folds_know_their_identities) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ((su::Identity<su::Maximum<float>, float>::value), -inf);
  EXPECT_EQ((su::Identity<su::Minimum<int>, int>::value), std::numeric_limits<int>::max());
  EXPECT_EQ((su::Identity<sycl::plus<float>, float>::value), 0);
  EXPECT_EQ((su::Identity<std::multiplies<std::complex<float>>, std::complex<float>>::value), std::complex<float>(1));
  EXPECT_EQ((su::GetIdentity<su::LogSumExp<float>, float>::value), -inf);
  EXPECT_EQ((su::GetIdentity<sycl::minimum<bool>, bool>::value), true);
  static_assert(su::IsSyclOp<float, sycl::plus<float>>::value && !su::IsSyclOp<float, su::Hypot<float>>::value);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(su::Maximum<float>()(nan, 1)));
  EXPECT_NEAR(su::LogSumExp<double>()(1000, 1000), 1000 + std::log(2.0), 1e-12);
}

TEST(SyclUtils, work_groups_fit_the_elements) {
  EXPECT_EQ(su::choose_workgroup_size(40, {8, 16}), 48u);
  EXPECT_EQ(su::choose_workgroup_size(5000, {8, 16}), 64u);
  EXPECT_TRUE(dpctl::tensor::kernels::alignment_utils::is_aligned<64>(reinterpret_cast<char *>(128)));
}

} // namespace

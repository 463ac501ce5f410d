// What programs for DPC++ take from its header of printf when they include no other.
#include <sycl/ext/oneapi/experimental/builtins.hpp>

#include <gtest/gtest.h>

namespace {

template <class T> constexpr int dimensions_of = 0;
template <int D> constexpr int dimensions_of<sycl::range<D>> = D;
template <int D> constexpr int dimensions_of<sycl::id<D>> = D;
template <int D> constexpr int dimensions_of<sycl::nd_item<D>> = D;
template <int D> constexpr int dimensions_of<sycl::group<D>> = D;
template <class T, std::size_t N> constexpr int dimensions_of<sycl::marray<T, N>> = 1;
template <class T, int N> constexpr int dimensions_of<sycl::vec<T, N>> = 1;

} // namespace

TEST(HeaderOfPrintf, BringsWhatIsPrinted) {
  EXPECT_EQ(dimensions_of<sycl::range<2>>, 2);
  EXPECT_EQ(dimensions_of<sycl::id<3>>, 3);
  EXPECT_EQ(dimensions_of<sycl::nd_item<2>>, 2);
  EXPECT_EQ(dimensions_of<sycl::group<1>>, 1);
  EXPECT_EQ((dimensions_of<sycl::marray<int, 2>>), 1);
  EXPECT_EQ((dimensions_of<sycl::vec<float, 4>>), 1);
}

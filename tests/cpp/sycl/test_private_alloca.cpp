// Private arrays whose length a specialization constant tells (sycl_ext_oneapi_private_alloca).
#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;
using sycl::access::decorated;

namespace {

constexpr sycl::specialization_id<int> length(3);
constexpr sycl::specialization_id<unsigned short> other_length(5);

struct point {
  double x;
  int i;
};

/// The sum of 0..n-1, by an array that is written first and read backwards.
int sum_below(sycl::private_ptr<int, decorated::no> memory, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    memory[k] = k;
  for (int k = n; k-- > 0;)
    sum += memory[k];
  return sum;
}

class PrivateAlloca : public EachDevice {};
WEFT_EACH_DEVICE(PrivateAlloca);

} // namespace

TEST_P(PrivateAlloca, HasTheLengthThatIsSet) {
  constexpr std::size_t count = 100;
  int *sums = shared<int>(count);
  ASSERT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_private_alloca));
  for (const int n : {0, 7, 40}) { // 0: what it was declared with
    q.submit([&](sycl::handler &h) {
       if (n != 0)
         h.set_specialization_constant<length>(n);
       h.parallel_for(count, [=](sycl::id<1> i, sycl::kernel_handler kh) {
         const auto memory = xp::private_alloca<int, length, decorated::no>(kh);
         static_assert(std::is_same_v<decltype(memory), const sycl::raw_private_ptr<int>>);
         sums[i] = sum_below(memory, kh.get_specialization_constant<length>()) + static_cast<int>(i);
       });
     }).wait();
    const int all = n == 0 ? 3 : n;
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(sums[i], all * (all - 1) / 2 + static_cast<int>(i)) << n;
  }
}

TEST_P(PrivateAlloca, ArraysLieApartAndOutliveBarriers) {
  constexpr std::size_t count = 96;
  bool *right = shared<bool>(count);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<length>(11);
     sycl::local_accessor<int> local(32, h);
     h.parallel_for(sycl::nd_range<1>(count, 32), [=](sycl::nd_item<1> it, sycl::kernel_handler kh) {
       const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
       const auto points = xp::private_alloca<point, other_length, decorated::yes>(kh);
       const auto aligned = xp::aligned_private_alloca<char, 64, length, decorated::no>(kh);
       const int n = kh.get_specialization_constant<length>(), m = kh.get_specialization_constant<other_length>();
       for (int k = 0; k < m; ++k)
         points[k] = {1.5 * k, static_cast<int>(i) + k};
       for (int k = 0; k < n; ++k)
         aligned[k] = static_cast<char>(k);
       local[l] = points[m - 1].i;
       sycl::group_barrier(it.get_group());
       bool same = local[31 - l] == static_cast<int>(i - l + 31 - l) + m - 1;
       for (int k = 0; k < m; ++k)
         same = same && points[k].x == 1.5 * k && points[k].i == static_cast<int>(i) + k;
       for (int k = 0; k < n; ++k)
         same = same && aligned[k] == static_cast<char>(k);
       right[i] = same && reinterpret_cast<std::uintptr_t>(aligned.get_raw()) % 64 == 0;
     });
   }).wait();
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_TRUE(right[i]) << i;
}

TEST_P(PrivateAlloca, EachTurnOfALoopHasItAnew) {
  int *sums = shared<int>(8);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<length>(6);
     h.parallel_for(8, [=](sycl::id<1> i, sycl::kernel_handler kh) {
       int sum = 0;
       for (int turn = 0; turn <= static_cast<int>(i); ++turn) {
         const auto memory = xp::private_alloca<int, length, decorated::no>(kh);
         sum += sum_below(memory, 6);
       }
       sums[i] = sum;
     });
   }).wait();
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(sums[i], 15 * (i + 1));
}

// Some of the work-items of a group store into local memory, in order, backwards and to partners, up to both of its
// ends: the others' elements stay, and so does what lies beside.
#include <cstdint>
#include <vector>

#include "devices.hpp"

namespace {

using PartialStores = EachDevice;
WEFT_EACH_DEVICE(PartialStores);

constexpr int items = 64;

/// What a group does with `size` elements of local memory that lie between others, as its work-items run one by one.
template <class T> std::vector<T> expected(int size, int shift, int odd) {
  std::vector<T> all(3 * size);
  for (int k = 0; k < 3 * size; ++k)
    all[k] = static_cast<T>(k);
  T *const middle = all.data() + size;
  for (int i = 0; i < items; ++i)
    if (i >= shift && i - shift < size && i % 3 != odd)
      middle[i - shift] = static_cast<T>(middle[i - shift] + i);
  for (int i = 0; i < items; ++i)
    if (i < size && i % 2 == odd)
      middle[size - 1 - i] = static_cast<T>(middle[size - 1 - i] * 2 + i);
  for (int i = 0; i < items; ++i)
    if ((i ^ shift) < size && i % 4 > odd)
      middle[i ^ shift] = static_cast<T>(50 + i);
  return all;
}

template <class T> class Named;

template <class T> void check(sycl::queue &q, T *out, int size, int shift, int odd) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T> before(size, h), middle(size, h), behind(size, h);
     h.parallel_for<Named<T>>(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
       const int i = static_cast<int>(it.get_local_id(0));
       const T kept = static_cast<T>(i * 5 + odd); // lives across barriers
       for (int k = i; k < size; k += items) {
         before[k] = static_cast<T>(k);
         middle[k] = static_cast<T>(size + k);
         behind[k] = static_cast<T>(2 * size + k);
       }
       it.barrier();
       if (i >= shift && i - shift < size && i % 3 != odd)
         middle[i - shift] = static_cast<T>(middle[i - shift] + i);
       it.barrier();
       if (i < size && i % 2 == odd)
         middle[size - 1 - i] = static_cast<T>(middle[size - 1 - i] * 2 + i);
       it.barrier();
       if ((i ^ shift) < size && i % 4 > odd)
         middle[i ^ shift] = static_cast<T>(50 + i);
       it.barrier();
       for (int k = i; k < size; k += items) {
         out[k] = before[k];
         out[size + k] = middle[k];
         out[2 * size + k] = behind[k];
       }
       out[3 * size + i] = kept;
     });
   }).wait();
  const std::vector<T> wanted = expected<T>(size, shift, odd);
  for (int k = 0; k < 3 * size; ++k)
    ASSERT_EQ(out[k], wanted[k]) << k << " of 3 * " << size << ", shift " << shift << ", " << odd;
  for (int i = 0; i < items; ++i)
    ASSERT_EQ(out[3 * size + i], static_cast<T>(i * 5 + odd)) << i;
}

template <class T> void check_all(sycl::queue &q, T *out) {
  for (const int size : {1, 3, 16, 31, 64, 67})
    for (const int shift : {0, 1, 2, 7, 15, 33})
      for (const int odd : {0, 1})
        check(q, out, size, shift, odd);
}

TEST_P(PartialStores, OfBytesAndShorts) {
  check_all(q, shared<std::uint8_t>(3 * 67 + items));
  check_all(q, shared<std::int16_t>(3 * 67 + items));
}

TEST_P(PartialStores, OfIntegersAndFloats) {
  check_all(q, shared<std::int32_t>(3 * 67 + items));
  check_all(q, shared<float>(3 * 67 + items));
}

TEST_P(PartialStores, OfWideIntegersAndDoubles) {
  check_all(q, shared<std::int64_t>(3 * 67 + items));
  check_all(q, shared<double>(3 * 67 + items));
}

/// One more than whole vectors, of a number that is cut off as it is stored.
TEST_P(PartialStores, OfTheLastItemOfAGroup) {
  constexpr std::size_t local = 33, all = 3 * local;
  auto *x = shared<std::int64_t>(all);
  auto *out = shared<std::int32_t>(all + local, -7);
  for (std::size_t i = 0; i < all; ++i)
    x[i] = static_cast<std::int64_t>(i) * 1000003 + (std::int64_t{1} << 40);
  q.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_global_id(0);
     out[i] = static_cast<std::int32_t>(x[i] ^ x[i] >> 3);
   }).wait();
  for (std::size_t i = 0; i < all + local; ++i)
    EXPECT_EQ(out[i], i < all ? static_cast<std::int32_t>(x[i] ^ x[i] >> 3) : -7) << i;
}

} // namespace

// Shuffles, scans and reductions of any type over groups, against plain loops.
#include <algorithm>
#include <complex>
#include <functional>
#include <numeric>

#include "devices.hpp"

namespace {

using Scans = EachDevice;
WEFT_EACH_DEVICE(Scans);

struct Pair {
  int first;
  double second;
  char third;
};

TEST_P(Scans, ShufflesTakeTheValueOfTheNamedWorkItem) {
  constexpr std::size_t local = 64;
  int *out = shared<int>(local * 10), *lane = shared<int>(local), *size = shared<int>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     const auto s = it.get_sub_group();
     const std::size_t i = it.get_local_id(0);
     const int mine = static_cast<int>(s.get_local_linear_id());
     lane[i] = mine, size[i] = static_cast<int>(s.get_local_linear_range());
     int *o = out + i * 10;
     o[0] = sycl::shift_group_left(s, mine, 3);
     o[1] = sycl::shift_group_right(s, mine, 2);
     o[2] = sycl::permute_group_by_xor(s, mine, 1);
     o[3] = sycl::select_from_group(s, mine, static_cast<std::size_t>(size[i] - 1 - mine));
     o[4] = static_cast<int>(sycl::shift_group_left(s, 0.5 * mine) * 2);
     o[5] = sycl::permute_group_by_xor(s, static_cast<short>(-mine), 1);
     o[6] = sycl::select_from_group(s, Pair{mine, 1.5, 'x'}, size[i] - 1).first;
     o[7] = s.shuffle_xor(mine, 1) + s.shuffle_down(mine, 1) + s.shuffle_up(mine, 1) + s.shuffle(mine, 0);
     o[8] = sycl::permute_group_by_xor(s, sycl::int4(mine), 1).z();
     o[9] = sycl::shift_group_right(s, static_cast<unsigned long>(mine) << 40) >> 40;
   }).wait();
  for (std::size_t i = 0; i < local; ++i) {
    const int l = lane[i], n = size[i], *o = out + i * 10;
    if (l + 3 < n)
      EXPECT_EQ(o[0], l + 3) << i;
    if (l >= 2)
      EXPECT_EQ(o[1], l - 2) << i;
    EXPECT_EQ(o[3], n - 1 - l) << i;
    EXPECT_EQ(o[6], n - 1) << i;
    if (n > 1) {
      EXPECT_EQ(o[2], l ^ 1) << i;
      EXPECT_EQ(o[5], -(l ^ 1)) << i;
      EXPECT_EQ(o[8], l ^ 1) << i;
    }
    if (l + 1 < n)
      EXPECT_EQ(o[4], l + 1) << i;
    if (l > 0)
      EXPECT_EQ(o[9], l - 1) << i;
    if (l > 0 && l + 1 < n)
      EXPECT_EQ(o[7], (l ^ 1) + 2 * l) << i;
  }
}

template <class T, int Form> class ScanName;

/// Scans of sub-groups and of the group by `op`, checked by loops over who was where.
template <int Form, class T, class Op> void check_scans(EachDevice &test, std::size_t local, Op op) {
  constexpr std::size_t groups = 2;
  const std::size_t n = groups * local;
  T *in = test.shared<T>(n), *out = test.shared<T>(n * 6);
  unsigned *sub_group = test.shared<unsigned>(n);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = T(static_cast<int>(i * 37 % 11) - 3);
  const T init(2);
  test.q
      .parallel_for<ScanName<T, Form>>(sycl::nd_range<1>(n, local),
                                       [=](sycl::nd_item<1> it) {
                                         const auto g = it.get_group();
                                         const auto s = it.get_sub_group();
                                         const std::size_t i = it.get_global_id(0);
                                         T *o = out + 6 * i;
                                         o[0] = sycl::inclusive_scan_over_group(g, in[i], op);
                                         o[1] = sycl::exclusive_scan_over_group(g, in[i], init, op);
                                         o[2] = sycl::inclusive_scan_over_group(s, in[i], op);
                                         o[3] = sycl::exclusive_scan_over_group(s, in[i], init, op);
                                         o[4] = sycl::inclusive_scan_over_group(g, in[i], op, init);
                                         o[5] = sycl::reduce_over_group(g, in[i], init, op);
                                         sub_group[i] = s.get_group_linear_id();
                                       })
      .wait();
  for (std::size_t g = 0; g < groups; ++g) {
    T all = in[g * local], with_init = op(init, in[g * local]), before = init;
    for (std::size_t k = 0; k < local; ++k) {
      const std::size_t i = g * local + k;
      const T *o = out + 6 * i;
      if (k > 0)
        all = op(all, in[i]), with_init = op(with_init, in[i]);
      EXPECT_EQ(o[0], all) << i;
      EXPECT_EQ(o[1], before) << i;
      EXPECT_EQ(o[4], with_init) << i;
      before = with_init;
      std::size_t first = i;
      while (first > g * local && sub_group[first - 1] == sub_group[i])
        --first;
      T inside = in[first], outside = init;
      for (std::size_t j = first + 1; j <= i; ++j)
        inside = op(inside, in[j]);
      for (std::size_t j = first; j < i; ++j)
        outside = op(outside, in[j]);
      EXPECT_EQ(o[2], inside) << i;
      EXPECT_EQ(o[3], outside) << i;
    }
    for (std::size_t k = 0; k < local; ++k)
      EXPECT_EQ(out[6 * (g * local + k) + 5], with_init);
  }
}

TEST_P(Scans, OfNumbersByEveryKindOfOperation) {
  check_scans<0, int>(*this, 128, sycl::plus<>());
  check_scans<1, int>(*this, 50, sycl::minimum<>());
  check_scans<2, long>(*this, 33, sycl::maximum<long>());
  check_scans<3, float>(*this, 96, std::plus<float>());
  check_scans<4, double>(*this, 7, sycl::plus<double>());
  check_scans<5, short>(*this, 64, sycl::bit_xor<short>());
}

struct Compose { // does not commute
  template <class T> T operator()(const T &a, const T &b) const {
    return {a.real() * b.real(), a.imag() * b.real() + b.imag()};
  }
};

TEST_P(Scans, OfOtherTypesAndOperations) {
  check_scans<0, std::complex<double>>(*this, 40, std::plus<>());
  check_scans<1, std::complex<double>>(*this, 12, Compose());
  check_scans<6, int>(*this, 70, [](int a, int b) { return a > b ? a : b; });
}

TEST_P(Scans, JointOverArraysOfAnyLength) {
  constexpr std::size_t local = 32;
  for (const int n : {0, 1, 31, 32, 33, 100}) {
    int *in = shared<int>(128), *out = shared<int>(4 * 128), *ends = shared<int>(1);
    for (int i = 0; i < n; ++i)
      in[i] = i * 7 % 10 - 2;
    q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const auto g = it.get_group();
       int *last = in + n;
       const bool ok = sycl::joint_exclusive_scan(g, in, last, out, 5, sycl::plus<>()) == out + n;
       sycl::joint_inclusive_scan(g, in, last, out + 128, sycl::plus<>());
       sycl::joint_inclusive_scan(g, in, last, out + 256, sycl::maximum<>(), 1);
       sycl::joint_exclusive_scan(it.get_sub_group(), in, last, out + 384, sycl::minimum<>());
       if (g.leader())
         *ends = ok;
     }).wait();
    EXPECT_EQ(*ends, 1);
    int before = 5, with = 0, high = 1, low = std::numeric_limits<int>::max();
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(out[i], before) << n << ' ' << i;
      EXPECT_EQ(out[128 + i], with += in[i]) << n << ' ' << i;
      EXPECT_EQ(out[256 + i], high = std::max(high, in[i])) << n << ' ' << i;
      EXPECT_EQ(out[384 + i], low) << n << ' ' << i;
      before += in[i], low = std::min(low, in[i]);
    }
  }
}

TEST_P(Scans, SeveralInALoopAndBesideLocalMemory) {
  constexpr std::size_t local = 48;
  int *out = shared<int>(local);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> mine(local, h);
     h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_local_id(0);
       mine[i] = 1;
       for (int k = 0; k < 3; ++k) {
         const int sum = sycl::inclusive_scan_over_group(it.get_group(), mine[i], sycl::plus<>());
         sycl::group_barrier(it.get_group());
         mine[local - 1 - i] = sum;
         sycl::group_barrier(it.get_group());
       }
       out[i] = mine[i];
     });
   }).wait();
  std::vector<int> expected(local, 1), next(local);
  for (int k = 0; k < 3; ++k) {
    std::partial_sum(expected.begin(), expected.end(), next.begin());
    std::copy(next.rbegin(), next.rend(), expected.begin());
  }
  EXPECT_EQ(std::vector<int>(out, out + local), expected);
}

TEST_P(Scans, OneAfterAnotherWithNothingBetween) {
  constexpr std::size_t local = 150;
  int *out = shared<int>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     int x = 1;
     for (int k = 0; k < 4; ++k)
       x = sycl::inclusive_scan_over_group(it.get_group(), x % 7, sycl::plus<>());
     out[it.get_local_id(0)] = x;
   }).wait();
  std::vector<int> expected(local, 1);
  for (int k = 0; k < 4; ++k) {
    for (int &x : expected)
      x %= 7;
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
  }
  EXPECT_EQ(std::vector<int>(out, out + local), expected);
}

TEST_P(Scans, TwoValuesSideBySideAreShuffledAsOneRow) {
  constexpr std::size_t local = 64;
  int *out = shared<int>(local), *size = shared<int>(1);
  for (std::uint32_t by = 0; by < 4; ++by) {
    q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const auto s = it.get_sub_group();
       const int lane = static_cast<int>(s.get_local_linear_id()), n = static_cast<int>(s.get_max_local_range()[0]);
       *size = n;
       out[it.get_local_id(0)] = s.shuffle_down(lane, n + lane, by % static_cast<std::uint32_t>(n + 1));
     }).wait();
    for (std::size_t i = 0; i < local; ++i)
      EXPECT_EQ(out[i],
                static_cast<int>(i % static_cast<std::size_t>(*size) + by % static_cast<std::uint32_t>(*size + 1)))
          << i;
  }
}

TEST_P(Scans, BallotsCollectABitOfEveryWorkItem) {
  constexpr std::size_t local = 64;
  unsigned *out = shared<unsigned>(local * 4);
  std::uint64_t *bits = shared<std::uint64_t>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     const auto s = it.get_sub_group();
     const std::size_t i = it.get_local_id(0);
     const auto mask = sycl::ext::oneapi::group_ballot(s, s.get_local_linear_id() % 3 == 0);
     mask.extract_bits(bits[i]);
     out[4 * i] = s.get_local_linear_range(), out[4 * i + 1] = mask.count();
     out[4 * i + 2] = static_cast<unsigned>(mask.find_high()[0]);
     out[4 * i + 3] = mask.test(0) && !mask.none() && (~mask | mask).all() && mask.find_low() == 0;
   }).wait();
  for (std::size_t i = 0; i < local; ++i) {
    std::uint64_t expected = 0;
    unsigned count = 0, high = 0;
    for (unsigned lane = 0; lane < out[4 * i]; lane += 3)
      expected |= std::uint64_t{1} << lane, ++count, high = lane;
    EXPECT_EQ(bits[i], expected) << i;
    EXPECT_EQ(out[4 * i + 1], count) << i;
    EXPECT_EQ(out[4 * i + 2], high) << i;
    EXPECT_EQ(out[4 * i + 3], 1u) << i;
  }
}

TEST_P(Scans, MasksAreOfTheCallingSubGroup) {
  constexpr std::size_t local = 32;
  unsigned *wrong = shared<unsigned>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     using Mask = sycl::ext::oneapi::sub_group_mask;
     const std::size_t i = it.get_local_id(0), size = it.get_sub_group().get_max_local_range()[0];
     const Mask bits(static_cast<unsigned long long>(i)), pair(sycl::marray<std::uint8_t, 2>(i, i));
     unsigned &count = wrong[i];
     for (std::size_t k = 0; k < size; ++k)
       count += bits[k] != ((i >> k & 1) != 0) || pair[k] != (k < 16 && (i >> k % 8 & 1) != 0);
     count += !Mask().none() || Mask().size() != size || (~Mask()).count() != size;
   }).wait();
  for (std::size_t i = 0; i < local; ++i)
    EXPECT_EQ(wrong[i], 0u) << i;
}

TEST(SubGroupMasks, AreSetsOfBits) {
  using Mask = sycl::ext::oneapi::sub_group_mask;
  const Mask mask(0b10110, 5), none(0, 5), all(~0ull, 5);
  const auto bits = [](const Mask &m) {
    std::uint64_t word = 0;
    m.extract_bits(word);
    return word;
  };
  EXPECT_EQ(bits(all), 0b11111u);
  EXPECT_EQ(bits(sycl::ext::oneapi::detail::Builder::createSubGroupMask<Mask>(~0u, 5)), 0b11111u); // oneDPL's way
  EXPECT_EQ(bits(Mask(~0ull, 64)), ~0ull);
  EXPECT_EQ(mask.size(), 5u);
  EXPECT_EQ(mask.count(), 3u);
  EXPECT_TRUE(mask.any() && !mask.all() && !mask.none() && all.all() && none.none() && !none.any());
  EXPECT_TRUE(!mask[0] && mask[1] && mask.test(2) && !mask.test(3) && mask[4]);
  EXPECT_EQ(mask.find_low(), 1u);
  EXPECT_EQ(mask.find_high(), 4u);
  EXPECT_EQ(none.find_low(), 5u);
  EXPECT_EQ(none.find_high(), 5u);
  const auto changed = [&](auto change) {
    Mask copy = mask;
    change(copy);
    return bits(copy);
  };
  EXPECT_EQ(changed([](Mask &m) { m.set(); }), 0b11111u);
  EXPECT_EQ(changed([](Mask &m) { m.set(3); }), 0b11110u);
  EXPECT_EQ(changed([](Mask &m) { m.set(1, false); }), 0b10100u);
  EXPECT_EQ(changed([](Mask &m) { m.reset(); }), 0u);
  EXPECT_EQ(changed([](Mask &m) { m.reset(2); }), 0b10010u);
  EXPECT_EQ(changed([](Mask &m) { m.reset_low(); }), 0b10100u);
  EXPECT_EQ(changed([](Mask &m) { m.reset_high(); }), 0b00110u);
  EXPECT_EQ(changed([](Mask &m) { m.flip(); }), 0b01001u);
  EXPECT_EQ(changed([](Mask &m) { m.flip(0); }), 0b10111u);
  EXPECT_EQ(changed([](Mask &m) { m.insert_bits(std::uint8_t(0b101), 1); }), 0b01010u);
  EXPECT_EQ(changed([](Mask &m) { m &= Mask(0b00111, 5); }), 0b00110u);
  EXPECT_EQ(changed([](Mask &m) { m |= Mask(0b00001, 5); }), 0b10111u);
  EXPECT_EQ(changed([](Mask &m) { m ^= Mask(0b00011, 5); }), 0b10101u);
  EXPECT_EQ(changed([](Mask &m) { m <<= 1; }), 0b01100u);
  EXPECT_EQ(changed([](Mask &m) { m >>= 1; }), 0b01011u);
  EXPECT_EQ(changed([](Mask &m) { m[0] = m[3] = m[4]; }), 0b11111u);
  EXPECT_EQ(changed([](Mask &m) { m[1] = false; }), 0b10100u);
  EXPECT_EQ(changed([](Mask &m) { m[2].flip() = ~m[4]; }), 0b10010u);
  EXPECT_EQ(bits(~mask), 0b01001u);
  EXPECT_EQ(bits(mask << 1), 0b01100u);
  EXPECT_EQ(bits(mask >> 1), 0b01011u);
  EXPECT_TRUE(mask == Mask(0b10110, 5) && mask != none && !(mask == none) && !(mask != mask));
  EXPECT_EQ(bits(Mask()), 0u);
  EXPECT_EQ(bits(Mask(0b110ull)), 0b110u);
  EXPECT_EQ(bits(Mask(sycl::marray<std::uint16_t, 3>(1, 2, 4))), 0x4'0002'0001u);
  EXPECT_EQ(Mask().size(), Mask::max_bits) << "the host has no sub-group";
  Mask wide(0, 24);
  wide.insert_bits(std::uint8_t(0xff), 8);
  EXPECT_EQ(bits(wide), 0xff00u) << "the bits of a byte and no others";
  sycl::marray<std::uint8_t, 10> bytes;
  Mask(0x0807060504030201, 64).extract_bits(bytes, 8);
  Mask filled(0, 64);
  filled.insert_bits(sycl::marray<std::uint8_t, 10>(std::uint8_t(0b101)), 44);
  EXPECT_EQ(filled, Mask(0x5050500000000000, 64)); // what goes beyond the mask is dropped
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_EQ(bytes[i], i < 7 ? i + 2 : 0u) << i;
}

} // namespace

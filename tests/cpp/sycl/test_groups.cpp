// Local memory, barriers and what groups do together, against plain loops.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

#include "devices.hpp"

namespace {

using Groups = EachDevice;
WEFT_EACH_DEVICE(Groups);

TEST_P(Groups, LocalMemoryAndBarriersReverseEachGroup) {
  constexpr std::size_t n = 256, local = 64;
  int *p = shared<int>(n);
  std::iota(p, p + n, 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> scratch(sycl::range<1>(local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       scratch[l] = p[it.get_global_id(0)];
       sycl::group_barrier(it.get_group());
       p[it.get_global_id(0)] = scratch[local - 1 - l];
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(p[i], static_cast<int>(i / local * local + local - 1 - i % local));
}

// As GPUs give it: programs that ask for a little less than they use run there.
TEST_P(Groups, LocalMemoryIsOfWholeKibibytes) {
  if (q.get_device().get_info<sycl::info::device::vendor>() != "Weft")
    GTEST_SKIP() << "how much other devices give is their own affair";
  constexpr std::size_t local = 1024, asked = 60, used = 250;
  int *p = shared<int>(local);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> scratch(sycl::range<1>(asked), h);
     h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       const int kept = p[(l * 7) % local] + static_cast<int>(l);
       int *const first = scratch.get_multi_ptr<sycl::access::decorated::no>().get();
       for (std::size_t i = l; i < used; i += local)
         first[i] = static_cast<int>(i);
       sycl::group_barrier(it.get_group());
       int sum = kept;
       for (std::size_t i = 0; i < used; ++i)
         sum += first[i];
       sycl::group_barrier(it.get_group());
       p[l] = sum;
     });
   }).wait();
  for (std::size_t l = 0; l < local; ++l)
    EXPECT_EQ(p[l], static_cast<int>(l + used * (used - 1) / 2));
}

TEST_P(Groups, GroupsKeptInMemoryAreToldApart) {
  constexpr std::size_t words = sizeof(sycl::group<2>) / sizeof(std::size_t);
  auto *kept = reinterpret_cast<sycl::group<2> *>(shared<std::size_t>(6 * words)); // programs cannot make one
  int *equal = shared<int>(36);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 2}), [=](sycl::nd_item<2> it) {
     const auto g = it.get_group();
     if (g.leader())
       kept[g.get_linear_id()] = g;
   }).wait();
  q.parallel_for(sycl::nd_range<1>(36, 4), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_global_id(0);
     equal[i] = kept[i / 6] == kept[i % 6];
   }).wait();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(kept[i].get_group_id(), sycl::id<2>(i / 3, i % 3));
    EXPECT_EQ(kept[i].get_id(), kept[i].get_group_id());
    EXPECT_EQ(kept[i].get_id(1), i % 3);
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_EQ(kept[i] == kept[j], i == j);
      EXPECT_EQ(equal[i * 6 + j], i == j);
    }
  }
}

unsigned from_first(sycl::sub_group sg, unsigned value) {
  return sycl::select_from_group(sg, value, 0);
}

/// What the others hold is not set, and does not matter.
TEST_P(Groups, TakeFromTheirLeadersWhatOnlyTheseHaveSet) {
  constexpr unsigned n = 64, local = 32;
  unsigned *drawn = shared<unsigned>(4);
  unsigned *got = shared<unsigned>(4 * n);
  std::fill_n(drawn, 4, 0u);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const auto draw = [=](unsigned counter) {
       return sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(drawn[counter])
           .fetch_add(1u);
     };
     const sycl::sub_group sg = it.get_sub_group();
     unsigned *const mine = got + 4 * it.get_global_id(0);
     unsigned of_group, broadcast, selected, passed_on;
     if (it.get_group().leader())
       of_group = draw(0);
     mine[0] = of_group = sycl::group_broadcast(it.get_group(), of_group);
     if (sg.leader())
       broadcast = draw(1);
     mine[1] = broadcast = sycl::group_broadcast(sg, broadcast);
     if (sg.leader())
       selected = draw(2);
     mine[2] = selected = sycl::select_from_group(sg, selected, 0);
     if (sg.leader())
       passed_on = draw(3);
     mine[3] = passed_on = from_first(sg, passed_on);
   }).wait();
  EXPECT_EQ(drawn[0], n / local);
  const unsigned sub_groups = drawn[1];
  EXPECT_LT(sub_groups, n / 2);
  EXPECT_EQ(drawn[2], sub_groups);
  EXPECT_EQ(drawn[3], sub_groups);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned k = 0; k < 4; ++k) {
      EXPECT_EQ(got[4 * i + k], got[4 * (i / 4 * 4) + k]);
      EXPECT_LT(got[4 * i + k], drawn[k]);
    }
}

TEST_P(Groups, SeveralLocalAccessorsDoNotOverlap) {
  double *out = shared<double>(4);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> bytes(sycl::range<1>(3), h);
     sycl::local_accessor<double, 2> square({2, 3}, h);
     sycl::local_accessor<int, 0> one(h);
     h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
       if (it.get_local_id(0) == 0) {
         bytes[0] = 1;
         bytes[2] = 3;
         for (int i = 0; i < 2; ++i)
           for (int j = 0; j < 3; ++j)
             square[i][j] = 10 * i + j;
         one = 7;
       }
       it.barrier();
       out[it.get_global_id(0)] =
           bytes[0] + bytes[2] + square[sycl::id<2>(1, 2)] + one + static_cast<double>(square.size());
     });
   }).wait();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], 1 + 3 + 12 + 7 + 6);
}

/// Places that a subscript form names, against the linear address: `at` calls its argument with (reference, linear).
template <class Data> void count_wrong(const Data &data, int *wrong) {
  const auto is = [&](const auto &element, std::size_t linear) {
    if (&element != &*data.get_pointer() + linear)
      ++*wrong;
  };
  using sycl::id, sycl::range;
  if constexpr (std::is_same_v<Data, sycl::local_accessor<int, 1>>) {
    for (std::size_t i = 0; i < 5; ++i) {
      is(data[i], i), is(data[static_cast<int>(i)], i), is(data[static_cast<unsigned char>(i)], i);
      is(data[id<1>(i)], i), is(data[range<1>(i)], i), is(data[{i}], i), is(data.get_pointer()[i], i);
      is(data.template get_multi_ptr<sycl::access::decorated::no>()[i], i);
      is(data.template get_multi_ptr<sycl::access::decorated::yes>()[id<1>(i)], i);
      is(*(data.begin() + i), i);
    }
  } else if constexpr (std::is_same_v<Data, sycl::local_accessor<int, 2>>) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 5; ++j) {
        is(data[i][j], i * 5 + j), is(data[id<1>(i)][id<1>(j)], i * 5 + j);
        is(data[static_cast<int>(i)][static_cast<short>(j)], i * 5 + j);
        is(data[id<2>(i, j)], i * 5 + j), is(data[range<2>(i, j)], i * 5 + j), is(data[{i, j}], i * 5 + j);
      }
  } else {
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 5; ++k) {
          const std::size_t linear = (i * 3 + j) * 5 + k;
          is(data[i][j][k], linear), is(data[id<1>(i)][j][id<1>(k)], linear);
          is(data[id<3>(i, j, k)], linear), is(data[range<3>(i, j, k)], linear), is(data[{i, j, k}], linear);
          const auto plane = data[i];
          const auto row = plane[j];
          is(row[k], linear);
        }
  }
}

TEST_P(Groups, EverySubscriptOfEveryRankNamesTheLinearAddress) {
  int *wrong = shared<int>(4);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> row({5}, h);
     sycl::local_accessor<int, 2> plane({3, 5}, h);
     sycl::local_accessor<int, 3> space({2, 3, 5}, h);
     h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
       count_wrong(row, wrong), count_wrong(plane, wrong + 1), count_wrong(space, wrong + 2);
     });
   }).wait();
  EXPECT_EQ(wrong[0], 0);
  EXPECT_EQ(wrong[1], 0);
  EXPECT_EQ(wrong[2], 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> row({2}, h);
     sycl::local_accessor<int, 2> plane({1, 2}, h);
     h.parallel_for_work_group(sycl::range<2>(1, 1), sycl::range<2>(1, 2), [=](sycl::group<2> g) {
       g.parallel_for_work_item([&](sycl::h_item<2> it) {
         const auto place = it.get_local();
         if (&plane[place] != &plane[0][place[1]])
           ++wrong[3];
       });
     });
   }).wait();
  EXPECT_EQ(wrong[3], 0);
}

TEST_P(Groups, BarriersInLoopsScanTheGroup) {
  constexpr std::size_t local = 128, n = 4 * local;
  int *p = shared<int>(n, 1);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> sums(sycl::range<1>(local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       sums[l] = p[it.get_global_id(0)];
       for (std::size_t step = 1; step < local; step *= 2) {
         sycl::group_barrier(it.get_group());
         const int left = l >= step ? sums[l - step] : 0;
         sycl::group_barrier(it.get_group());
         sums[l] += left;
       }
       p[it.get_global_id(0)] = sums[l];
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(p[i], static_cast<int>(i % local + 1));
}

template <class T> class ReduceName;

template <class T> void check_reductions(EachDevice &test) {
  constexpr std::size_t groups = 3, local = 48;
  T *in = test.shared<T>(groups * local), *out = test.shared<T>(groups * 6);
  for (std::size_t i = 0; i < groups * local; ++i)
    in[i] = static_cast<T>((i * 37) % 11 + 1);
  test.q
      .parallel_for<ReduceName<T>>(sycl::nd_range<1>(groups * local, local),
                                   [=](sycl::nd_item<1> it) {
                                     const auto g = it.get_group();
                                     const T x = in[it.get_global_id(0)];
                                     const T sum = sycl::reduce_over_group(g, x, sycl::plus<T>());
                                     const T low = sycl::reduce_over_group(g, x, sycl::minimum<T>());
                                     const T high = sycl::reduce_over_group(g, x, T(100), sycl::maximum<>());
                                     const T product =
                                         sycl::reduce_over_group(g, T(x < 3 ? 2 : 1), sycl::multiplies<T>());
                                     const T fifth = sycl::group_broadcast(g, x, 5);
                                     const T joint = sycl::joint_reduce(g, in, in + 100, T(7), sycl::plus<T>());
                                     if (g.leader()) {
                                       T *o = out + 6 * g.get_group_linear_id();
                                       o[0] = sum, o[1] = low, o[2] = high, o[3] = product, o[4] = fifth, o[5] = joint;
                                     }
                                   })
      .wait();
  for (std::size_t g = 0; g < groups; ++g) {
    const T *first = in + g * local, *last = first + local, *o = out + 6 * g;
    EXPECT_EQ(o[0], std::accumulate(first, last, T(0)));
    EXPECT_EQ(o[1], *std::min_element(first, last));
    EXPECT_EQ(o[2], T(100));
    EXPECT_EQ(o[3], std::accumulate(first, last, T(1), [](T a, T x) { return static_cast<T>(x < 3 ? a * 2 : a); }));
    EXPECT_EQ(o[4], first[5]);
    EXPECT_EQ(o[5], std::accumulate(in, in + 100, T(7)));
  }
}

TEST_P(Groups, ReductionsAndBroadcastsOfEveryType) {
  check_reductions<int>(*this);
  check_reductions<unsigned>(*this);
  check_reductions<long>(*this);
  check_reductions<unsigned long long>(*this);
  check_reductions<float>(*this);
  check_reductions<double>(*this);
  check_reductions<short>(*this);
}

TEST_P(Groups, QuestionsAboutRangesSeeEveryElement) {
  constexpr std::size_t local = 48, length = 100;
  int *in = shared<int>(length);
  bool *out = shared<bool>(6);
  for (std::size_t i = 0; i < length; ++i)
    in[i] = static_cast<int>(i);
  for (const int needle : {-1, 0, 47, 48, 57, 99}) {
    q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const auto answer = [=](auto g, bool *to) {
         const bool any = sycl::joint_any_of(g, in, in + length, [=](int x) { return x == needle; });
         const bool all = sycl::joint_all_of(g, in, in + length, [=](int x) { return x != needle; });
         const bool none = sycl::joint_none_of(g, in, in + length, [=](int x) { return x == needle; });
         if (it.get_local_id(0) == 0)
           to[0] = any, to[1] = all, to[2] = none;
       };
       answer(it.get_group(), out);
       answer(it.get_sub_group(), out + 3);
     }).wait();
    const bool found = needle >= 0;
    EXPECT_EQ(std::vector<bool>(out, out + 6), (std::vector<bool>{found, !found, !found, found, !found, !found}))
        << needle;
  }
}

TEST_P(Groups, TheLeastOfNoNumbersIsNone) {
  constexpr std::size_t groups = 2;
  for (const std::size_t local : {48, 256}) {
    auto *in = shared<float>(groups * local);
    std::fill_n(in, groups * local, std::numeric_limits<float>::quiet_NaN());
    auto *out = shared<float>(groups * 2);
    q.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
       const float x = in[it.get_global_id(0)];
       out[2 * it.get_group(0)] = sycl::reduce_over_group(it.get_group(), x, sycl::minimum<float>());
       out[2 * it.get_group(0) + 1] = sycl::reduce_over_group(it.get_group(), x, sycl::maximum<float>());
     }).wait();
    for (std::size_t i = 0; i < groups * 2; ++i)
      EXPECT_TRUE(std::isnan(out[i])) << local << " items: " << out[i];
  }
}

TEST_P(Groups, BitReductionsAndVotes) {
  unsigned *out = shared<unsigned>(9);
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     const auto g = it.get_group();
     const unsigned l = static_cast<unsigned>(it.get_local_id(0));
     const unsigned all = sycl::reduce_over_group(g, ~(1u << (l % 32)), sycl::bit_and<unsigned>());
     const unsigned some = sycl::reduce_over_group(g, l, sycl::bit_or<unsigned>());
     const unsigned odd = sycl::reduce_over_group(g, l == 3 ? 9u : 0u, sycl::bit_xor<unsigned>());
     const bool votes[] = {
         sycl::any_of_group(g, l == 63),  sycl::any_of_group(g, l > 63),
         sycl::all_of_group(g, l < 64),   sycl::all_of_group(g, l < 63),
         sycl::none_of_group(g, l == 64), sycl::any_of_group(g, l, [](unsigned x) { return x == 5; })};
     if (l == 0) {
       out[0] = all, out[1] = some, out[2] = odd;
       for (int i = 0; i < 6; ++i)
         out[3 + i] = votes[i];
     }
   }).wait();
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 63u);
  EXPECT_EQ(out[2], 9u);
  EXPECT_EQ(std::vector<unsigned>(out + 3, out + 9), (std::vector<unsigned>{1, 0, 1, 0, 1, 1}));
}

TEST_P(Groups, SubGroupsCoverTheWorkGroup) {
  constexpr std::size_t local = 96;
  unsigned *seen = shared<unsigned>(local), *sums = shared<unsigned>(local), *sizes = shared<unsigned>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     const auto s = it.get_sub_group();
     const std::size_t l = it.get_local_linear_id();
     seen[l] = s.get_group_linear_id() * s.get_max_local_range()[0] + s.get_local_linear_id();
     sizes[l] = s.get_local_linear_range();
     sums[l] = sycl::reduce_over_group(s, 1u, sycl::plus<unsigned>());
   }).wait();
  for (std::size_t i = 0; i < local; ++i) {
    EXPECT_EQ(seen[i], i);
    EXPECT_EQ(sums[i], sizes[i]);
  }
}

TEST_P(Groups, SubGroupsReduceWhatTheyHaveInPartialGroups) {
  for (const std::size_t local : {1, 5, 24, 33, 50}) {
    unsigned *low = shared<unsigned>(local), *size = shared<unsigned>(local), *group = shared<unsigned>(local);
    unsigned long *low64 = shared<unsigned long>(local), *high64 = shared<unsigned long>(local);
    q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const auto s = it.get_sub_group();
       const std::size_t i = it.get_local_id(0);
       const unsigned mine = 0x80000000u + static_cast<unsigned>((i * 7 + 3) % 64) * (i % 2 == 0 ? 1 : 0x1000000u);
       low[i] = sycl::reduce_over_group(s, mine, sycl::minimum<unsigned>());
       low64[i] = sycl::reduce_over_group(s, (1ul << 63) + mine, sycl::minimum<>());
       high64[i] = sycl::reduce_over_group(s, i == 0 ? 1ul : (1ul << 63) + mine, sycl::maximum<>());
       size[i] = s.get_local_linear_range();
       group[i] = s.get_group_linear_id();
     }).wait();
    for (std::size_t i = 0; i < local; ++i) {
      unsigned expected = ~0u, members = 0;
      unsigned long high = 0;
      for (std::size_t j = 0; j < local; ++j)
        if (group[j] == group[i]) {
          const unsigned mine = 0x80000000u + static_cast<unsigned>((j * 7 + 3) % 64) * (j % 2 == 0 ? 1 : 0x1000000u);
          expected = std::min(expected, mine);
          high = std::max(high, j == 0 ? 1ul : (1ul << 63) + mine);
          ++members;
        }
      EXPECT_EQ(low[i], expected) << local << ' ' << i;
      EXPECT_EQ(low64[i], (1ul << 63) + expected) << local << ' ' << i;
      EXPECT_EQ(high64[i], high) << local << ' ' << i;
      EXPECT_EQ(size[i], members) << local << ' ' << i;
    }
  }
}

TEST_P(Groups, PartialSubGroupsOfARequiredSizeReduceWhatTheyHave) {
  constexpr std::size_t local = 21, width = 8;
  if (!q.get_device().is_cpu() && q.get_backend() != sycl::backend::ext_oneapi_cuda)
    GTEST_SKIP() << "which sizes other devices have is their own affair";
  unsigned *low = shared<unsigned>(local), *size = shared<unsigned>(local);
  q.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
     const std::size_t i = it.get_local_id(0);
     low[i] = sycl::reduce_over_group(it.get_sub_group(), 0x80000000u + static_cast<unsigned>(local - i),
                                      sycl::minimum<unsigned>());
     size[i] = static_cast<unsigned>(it.get_sub_group().get_local_range()[0]);
   }).wait();
  for (std::size_t i = 0; i < local; ++i) {
    const std::size_t first = i / width * width, last = std::min(first + width, local);
    EXPECT_EQ(low[i], 0x80000000u + (local - (last - 1))) << i;
    EXPECT_EQ(size[i], last - first) << i;
  }
}

TEST_P(Groups, ComplexNumbersAreAdded) {
  using complex = std::complex<float>;
  complex *sums = shared<complex>(2);
  q.parallel_for(sycl::nd_range<1>(48, 48), [=](sycl::nd_item<1> it) {
     const complex mine(static_cast<float>(it.get_local_id(0)), 1);
     const complex sum = sycl::reduce_over_group(it.get_group(), mine, std::plus<>());
     const complex joint = sycl::joint_reduce(it.get_group(), &sums[1], &sums[1] + 1, complex(1, 2), std::plus<>());
     if (it.get_group().leader())
       sums[0] = sum + joint;
   }).wait();
  EXPECT_EQ(sums[0], complex(47 * 24 + 1, 48 + 2));
}

TEST_P(Groups, BroadcastsFromEveryItemOfThreeDimensions) {
  const sycl::range<3> local(2, 3, 5);
  int *out = shared<int>(local.size());
  for (std::size_t from = 0; from < local.size(); ++from) {
    q.parallel_for(sycl::nd_range<3>(local, local), [=](sycl::nd_item<3> it) {
       const int mine = static_cast<int>(it.get_local_linear_id());
       out[mine] = sycl::group_broadcast(it.get_group(), mine, from);
     }).wait();
    EXPECT_EQ(std::vector<int>(out, out + local.size()), std::vector<int>(local.size(), static_cast<int>(from)));
  }
}

TEST_P(Groups, BroadcastsOfStructures) {
  struct Pair {
    double first;
    char second[5];
  };
  double *out = shared<double>(32);
  q.parallel_for(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_id(0);
     const Pair mine{static_cast<double>(i), {0, 1, 2, 3, static_cast<char>(i)}};
     const Pair got = sycl::group_broadcast(it.get_group(), mine, 5);
     out[i] = got.first * 100 + got.second[4];
   }).wait();
  EXPECT_EQ(out[0], 505);
  EXPECT_EQ(out[31], 2121);
}

class TiledProduct;

TEST_P(Groups, TiledMatrixProduct) {
  constexpr std::size_t n = 48, tile = 16;
  float *a = shared<float>(n * n), *b = shared<float>(n * n), *c = shared<float>(n * n);
  for (std::size_t i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float, 2> ta({tile, tile}, h), tb({tile, tile}, h);
     h.parallel_for<TiledProduct>(sycl::nd_range<2>({n, n}, {tile, tile}), [=](sycl::nd_item<2> it) {
       const std::size_t i = it.get_local_id(0), j = it.get_local_id(1);
       float sum = 0;
       for (std::size_t t = 0; t < n; t += tile) {
         ta[i][j] = a[it.get_global_id(0) * n + t + j];
         tb[i][j] = b[(t + i) * n + it.get_global_id(1)];
         sycl::group_barrier(it.get_group());
         for (std::size_t k = 0; k < tile; ++k)
           sum += ta[i][k] * tb[k][j];
         sycl::group_barrier(it.get_group());
       }
       c[it.get_global_id(0) * n + it.get_global_id(1)] = sum;
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      ASSERT_EQ(c[i * n + j], sum) << i << ',' << j;
    }
}

TEST_P(Groups, MemoryThatKernelsAskForIsTheGroups) {
  using sycl::ext::oneapi::group_local_memory;
  using sycl::ext::oneapi::group_local_memory_for_overwrite;
  constexpr std::size_t groups = 3, local = 40;
  int *out = shared<int>(groups * local);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> beside(local, h);
     h.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       auto values = group_local_memory_for_overwrite<int[local]>(it.get_group());
       auto others = group_local_memory_for_overwrite<int[local]>(it.get_group());
       const auto base = group_local_memory<int>(it.get_group(), static_cast<int>(it.get_group(0)) * 1000);
       (*values)[l] = static_cast<int>(l);
       (*others)[l] = -1;
       beside[l] = 100;
       sycl::group_barrier(it.get_group());
       out[it.get_global_id(0)] = *base + (*values)[local - 1 - l] + (*others)[(l + 1) % local] + beside[local - 1 - l];
     });
   }).wait();
  for (std::size_t i = 0; i < groups * local; ++i)
    EXPECT_EQ(out[i], static_cast<int>(i / local * 1000 + local - 1 - i % local + 99));
}

TEST_P(Groups, FirstItemsOfAGroupWorkAloneHoweverManyTheyAre) {
  constexpr std::size_t local = 256, bias = 100; // small numbers are compiled in
  int *out = shared<int>(2 * local);
  for (std::size_t first = 0; first <= local; ++first) {
    const std::size_t biased = first + bias;
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> part(local, h);
       h.parallel_for(sycl::nd_range<1>(2 * local, local), [=](sycl::nd_item<1> it) {
         const std::size_t l = it.get_local_id(0);
         part[l] = static_cast<int>(l);
         sycl::group_barrier(it.get_group());
         if (l < biased - bias)
           part[l] += 1000;
         sycl::group_barrier(it.get_group());
         out[it.get_global_id(0)] = part[local - 1 - l];
       });
     }).wait();
    for (std::size_t i = 0; i < 2 * local; ++i) {
      const std::size_t l = local - 1 - i % local;
      ASSERT_EQ(out[i], static_cast<int>(l) + (l < first ? 1000 : 0)) << first << " items, element " << i;
    }
  }
}

/// Rows of 5 and 7 begin at any number: whoever tests the bits of it need not be the first lane.
TEST_P(Groups, TreesOverRowsThatNoPowerOfTwoDivides) {
  const auto check = [&](sycl::range<2> local) {
    const int n = static_cast<int>(local.size());
    int *out = shared<int>(local.size());
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> part(local.size(), h);
       h.parallel_for(sycl::nd_range<2>(local, local), [=](sycl::nd_item<2> it) {
         const int i = static_cast<int>(it.get_local_linear_id());
         part[i] = i + 1;
         sycl::group_barrier(it.get_group());
         for (int step = 1; step < 16; step *= 2) {
           if (i % (2 * step) == 0 && i + step < n)
             part[i] += part[i + step];
           sycl::group_barrier(it.get_group());
         }
         out[i] = part[i];
       });
     }).wait();
    for (int i = 0; i < n; ++i) {
      const int end = i == 0 ? 16 : i & -i;
      int expected = 0;
      for (int k = i; k < std::min(i + std::min(end, 16), n); ++k)
        expected += k + 1;
      EXPECT_EQ(out[i], expected) << i << " of rows of " << local[1];
    }
  };
  check({2, 5});
  check({2, 7});
  check({1, 13});
  check({3, 4});
}

TEST_P(Groups, CopiesOfTheWholeGroup) {
  constexpr std::size_t groups = 2, local = 16, count = 50;
  int *in = shared<int>(groups * count * 2), *out = shared<int>(groups * count * 3, -1);
  std::iota(in, in + groups * count * 2, 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> part(count, h);
     h.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
       constexpr auto global = sycl::access::address_space::global_space;
       constexpr auto yes = sycl::access::decorated::yes;
       const auto g = it.get_group();
       const auto from = sycl::address_space_cast<global, yes>(in + g[0] * count * 2);
       const auto to = sycl::address_space_cast<global, yes>(out + g[0] * count * 3);
       auto copied = g.async_work_group_copy(part.get_multi_ptr<yes>(), from, count, 2);
       it.wait_for(copied);
       for (std::size_t i = it.get_local_id(0); i < count; i += local)
         part[i] += 1;
       sycl::group_barrier(g);
       it.async_work_group_copy(to, part.get_multi_ptr<yes>(), count, 3).wait();
     });
   }).wait();
  for (std::size_t i = 0; i < groups * count * 3; ++i)
    EXPECT_EQ(out[i], i % 3 == 0 ? static_cast<int>(i / 3 * 2 + 1) : -1) << i;
}

} // namespace

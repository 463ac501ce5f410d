// Kernels that are plain functions (sycl_ext_oneapi_free_function_kernels), launched at once or with arguments that are
// set one by one.
#include <cstdint>
#include <numeric>
#include <vector>

#include "devices.hpp"

namespace syclexp = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::this_work_item::get_nd_item;

namespace free_functions {

struct Pair {
  char first;
  double second;
};
enum class Step : std::uint8_t { one = 1, two };

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void iota(float start, float *to); // the definition repeats nothing
void iota(float start, float *to) {
  const std::size_t i = get_nd_item<1>().get_global_linear_id();
  to[i] = start + static_cast<float>(i);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel))
void mixed(char a, Pair b, Step c, sycl::range<2> d, double *to) {
  *to = a + b.first + b.second + static_cast<int>(c) + static_cast<double>(d[0] * d[1]);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel))
static void nothing() {}

#define DIMENSIONS 2
template <class T, int Factor>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<DIMENSIONS>))
void transposed(const T *from, T *to) {
  const auto it = get_nd_item<2>();
  to[it.get_global_id(1) * it.get_global_range(0) + it.get_global_id(0)] = Factor * from[it.get_global_linear_id()];
}

constexpr int three = 3;
template <int Dimensions> struct Filling {
  sycl::accessor<int, Dimensions> to;
  int value;
};
template <class T, int Dimensions>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<Dimensions>))
void filled(T filling) {
  filling.to[get_nd_item<Dimensions>().get_global_id()] = filling.value;
}
extern "C" {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<three>))
void free_function_of_c(int *to) {
  to[get_nd_item<3>().get_global_linear_id()] = 5;
}
}

struct Holder {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
  static void sums(sycl::accessor<int, 1, sycl::access_mode::read> from, sycl::local_accessor<int> tile,
                   syclexp::work_group_memory<int[]> other, int *to) {
    const auto it = get_nd_item<1>();
    const std::size_t l = it.get_local_id(0), last = it.get_local_range(0) - 1;
    tile[l] = from[it.get_global_id(0)];
    other[l] = 1000 * tile[l];
    sycl::group_barrier(it.get_group());
    to[it.get_global_id(0)] = tile[last - l] + other[last - l];
  }
};

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void overloaded(int *to) {
  to[get_nd_item<1>().get_global_id(0)] = 1;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<3>))
void overloaded(float *to) {
  to[get_nd_item<3>().get_global_linear_id()] = 2;
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::work_group_size<16>))
void sixteen(int *to) {
  to[get_nd_item<1>().get_global_id(0)] = static_cast<int>(get_nd_item<1>().get_local_range(0));
}

void plain(int *) {}

static_assert(syclexp::is_nd_range_kernel_v<iota, 1> && !syclexp::is_nd_range_kernel_v<iota, 2>);
static_assert(syclexp::is_single_task_kernel_v<mixed> && syclexp::is_kernel_v<mixed>);
static_assert(!syclexp::is_single_task_kernel_v<iota> && syclexp::is_kernel_v<nothing>);
static_assert(syclexp::is_nd_range_kernel_v<transposed<int, 3>, 2>);
static_assert(syclexp::is_nd_range_kernel_v<(void (*)(float *))overloaded, 3>);
static_assert(syclexp::is_nd_range_kernel_v<filled<Filling<2>, 2>, 2>);
static_assert(syclexp::is_nd_range_kernel_v<filled<Filling<3>, 3>, 3> && !syclexp::is_single_task_kernel_v<iota>);
static_assert(syclexp::is_nd_range_kernel_v<free_function_of_c, 3>);
static_assert(!syclexp::is_kernel_v<plain> && !syclexp::is_nd_range_kernel_v<plain, 0>);

template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) void one_stored(T *to) {
  *to = T(1);
}
template <int Dimensions, class T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<Dimensions>))
void scaled(T *to, const T *from, T by) {
  const std::size_t i = get_nd_item<Dimensions>().get_global_linear_id();
  to[i] = by * from[i];
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void place_stored(int *to) {
  to[get_nd_item<1>().get_global_id(0)] = 3;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void place_stored(float *to) {
  to[get_nd_item<1>().get_global_id(0)] = 0.5f;
}

} // namespace free_functions

namespace {

using namespace free_functions;

class FreeFunctions : public EachDevice {
public:
  template <auto *Function> sycl::kernel kernel() {
    return syclexp::get_kernel_bundle<Function, sycl::bundle_state::executable>(q.get_context())
        .template ext_oneapi_get_kernel<Function>();
  }
};
WEFT_EACH_DEVICE(FreeFunctions);

TEST_P(FreeFunctions, AreLaunchedWithTheirArguments) {
  constexpr std::size_t n = 64;
  float *a = shared<float>(n);
  syclexp::nd_launch(q, sycl::nd_range<1>(n, 16), syclexp::kernel_function<iota>, 3, a); // 3 becomes a float
  q.wait();
  EXPECT_EQ(a[n - 1], 3 + n - 1);
  double *sum = shared<double>(1);
  q.submit([&](sycl::handler &h) {
     syclexp::single_task(h, syclexp::kernel_function<mixed>, char(1), Pair{2, 0.5}, Step::two, sycl::range<2>(3, 4),
                          sum);
   }).wait();
  EXPECT_EQ(*sum, 1 + 2 + 0.5 + 2 + 12);
  syclexp::single_task(q, syclexp::kernel_function<nothing>);
  const syclexp::launch_config config(sycl::nd_range<3>({2, 2, 4}, {1, 2, 4}),
                                      syclexp::properties(syclexp::work_group_size<1, 2, 4>));
  syclexp::nd_launch(q, config, syclexp::kernel_function<(void (*)(float *))overloaded>, a);
  q.wait();
  EXPECT_EQ(a[15], 2);
  EXPECT_EQ(a[16], 3 + 16);
}

TEST_P(FreeFunctions, TakeArgumentsByTheirPlace) {
  constexpr std::size_t n = 12;
  int *from = shared<int>(n), *to = shared<int>(n);
  std::iota(from, from + n, 0);
  const sycl::kernel k = kernel<transposed<int, 3>>();
  EXPECT_EQ(k.get_info<sycl::info::kernel::num_args>(), 2u);
  EXPECT_EQ((syclexp::get_kernel_info<iota, sycl::info::kernel::num_args>(q.get_context(), q.get_device())), 2u);
  q.submit([&](sycl::handler &h) {
     h.set_arg(1, to);
     h.set_arg(0, from);
     h.parallel_for(sycl::nd_range<2>({3, 4}, {1, 4}), k);
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(to[i % 4 * 3 + i / 4], 3 * static_cast<int>(i));
  double *sum = shared<double>(1);
  const Pair pair{2, 0.5};
  q.submit([&](sycl::handler &h) {
     h.set_args(char(1), syclexp::raw_kernel_arg(&pair, sizeof pair), Step::one, sycl::range<2>(3, 4), sum);
     h.single_task(kernel<mixed>());
   }).wait();
  EXPECT_EQ(*sum, 1 + 2 + 0.5 + 1 + 12);
}

TEST_P(FreeFunctions, TakeAccessorsAndLocalMemory) {
  constexpr std::size_t n = 32, width = 8;
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  int *to = shared<int>(n);
  {
    sycl::buffer b(values);
    q.submit([&](sycl::handler &h) {
       const sycl::accessor from(b, h, sycl::read_only);
       const sycl::local_accessor<int> tile(width, h);
       const syclexp::work_group_memory<int[]> other(width, h);
       h.set_args(from, tile, other, to);
       h.parallel_for(sycl::nd_range<1>(n, width), kernel<Holder::sums>());
     }).wait();
  }
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(to[i], 1001 * static_cast<int>(i / width * width + width - 1 - i % width));
}

TEST_P(FreeFunctions, HaveTheDimensionsOfTheirTemplateArguments) {
  const auto expect = [&]<int D>(sycl::range<D> range) {
    std::vector<int> to(range.size());
    {
      sycl::buffer<int, D> buffer(to.data(), range);
      const sycl::kernel k = kernel<filled<Filling<D>, D>>();
      q.submit([&](sycl::handler &h) {
        h.set_args(Filling<D>{sycl::accessor<int, D>(buffer, h), 10 + D});
        h.parallel_for(sycl::nd_range<D>(range, range), k);
      });
    }
    EXPECT_EQ(to, std::vector<int>(range.size(), 10 + D));
  };
  expect(sycl::range(8));
  expect(sycl::range(4, 2));
  expect(sycl::range(2, 3, 2));
  int *to = shared<int>(8);
  syclexp::nd_launch(q, sycl::nd_range<3>({2, 2, 2}, {1, 2, 2}), syclexp::kernel_function<free_function_of_c>, to);
  q.wait();
  EXPECT_EQ(to[7], 5);
}

TEST_P(FreeFunctions, HaveIdsAndBundles) {
  const sycl::kernel_id id = syclexp::get_kernel_id<iota>();
  EXPECT_NE(id, syclexp::get_kernel_id<mixed>());
  EXPECT_TRUE((syclexp::has_kernel_bundle<iota, sycl::bundle_state::executable>(q.get_context())));
  const auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  EXPECT_TRUE(all.has_kernel(id));
  EXPECT_TRUE(all.ext_oneapi_has_kernel<mixed>());
  EXPECT_TRUE(syclexp::is_compatible<iota>(q.get_device()));
  const auto one = syclexp::get_kernel_bundle<iota, sycl::bundle_state::executable>(q.get_context(), {q.get_device()});
  EXPECT_TRUE(one.has_kernel(id));
  EXPECT_FALSE(one.ext_oneapi_has_kernel<sixteen>()); // which has other requirements
  EXPECT_THROW((void)one.ext_oneapi_get_kernel<sixteen>(), sycl::exception);
}

TEST_P(FreeFunctions, TakeArgumentsWhoseNumberIsKnownAtRunTime) {
  float *to = shared<float>(8);
  const float start = 2.f;
  const std::vector<syclexp::raw_kernel_arg> arguments{{&start, sizeof start}, {&to, syclexp::pointer_arg}};
  const sycl::span<const syclexp::raw_kernel_arg> all(arguments.data(), arguments.size());
  syclexp::nd_launch(q, sycl::nd_range<1>(8, 4), kernel<iota>(), all);
  q.wait();
  EXPECT_EQ(to[7], 9.f);
  syclexp::submit(q, [&](sycl::handler &h) {
    syclexp::nd_launch(h, syclexp::launch_config(sycl::nd_range<1>(4, 4)), kernel<iota>(), all.first(2));
  });
  q.wait();
  EXPECT_EQ(to[3], 5.f);
}

TEST_P(FreeFunctions, RequireWhatTheirOtherPropertiesSay) {
  int *to = shared<int>(32);
  const sycl::kernel k = kernel<sixteen>();
  EXPECT_EQ(k.get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device())[0], 16u);
  EXPECT_EQ(k.get_info<sycl::info::kernel::attributes>(), "reqd_work_group_size(16,1,1)");
  const auto launch = [&](std::size_t width) {
    q.submit([&](sycl::handler &h) {
       h.set_args(to);
       h.parallel_for(sycl::nd_range<1>(32, width), k);
     }).wait();
  };
  launch(16);
  EXPECT_EQ(to[31], 16);
  EXPECT_THROW(launch(8), sycl::exception);
}

TEST_P(FreeFunctions, RefuseOtherArgumentsAndRanges) {
  float *a = shared<float>(8);
  const sycl::kernel k = kernel<iota>();
  const auto refused = [&](sycl::errc code, const auto &group) {
    try {
      q.submit(group);
      ADD_FAILURE() << "was launched";
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), code) << e.what();
    }
  };
  const sycl::nd_range<1> space(8, 4);
  refused(sycl::errc::kernel_argument, [&](sycl::handler &h) { h.set_args(1.0f), h.parallel_for(space, k); });
  refused(sycl::errc::kernel_argument, [&](sycl::handler &h) { h.set_args(1.0, a), h.parallel_for(space, k); });
  refused(sycl::errc::kernel_argument, [&](sycl::handler &h) { h.set_arg(1, a), h.parallel_for(space, k); });
  refused(sycl::errc::invalid,
          [&](sycl::handler &h) { h.set_args(1.0f, a), h.parallel_for(sycl::nd_range<2>({8, 1}, {4, 1}), k); });
  refused(sycl::errc::invalid, [&](sycl::handler &h) { h.set_args(1.0f, a), h.parallel_for(sycl::range<1>(8), k); });
  refused(sycl::errc::invalid, [&](sycl::handler &h) { h.set_args(1.0f, a), h.single_task(k); });
}

} // namespace

namespace {
template <class T> void launch_scaled(sycl::queue &q, sycl::nd_range<1> space, T *to, const T *from, T by) {
  syclexp::nd_launch(q, space, SYCL_EXT_ONEAPI_KERNEL_FUNCTION((free_functions::scaled<1>), to, from, by));
}
} // namespace

TEST_P(FreeFunctions, NamesAloneAreLaunched) {
  using namespace free_functions;
  constexpr std::size_t n = 32;
  int *one = shared<int>(1), *i = shared<int>(n);
  float *from = shared<float>(n, 2.f), *to = shared<float>(n), *f = shared<float>(n);
  const sycl::nd_range<1> space(n, 8);
  syclexp::single_task(q, SYCL_EXT_ONEAPI_KERNEL_FUNCTION(nothing));
  syclexp::single_task(q, SYCL_EXT_ONEAPI_KERNEL_FUNCTION(one_stored, one));
  launch_scaled(q, space, to, from, 3.f);
  syclexp::nd_launch(q, syclexp::launch_config(space), SYCL_EXT_ONEAPI_KERNEL_FUNCTION(place_stored, i));
  syclexp::submit(
      q, [&](sycl::handler &h) { syclexp::nd_launch(h, space, SYCL_EXT_ONEAPI_KERNEL_FUNCTION(place_stored, f)); });
  q.wait();
  EXPECT_EQ(*one, 1);
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_EQ(to[k], 6.f) << k;
    EXPECT_EQ(i[k], 3) << k;
    EXPECT_EQ(f[k], 0.5f) << k;
  }
}

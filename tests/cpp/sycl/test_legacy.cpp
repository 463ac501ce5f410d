// Names and classes of SYCL 1.2.1 and of DPC++'s extensions of that time, as programs use them that were not touched
// since.
namespace sycl {
inline namespace _V1 {
class queue;
template <int Dimensions> class range;
namespace ext::oneapi {
class bfloat16;
}
} // namespace _V1
} // namespace sycl

namespace {
bool declared_before_the_headers(sycl::queue *, sycl::range<2> *, sycl::ext::oneapi::bfloat16 *) {
  return true;
}
} // namespace

#include <CL/sycl/access/access.hpp>

#include <CL/sycl/ONEAPI/dot_product.hpp>
#include <CL/sycl/intel/fpga_extensions.hpp>
#include <CL/sycl/queue.hpp>
#include <gtest/gtest.h>

#include "devices.hpp"
#include "thrown.hpp"

using namespace cl::sycl;
using namespace cl::sycl::ONEAPI;

namespace {

/// Both namespaces that are open here have parts of this name in DPC++; only one of them may have it.
static_assert(std::is_same_v<info::device::name::return_type, std::string>);
static_assert(std::is_same_v<host_selector, cpu_selector>);
static_assert(std::is_same_v<::cl_int, cl_int> && std::is_same_v<cl::sycl::cl_float, ::cl_float>);
static_assert(backend::cuda == backend::ext_oneapi_cuda);
static_assert(std::is_same_v<sycl::_V1::ext::oneapi::bfloat16, cl::sycl::ext::oneapi::bfloat16>);
static_assert(is_property_v<ext::oneapi::property::buffer::use_pinned_host_memory>);

using Legacy = EachDevice;
WEFT_EACH_DEVICE(Legacy);

template <class Error, class F> bool throws(F f) {
  try {
    f();
  } catch (const Error &) {
    return true;
  } catch (...) {
  }
  return false;
}

TEST(Namespace, ClassesCanBeDeclaredAhead) {
  EXPECT_TRUE(declared_before_the_headers(static_cast<queue *>(nullptr), static_cast<range<2> *>(nullptr),
                                          static_cast<ext::oneapi::bfloat16 *>(nullptr)));
}

TEST(LegacyErrors, AreOfTheirOldClassesAndExceptions) {
  buffer<int, 1> b(range<1>(10));
  const auto too_far = [&] { buffer<int, 1>(b, id<1>(8), range<1>(4)); };
  EXPECT_TRUE(throws<invalid_object_error>(too_far));
  EXPECT_TRUE(throws<invalid_parameter_error>(too_far));
  EXPECT_TRUE(throws<runtime_error>(too_far));
  EXPECT_TRUE(throws<device_error>(too_far));
  EXPECT_TRUE(throws<exception>(too_far));
  EXPECT_TRUE(throws<std::exception>(too_far));
  EXPECT_FALSE(throws<nd_range_error>(too_far));
}

TEST(LegacyErrors, OfKernelsAndOfTheRuntimeBelow) {
  queue q{cpu_selector()};
  EXPECT_TRUE(throws<nd_range_error>([&] { q.parallel_for(nd_range<1>(10, 3), [](nd_item<1>) {}); }));
  EXPECT_TRUE(throws<invalid_parameter_error>([] { ONEAPI::filter_selector("no such thing"); }));
  EXPECT_FALSE(throws<device_error>([&] { q.parallel_for(nd_range<1>(10, 3), [](nd_item<1>) {}); }));
}

TEST(LegacyErrors, ReachAsyncHandlersTranslated) {
  bool was_runtime_error = false;
  queue q(cpu_selector(), [&](exception_list errors) {
    for (const exception_ptr_class &e : errors)
      was_runtime_error = throws<cl::sycl::runtime_error>([&] { std::rethrow_exception(e); });
  });
  q.submit([](handler &h) { h.host_task([] { throw cl::sycl::nd_range_error("as programs throw it", -54); }); });
  q.wait_and_throw();
  EXPECT_TRUE(was_runtime_error);
}

TEST(LegacyErrors, CanBeMadeByPrograms) {
  const cl::sycl::runtime_error e("clEnqueueCopyBuffer failed", -5);
  EXPECT_STREQ(e.what(), "clEnqueueCopyBuffer failed");
  EXPECT_EQ(e.code(), make_error_code(errc::runtime));
  EXPECT_EQ(e.get_cl_code(), 0);
}

TEST_P(Legacy, GroupAlgorithmsByTheirFirstNames) {
  constexpr int n = 32;
  int *x = shared<int>(n);
  for (int i = 0; i < n; ++i)
    x[i] = i + 1;
  int *out = shared<int>(12);
  q.parallel_for(nd_range<1>(n, n), [=](nd_item<1> it) {
     const group<1> g = it.get_group();
     const int own = x[it.get_local_id(0)];
     const int results[] = {
         reduce(g, own, ONEAPI::plus<>()),
         reduce(g, own, 100, ONEAPI::plus<int>()),
         reduce(g, x, x + n, ONEAPI::maximum<int>()),
         reduce(g, x, x + n, 100, ONEAPI::plus<>()),
         exclusive_scan(g, own, ONEAPI::plus<>()),
         exclusive_scan(g, own, 10, ONEAPI::plus<>()),
         inclusive_scan(g, own, ONEAPI::plus<>()),
         broadcast(g, own, 5),
         any_of(g, own == 7),
         all_of(g, own, [](int i) { return i < n; }),
         none_of(g, x, x + n, [](int i) { return i > n; }),
     };
     if (it.get_local_id(0) == n - 1)
       for (int i = 0; i < 11; ++i)
         out[i] = results[i];
     const ONEAPI::sub_group sg = it.get_sub_group();
     if (leader(g) && leader(sg) && this_nd_item<1>().get_local_id(0) == 0)
       out[11] = 1;
   }).wait();
  const int expected[] = {528, 628, 32, 628, 496, 506, 528, 6, 1, 0, 1, 1};
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(out[i], expected[i]) << i;
}

TEST_P(Legacy, ScansOfMemoryByTheirFirstNames) {
  int *x = shared<int>(16);
  std::fill_n(x, 16, 2);
  q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
     exclusive_scan(it.get_group(), x, x + 8, x, 1, ONEAPI::plus<>());
     inclusive_scan(it.get_group(), x + 8, x + 16, x + 8, ONEAPI::plus<>(), 1);
   }).wait();
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(x[i], 1 + 2 * i);
    EXPECT_EQ(x[8 + i], 3 + 2 * i);
  }
}

TEST_P(Legacy, SubGroupsMoveBlocksOfMemory) {
  constexpr int n = 96;
  float *x = shared<float>(n), *y = shared<float>(n);
  for (int i = 0; i < n; ++i)
    x[i] = float(i);
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> it) {
     const ONEAPI::sub_group g = it.get_sub_group();
     const int size = g.get_max_local_range()[0], block = g.get_group_id()[0] * size;
     const multi_ptr<float, access::address_space::global_space> from(x + block), to(y + block);
     const float one = g.load<const volatile float>(multi_ptr<const volatile float, from.address_space>(from));
     const vec<float, 2> two = g.load<2, float>(from + 32);
     g.store<float>(to, one + 1);
     g.store<2, float>(to + 32, two);
   }).wait();
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[31], 32);
  for (int i = 32; i < 36; ++i)
    EXPECT_EQ(y[i], i);
}

TEST_P(Legacy, SubGroupsLoadClassesFromVolatileMemory) {
  int2 *x = shared<int2>(64);
  for (int i = 0; i < 32; ++i)
    x[i] = int2(i, -i);
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> it) {
     const ONEAPI::sub_group g = it.get_sub_group();
     const int begin = g.get_group_id()[0] * g.get_max_local_range()[0];
     const int2 value = g.load<const volatile int2>(x + begin);
     g.store(x + 32 + begin, value + value);
   }).wait();
  EXPECT_TRUE(x[32 + 31].x() == 62 && x[32 + 31].y() == -62);
}

TEST_P(Legacy, ReductionsIntoAccessors) {
  int sum = 100, greatest = 100;
  {
    buffer<int, 1> sums(&sum, range<1>(1)), maxima(&greatest, range<1>(1));
    q.submit([&](handler &h) {
      auto added = sums.get_access<access::mode::read_write>(h);
      auto found = maxima.get_access<access::mode::discard_write>(h);
      h.parallel_for(nd_range<1>(64, 16), ONEAPI::reduction(added, 0, ONEAPI::plus<int>()),
                     ONEAPI::reduction(found, ONEAPI::maximum<int>()), [](nd_item<1> it, auto &s, auto &m) {
                       s += 1;
                       m.combine(static_cast<int>(it.get_global_id(0)));
                     });
    });
    EXPECT_TRUE(throws<invalid_parameter_error>([&] {
      buffer<int, 1> two(range<1>(2));
      q.submit(
          [&](handler &h) { ONEAPI::reduction(two.get_access<access::mode::read_write>(h), 0, ONEAPI::plus<int>()); });
    }));
  }
  EXPECT_EQ(sum, 164);
  EXPECT_EQ(greatest, 63);
}

TEST(LegacyHandler, RunOnHostTakesAccessorsOfTheDevice) {
  buffer<int, 1> b(range<1>(4));
  queue q{host_selector()};
  q.submit([&](handler &h) {
    auto a = b.get_access<access::mode::discard_write>(h);
    h.run_on_host_intel([=] {
      for (int i = 0; i < 4; ++i)
        a[i] = 40 + i;
    });
  });
  const auto a = b.get_access<access::mode::read>();
  const int *const raw = a.get_pointer();
  EXPECT_EQ(raw[3], 43);
}

TEST_P(Legacy, HostAccessorsOfACommandGroupAreForHostTasks) {
  buffer<int, 1> b(range<1>(4));
  q.submit([&](handler &h) { h.fill(b.get_access<access::mode::write>(h), 5); });
  q.submit([&](handler &h) {
    auto a = b.get_access<access::mode::read_write, access::target::host_buffer>(h);
    h.codeplay_host_task([=] { a[2] += 2; });
  });
  EXPECT_EQ(b.get_access<access::mode::read>()[2], 7);
}

TEST_P(Legacy, UpdateHostReachesMemoryThatTheBufferUses) {
  int data[10] = {};
  {
    buffer<int, 1> b(data, range<1>(10), {property::buffer::use_host_ptr()});
    b.set_final_data(nullptr);
    q.submit([&](handler &h) { h.fill(b.get_access<access::mode::write>(h), 3); });
    q.submit([&](handler &h) { h.update_host(b.get_access<access::mode::write>(h)); });
    q.wait();
  }
  for (const int i : data)
    EXPECT_EQ(i, 3);
}

TEST(LegacyBuffer, PinnedMemoryIsNotThatOfThePrograms) {
  const property_list pinned{ext::oneapi::property::buffer::use_pinned_host_memory()};
  EXPECT_TRUE(
      (buffer<int, 1>(range<1>(4), pinned).has_property<ext::oneapi::property::buffer::use_pinned_host_memory>()));
  int data[4];
  EXPECT_TRUE(throws<invalid_object_error>([&] { buffer<int, 1>(data, range<1>(4), pinned); }));
}

TEST_P(Legacy, VectorsOfTheCompilerAndBack) {
  float *x = shared<float>(4);
  q.single_task([=] {
     x[0] = 0; // both passes capture it
#ifdef __SYCL_DEVICE_ONLY__
     using native = float4::vector_t;
     native v = float4(1, 2, 3, 4);
     v.y *= 10;
     const float4 back = v;
     back.store(0, x);
     static_assert(std::is_same_v<vec<int, 1>::vector_t, int>);
     static_assert(sizeof(half8::vector_t) == sizeof(half8) && sizeof(vec<bool, 3>::vector_t) == sizeof(vec<bool, 3>));
#endif
   }).wait();
  EXPECT_EQ(x[1], 20);
  EXPECT_EQ(x[3], 4);
}

TEST_P(Legacy, PointersSayWhereGlobalMemoryLies) {
  int *a = shared<int>(2);
  q.single_task([=] {
     const sycl::device_ptr<int> on_device(a);
     const sycl::global_ptr<void> of_nothing(sycl::ext::intel::host_ptr<void>(static_cast<void *>(a)));
     on_device[1] = of_nothing.get() == a;
   }).wait();
  EXPECT_EQ(a[1], 1);
}

TEST_P(Legacy, NamesThatDpcppHadFirst) {
  namespace access = sycl::access;
  EXPECT_EQ(access::address_space::ext_intel_host_device_space, access::address_space::ext_intel_global_host_space);
  int *a = shared<int>(1);
  q.single_task([=] { a[0] = sycl::ext::intel::ctz(40); }).wait();
  EXPECT_EQ(a[0], 3);
}

TEST_P(Legacy, SizesOfGroupsHaveThreeDimensions) {
  const cl::sycl::device device = q.get_device();
  const cl::sycl::id<3> sizes = device.get_info<cl::sycl::info::device::max_work_item_sizes>();
  EXPECT_EQ(sizes, cl::sycl::id<3>(device.get_info<cl::sycl::info::device::max_work_item_sizes<3>>()));
}

TEST(LegacyClasses, FunctionsByTheirTypeAndByItsParts) {
  const cl::sycl::function_class<int(int, long)> whole = [](int a, long b) { return a - static_cast<int>(b); };
  const cl::sycl::function_class<int, int, long> parts = whole;
  const cl::sycl::function_class<int> nothing = [] { return 3; };
  EXPECT_EQ(parts(5, 2l), 3);
  EXPECT_EQ(nothing(), 3);
}

TEST_P(Legacy, MemoryOfGroupsIsOfNamespaceSycl) {
  int *a = shared<int>(8);
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
     const auto value = sycl::group_local_memory<int>(it.get_group(), 5);
     a[it.get_global_id(0)] = *value;
   }).wait();
  EXPECT_EQ(a[7], 5);
}

TEST_P(Legacy, ProgramsBuildKernelsByTheirTypes) {
  int *x = shared<int>(4);
  cl::sycl::program built(q.get_context());
  EXPECT_EQ(built.get_state(), program_state::none);
  EXPECT_EQ(built.get_backend(), q.get_backend());
  EXPECT_FALSE(built.has_kernel<class OfAProgram>());
  EXPECT_EQ(code_thrown_by([&] { built.get_kernel<class OfAProgram>(); }), errc::invalid);
  built.build_with_kernel_type<class OfAProgram>("-cl-fast-relaxed-math");
  EXPECT_EQ(built.get_state(), program_state::linked);
  EXPECT_EQ(built.get_build_options(), "-cl-fast-relaxed-math");
  EXPECT_EQ(built.get_devices(), q.get_context().get_devices());
  EXPECT_TRUE(built.has_kernel<class OfAProgram>() && !built.is_host());
  q.submit([&](handler &h) {
     h.parallel_for<class OfAProgram>(built.get_kernel<class OfAProgram>(), range<1>(4),
                                      [=](id<1> i) { x[i] = static_cast<int>(i[0]) + 3; });
   }).wait();
  EXPECT_EQ(x[3], 6);
  const kernel k = built.get_kernel<class OfAProgram>();
  const device d = q.get_device();
  EXPECT_EQ(k.get_work_group_info<info::kernel_work_group::work_group_size>(d),
            k.get_info<info::kernel_device_specific::work_group_size>(d));
  EXPECT_EQ(k.get_sub_group_info<info::kernel_sub_group::max_sub_group_size>(d, range<3>(4, 2, 1)),
            k.get_info<info::kernel_device_specific::max_sub_group_size>(d));
  cl::sycl::program in_steps(q.get_context(), {q.get_device()});
  in_steps.compile_with_kernel_type<class OfAProgram>();
  EXPECT_EQ(in_steps.get_state(), program_state::compiled);
  EXPECT_EQ(code_thrown_by([&] { in_steps.build_with_kernel_type<class OfAProgram>(); }), errc::invalid);
  in_steps.link();
  EXPECT_TRUE(in_steps.has_kernel<class OfAProgram>());
}

TEST_P(Legacy, BarriersOfQueuesByTheirFirstNames) {
  int *x = shared<int>(2);
  const event first = q.single_task([=] { x[0] = 1; });
  q.submit_barrier({first});
  q.submit([](handler &h) { h.barrier(); });
  q.single_task([=] { x[1] = x[0] + 1; });
  q.submit_barrier().wait();
  EXPECT_EQ(x[1], 2);
}

TEST_P(Legacy, RequiredGroupsHaveThreeSizes) {
  int *a = shared<int>(8);
  const auto kernel = [=](sycl::nd_item<1> it) [[cl::reqd_work_group_size(1, 1, 4)]] {
    a[it.get_global_id(0)] = static_cast<int>(it.get_local_range(0));
  };
  q.parallel_for(sycl::nd_range<1>(8, 4), kernel).wait();
  EXPECT_EQ(a[7], 4);
  EXPECT_THROW(q.parallel_for(sycl::nd_range<1>(8, 8), kernel), sycl::exception);
}

} // namespace

// handler::set_arg(s) and launches of sycl::kernel (SYCL 2020, 4.9.4 and 4.11.13), with programs in OpenCL C.
#include <numeric>
#include <string>
#include <vector>

#include "devices.hpp"
#include "thrown.hpp"

namespace {

namespace syclexp = sycl::ext::oneapi::experimental;

class SetArgs : public EachDevice {
public:
  sycl::kernel kernel(const std::string &source, const std::string &name, const std::string &option = "") {
    const auto program =
        syclexp::create_kernel_bundle_from_source(q.get_context(), syclexp::source_language::opencl, source);
    return syclexp::build(program, {q.get_device()}, option).ext_oneapi_get_kernel(name);
  }
};
WEFT_EACH_DEVICE(SetArgs);

const char *const axpy = "__kernel void axpy(__global float *y, __global const float *x, float a, int shift) {"
                         "  size_t i = get_global_id(0); y[i] += a * x[i] + shift + MORE; }";

TEST_P(SetArgs, TakeUsmPointersAndNumbers) {
  constexpr int n = 100;
  float *x = shared<float>(n, 2), *y = shared<float>(n, 1);
  const sycl::kernel k = kernel(axpy, "axpy", "-DMORE=1");
  EXPECT_EQ(k.get_info<sycl::info::kernel::num_args>(), 4u);
  q.submit([&](sycl::handler &h) {
     h.set_args(y, x, 0.5f, 3);
     h.parallel_for(sycl::range<1>(n), k);
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.set_arg(3, 10);
     h.set_arg(2, 1.0f);
     h.set_arg(0, y);
     h.set_arg(1, x);
     h.parallel_for(sycl::nd_range<1>(n, 20), k);
   }).wait();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(y[i], 1 + 0.5f * 2 + 3 + 1 + 2 + 10 + 1);
}

TEST_P(SetArgs, AreWhatFreeFunctionsTakeBehindTheKernel) {
  constexpr int n = 100;
  float *x = shared<float>(n, 2), *y = shared<float>(n, 1);
  const sycl::kernel k = kernel(axpy, "axpy", "-DMORE=0");
  sycl::khr::launch(q, {n}, k, y, x, 0.5f, 3);
  q.wait();
  sycl::khr::launch_grouped(q, {n}, {20}, k, y, x, 1.0f, 0);
  q.wait();
  sycl::khr::submit(q, [&](sycl::handler &h) { sycl::khr::launch_task(h, k, y, x, 2.0f, 0); });
  q.wait();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(y[i], 1 + 0.5f * 2 + 3 + 2 + (i == 0 ? 4 : 0));
}

TEST_P(SetArgs, TakeAccessorsAndLocalMemory) {
  constexpr int groups = 4, n = 16;
  std::vector<int> in(groups * n), out(groups);
  std::iota(in.begin(), in.end(), 0);
  const sycl::kernel k = kernel("__kernel void sum(__global const int *in, __global int *out, __local int *tile) {"
                                "  int l = get_local_id(0); tile[l] = in[get_global_id(0)];"
                                "  barrier(CLK_LOCAL_MEM_FENCE);"
                                "  if (l == 0) { int s = 0; for (int i = 0; i < get_local_size(0); ++i) s += tile[i];"
                                "    out[get_group_id(0)] = s; } }",
                                "sum");
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor read(a, h, sycl::read_only);
      sycl::accessor write(b, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int> tile(n, h);
      h.set_args(read, write, tile);
      h.parallel_for(sycl::nd_range<1>(groups * n, n), k);
    });
  }
  for (int g = 0; g < groups; ++g)
    EXPECT_EQ(out[g], std::accumulate(in.begin() + g * n, in.begin() + (g + 1) * n, 0));
}

TEST_P(SetArgs, RefuseWhatTheKernelDoesNotTake) {
  float *x = shared<float>(4), *y = shared<float>(4);
  const sycl::kernel k = kernel(axpy, "axpy", "-DMORE=0");
  const auto code = [&](auto set) {
    try {
      q.submit([&](sycl::handler &h) {
        set(h);
        h.parallel_for(sycl::range<1>(4), k);
      });
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return std::error_code();
  };
  EXPECT_EQ(code([&](sycl::handler &h) { h.set_args(y, x, 1.0f); }), sycl::errc::kernel_argument);
  EXPECT_EQ(code([&](sycl::handler &h) { h.set_args(y, x, 1.0, 2); }), sycl::errc::kernel_argument);
  EXPECT_EQ(code([&](sycl::handler &h) { h.set_args(y, 5, 1.0f, 2); }), sycl::errc::kernel_argument);
  EXPECT_EQ(code([&](sycl::handler &h) {
              h.set_arg(0, y);
              h.set_arg(3, 1);
            }),
            sycl::errc::kernel_argument);
  EXPECT_THROW(kernel("__kernel void f() { nonsense; }", "f"), sycl::exception);
  EXPECT_THROW(kernel(axpy, "other", "-DMORE=0"), sycl::exception);
}

class Own;
TEST_P(SetArgs, ProgramsAreBundlesOfAStateOfTheirOwnBuiltWithProperties) {
  sycl::kernel_bundle<sycl::bundle_state::ext_oneapi_source> source =
      syclexp::create_kernel_bundle_from_source(q.get_context(), syclexp::source_language::opencl, axpy);
  EXPECT_EQ(source.get_context(), q.get_context());
  std::string log;
  const std::vector<sycl::device> devices{q.get_device()};
  const auto built =
      syclexp::build(source, devices, syclexp::properties{syclexp::build_options{"-DMORE=7"}, syclexp::save_log{&log}});
  EXPECT_TRUE(built.ext_oneapi_has_kernel("axpy"));
  EXPECT_EQ(log, "");
  EXPECT_EQ(code_thrown_by([&] { syclexp::build(source, syclexp::properties{syclexp::save_log{&log}}); }),
            sycl::errc::build);
  EXPECT_NE(log.find("MORE"), std::string::npos) << log;
  EXPECT_EQ(
      code_thrown_by([&] { syclexp::build(source, devices, syclexp::properties{syclexp::registered_names{"axpy"}}); }),
      sycl::errc::invalid);
  const std::vector<std::byte> bytes(20);
  EXPECT_EQ(code_thrown_by([&] {
              syclexp::create_kernel_bundle_from_source(q.get_context(), syclexp::source_language::spirv, bytes);
            }),
            sycl::errc::feature_not_supported);
  EXPECT_EQ(code_thrown_by([&] {
              syclexp::create_kernel_bundle_from_source(q.get_context(), syclexp::source_language::opencl, bytes);
            }),
            sycl::errc::invalid);
}

TEST_P(SetArgs, AKernelOfTheProgramItselfNeedsItsFunction) {
  q.single_task<Own>([=] {}).wait();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {q.get_device()},
                                                                              {sycl::get_kernel_id<Own>()});
  try {
    q.submit([&](sycl::handler &h) { h.single_task(bundle.get_kernel<Own>()); });
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::invalid);
  }
}

} // namespace

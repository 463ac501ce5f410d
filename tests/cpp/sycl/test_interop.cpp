// Native objects behind SYCL's and SYCL's of native ones, on every device; those of the stand-in for CUDA's driver are
// looked into.
#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <thread>
#include <type_traits>
#include <vector>

#include "devices.hpp"
#include <sycl/ext/oneapi/experimental/backend/cuda.hpp>

namespace {

using Interop = EachDevice;
WEFT_EACH_DEVICE(Interop);

constexpr auto cuda = sycl::backend::ext_oneapi_cuda;

static_assert(std::is_same_v<sycl::backend_return_t<cuda, sycl::queue>, CUstream>);
static_assert(std::is_same_v<sycl::backend_input_t<cuda, sycl::context>, CUcontext>);
static_assert(std::is_same_v<sycl::backend_traits<cuda>::return_type<sycl::device>, CUdevice>);
static_assert(std::is_same_v<sycl::backend_return_t<sycl::backend::opencl, sycl::buffer<int>>, std::vector<cl_mem>>);

template <class Call> sycl::errc code_of(const Call &call) {
  try {
    call();
  } catch (const sycl::exception &e) {
    return static_cast<sycl::errc>(e.code().value());
  }
  return sycl::errc::success;
}

/// The stand-in for the driver has classes of its own behind the same pointers, which UBSan takes for another function.
#define WEFT_TEST_CALLS_DRIVER __attribute__((no_sanitize("function")))

/// Of the stand-in for the driver; null on a real one.
template <class F> F *of_stand_in(const char *name) {
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library == nullptr ? nullptr : reinterpret_cast<F *>(dlsym(library, name));
}
template <class... A> WEFT_TEST_CALLS_DRIVER void call_driver(const char *name, A... arguments) {
  void *const library = dlopen("libcuda.so.1", RTLD_NOW);
  reinterpret_cast<int (*)(A...)>(dlsym(library, name))(arguments...);
}

void fill(int *x, unsigned value, std::size_t count, CUstream stream) {
  call_driver("cuMemsetD32Async", reinterpret_cast<CUdeviceptr>(x), value, count, stream);
}

TEST_P(Interop, DevicesThatWeftRunsItselfHaveNoNativeObjects) {
  if (q.get_backend() == cuda)
    GTEST_SKIP() << "a device of CUDA";
  const auto mismatch = sycl::errc::backend_mismatch;
  EXPECT_EQ(code_of([&] { sycl::get_native<sycl::backend::opencl>(q.get_device()); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::get_native<sycl::backend::opencl>(q); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::get_native<cuda>(q.get_context()); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::get_native<cuda>(q.get_device().get_platform()); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::get_native<cuda>(q.single_task([] {})); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::make_queue<cuda>(nullptr, q.get_context()); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::make_event<cuda>(nullptr, q.get_context()); }), mismatch);
  EXPECT_EQ(code_of([&] { sycl::make_kernel<sycl::backend::opencl>(nullptr, q.get_context()); }),
            q.get_backend() == sycl::backend::opencl ? sycl::errc::feature_not_supported : mismatch);
}

TEST_P(Interop, HostTasksAreToldTheirQueue) {
  std::atomic<sycl::errc> of_queue{sycl::errc::success}, of_memory{sycl::errc::success};
  std::atomic<bool> same_backend{false};
  sycl::buffer<int> b(sycl::range<1>(16));
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_write);
     h.host_task([&, a](const sycl::interop_handle &ih) {
       same_backend = ih.get_backend() == q.get_backend();
       of_queue = code_of([&] { ih.get_native_queue<cuda>(); });
       of_memory = code_of([&] { ih.get_native_mem<cuda>(a); });
     });
   }).wait();
  const auto expected = q.get_backend() == cuda ? sycl::errc::success : sycl::errc::backend_mismatch;
  EXPECT_TRUE(same_backend);
  EXPECT_EQ(of_queue, expected);
  EXPECT_EQ(of_memory, expected);
}

TEST_P(Interop, TasksOfBeforeHostTasksAreToldWhatTheseAre) {
  std::atomic<sycl::errc> of_queue{sycl::errc::success}, of_memory{sycl::errc::success};
  sycl::buffer<int> b(sycl::range<1>(16));
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_write);
     h.interop_task([&, a](sycl::interop_handler ih) {
       of_queue = code_of([&] { ih.get_queue<cuda>(); });
       of_memory = code_of([&] { ih.get_mem<cuda>(a); });
     });
   }).wait();
  const auto expected = q.get_backend() == cuda ? sycl::errc::success : sycl::errc::backend_mismatch;
  EXPECT_EQ(of_queue, expected);
  EXPECT_EQ(of_memory, expected);
}

TEST_P(Interop, NativeCommandsComeInOrder) {
  int *const x = sycl::malloc_device<int>(64, q);
  std::vector<int> result(64);
  const sycl::event filled = q.fill(x, 1, 64);
  const sycl::event native = q.submit([&](sycl::handler &h) {
    h.depends_on(filled);
    h.ext_codeplay_enqueue_native_command([x](sycl::interop_handle ih) {
      if (ih.get_backend() == cuda)
        fill(x, 7, 64, ih.get_native_queue<cuda>());
      else
        std::fill_n(x, 64, 7);
    });
  });
  q.copy(x, result.data(), 64, native).wait();
  EXPECT_EQ(result, std::vector<int>(64, 7));
  sycl::free(x, q);
}

TEST_P(Interop, HostTasksMayWaitForTheirStream) {
  if (q.get_backend() != cuda)
    GTEST_SKIP() << "no streams";
  sycl::queue in_order(q.get_device(), sycl::property::queue::in_order());
  int *const x = sycl::malloc_device<int>(64, q);
  std::vector<int> result(64);
  const CUcontext own = sycl::get_native<cuda>(sycl::context(q.get_device()));
  CUcontext current = nullptr;
  in_order.fill(x, 1, 64);
  in_order.submit([&](sycl::handler &h) {
    h.host_task([x, at = &current](sycl::interop_handle ih) {
      const CUstream stream = ih.get_native_queue<cuda>();
      call_driver("cuCtxGetCurrent", at);
      fill(x, 5, 32, stream);
      call_driver("cuStreamSynchronize", stream);
      fill(x + 32, 6, 32, stream);
    });
  });
  in_order.copy(x, result.data(), 64).wait();
  EXPECT_EQ(current, own);
  EXPECT_EQ(result[3], 5);
  EXPECT_EQ(result[40], 6);
  sycl::free(x, q);
}

TEST_P(Interop, WhatOthersPutIntoAStreamIsWaitedForToo) {
  if (q.get_backend() != cuda)
    GTEST_SKIP() << "no streams";
  sycl::queue own(q.get_device()), other(q.get_device());
  own.single_task([] {}).wait();
  const CUstream stream = sycl::get_native<cuda>(own);
  std::atomic<bool> done{false};
  using Call = void (*)(void *);
  const Call take_a_while = [](void *to) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    *static_cast<std::atomic<bool> *>(to) = true;
  };
  const auto after = [&](const auto &waits) {
    done = false;
    call_driver("cuLaunchHostFunc", stream, take_a_while, static_cast<void *>(&done));
    waits();
    return done.load();
  };
  EXPECT_TRUE(after([&] { own.wait(); }));
  EXPECT_TRUE(after([&] { own.ext_oneapi_submit_barrier().wait(); }));
  EXPECT_TRUE(after([&] { other.single_task(own.ext_oneapi_submit_barrier(), [] {}).wait(); }));
  EXPECT_FALSE(after([&] { EXPECT_FALSE(own.ext_oneapi_empty()); }));
  own.wait();
}

TEST_P(Interop, ABarrierWaitsForItsEventsAlone) {
  std::atomic<bool> released{false};
  q.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!released)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  });
  const sycl::event first = q.single_task([] {});
  const sycl::event barrier = q.ext_oneapi_submit_barrier({first}), later = q.single_task([] {});
  const auto is_done = [](const sycl::event &e) {
    return e.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete;
  };
  for (int i = 0; i < 5000 && !(is_done(barrier) && is_done(later)); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(is_done(barrier));
  EXPECT_TRUE(is_done(later));
  released = true;
  q.wait();
}

TEST_P(Interop, ObjectsOfCudaComeAndGo) {
  if (q.get_backend() != cuda)
    GTEST_SKIP() << "no device of CUDA";
  const CUdevice number = sycl::get_native<cuda>(q.get_device());
  EXPECT_EQ(sycl::make_device<cuda>(number), q.get_device());
  EXPECT_EQ(sycl::get_native<cuda>(q.get_device().get_platform()).at(0), 0);
  EXPECT_EQ(code_of([] { sycl::make_device<cuda>(1000); }), sycl::errc::invalid);

  const std::vector<CUcontext> contexts = sycl::get_native<cuda>(q.get_context());
  const CUcontext context = sycl::get_native<cuda>(sycl::context(q.get_device()));
  EXPECT_EQ(contexts.at(static_cast<std::size_t>(number)), context);
  const sycl::context again = sycl::make_context<cuda>(context);
  EXPECT_EQ(again.get_devices(), std::vector{q.get_device()});

  const CUstream stream = sycl::get_native<cuda>(q);
  sycl::queue on_stream = sycl::make_queue<cuda>(stream, q.get_context());
  EXPECT_TRUE(on_stream.is_in_order());
  EXPECT_EQ(on_stream.get_device(), q.get_device());
  for (const sycl::device &other : q.get_context().get_devices())
    if (other != q.get_device())
      EXPECT_EQ(code_of([&] { sycl::make_queue<cuda>(stream, sycl::context(other)); }), sycl::errc::invalid);
  int *const x = sycl::malloc_device<int>(64, q);
  std::vector<int> result(64);
  on_stream.fill(x, 1, 64);
  const sycl::event filled = on_stream.fill(x, 2, 64);
  const sycl::event adopted = sycl::make_event<cuda>(sycl::get_native<cuda>(filled), q.get_context());
  q.copy(x, result.data(), 64, adopted).wait();
  EXPECT_EQ(result, std::vector<int>(64, 2));
  adopted.wait();
  EXPECT_EQ(adopted.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  EXPECT_EQ(code_of([&] { sycl::get_native<cuda>(q.submit([](sycl::handler &h) { h.host_task([] {}); })); }),
            sycl::errc::backend_mismatch);
  sycl::free(x, q);
}

TEST_P(Interop, StreamsHaveThePriorityOfTheirQueue) {
  auto *const priority = of_stand_in<int(CUstream)>("fakeCudaPriority");
  if (q.get_backend() != cuda || priority == nullptr)
    GTEST_SKIP() << "for the stand-in of CUDA's driver";
  using namespace sycl::ext::oneapi::property::queue;
  const auto of = [&](const sycl::property_list &properties) WEFT_TEST_CALLS_DRIVER {
    sycl::queue made(q.get_device(), properties);
    return priority(sycl::get_native<cuda>(made));
  };
  EXPECT_EQ(of(priority_high()), -5);
  EXPECT_EQ(of(priority_low()), 0);
  EXPECT_EQ(of({}), 0);
}

} // namespace

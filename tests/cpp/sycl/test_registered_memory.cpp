// sycl_ext_oneapi_register_host_memory: the program's own pages as a USM host allocation.
#include <sycl/ext/oneapi/experimental/register_host_memory.hpp>

#include <cstdint>
#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {
class RegisteredMemory : public EachDevice {
protected:
  void SetUp() override {
    ASSERT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_register_host_memory));
    pages = static_cast<int *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(pages, MAP_FAILED);
  }
  void TearDown() override { munmap(pages, bytes); }

  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), bytes = 4 * page, n = bytes / sizeof(int);
  int *pages = nullptr;
  sycl::context context = q.get_context();
};
WEFT_EACH_DEVICE(RegisteredMemory);
} // namespace

TEST_P(RegisteredMemory, IsAHostAllocationOfItsContextMeanwhile) {
  const sycl::context other(q.get_device());
  EXPECT_EQ(sycl::get_pointer_type(pages, context), sycl::usm::alloc::unknown);
  xp::register_host_memory(pages + n / 4, bytes / 2, context);
  for (const std::size_t inside : {n / 4, n / 4 + 1, 3 * n / 4 - 1}) {
    EXPECT_EQ(sycl::get_pointer_type(pages + inside, context), sycl::usm::alloc::host);
    EXPECT_EQ(sycl::get_pointer_device(pages + inside, context), context.get_devices().front());
    EXPECT_EQ(sycl::get_pointer_type(pages + inside, other), sycl::usm::alloc::unknown);
  }
  for (const std::size_t outside : {n / 4 - 1, 3 * n / 4})
    EXPECT_EQ(sycl::get_pointer_type(pages + outside, context), sycl::usm::alloc::unknown);
  EXPECT_EQ(code_thrown_by([&] { sycl::free(pages + n / 4, context); }), sycl::errc::invalid);
  xp::unregister_host_memory(pages + n / 4, context);
  EXPECT_EQ(sycl::get_pointer_type(pages + n / 4, context), sycl::usm::alloc::unknown);
}

TEST_P(RegisteredMemory, IsCopiedFromAndTo) {
  xp::register_host_memory(pages, bytes, context);
  std::vector<int> values(n), back(n);
  std::iota(values.begin(), values.end(), 7);
  q.memcpy(pages, values.data(), bytes).wait();
  EXPECT_EQ(pages[n - 1], values[n - 1]);
  int *const there = sycl::malloc_device<int>(n, q);
  q.memcpy(there, pages, bytes).wait();
  q.memcpy(back.data(), there, bytes).wait();
  EXPECT_EQ(back, values);
  q.fill(pages, 3, n).wait();
  EXPECT_EQ(std::accumulate(pages, pages + n, std::size_t(0)), 3 * n);
  sycl::free(there, q);
  xp::unregister_host_memory(pages, context);
}

TEST_P(RegisteredMemory, IsReachedByKernels) {
  int *const memory = pages, *const out = shared<int>(n);
  xp::register_host_memory(memory, bytes, context);
  q.parallel_for(n, [=](sycl::id<1> i) { memory[i] = 2 * static_cast<int>(i[0]); }).wait();
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(memory[i], 2 * static_cast<int>(i));
  xp::unregister_host_memory(memory, context);

  ASSERT_EQ(mprotect(memory, bytes, PROT_READ), 0);
  xp::register_host_memory(memory, bytes, context, xp::properties{xp::read_only});
  q.parallel_for(n, [=](sycl::id<1> i) { out[i] = memory[i] + 1; }).wait();
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], 2 * static_cast<int>(i) + 1);
  xp::unregister_host_memory(memory, context);
}

TEST_P(RegisteredMemory, IsWholePagesThatDoNotOverlap) {
  const auto refused = [&](void *pointer, std::size_t size) {
    return code_thrown_by([&] { xp::register_host_memory(pointer, size, context, xp::read_only); });
  };
  EXPECT_EQ(refused(nullptr, bytes), sycl::errc::invalid);
  EXPECT_EQ(refused(pages, 0), sycl::errc::invalid);
  EXPECT_EQ(refused(pages + 16, page), sycl::errc::invalid);
  EXPECT_EQ(refused(pages, page + 1), sycl::errc::invalid);
  EXPECT_EQ(refused(reinterpret_cast<void *>(~std::uintptr_t(0) - page + 1), 2 * page), sycl::errc::invalid);

  xp::register_host_memory(pages + n / 4, bytes / 2, context);
  EXPECT_EQ(refused(pages + n / 2, page), sycl::errc::runtime);
  EXPECT_EQ(refused(pages, 2 * page), sycl::errc::runtime);
  EXPECT_EQ(refused(pages, bytes), sycl::errc::runtime);
  EXPECT_EQ(refused(pages, page), sycl::errc::success) << "what touches it is apart";
  xp::unregister_host_memory(pages, context);
  EXPECT_EQ(code_thrown_by([&] { xp::unregister_host_memory(pages, context); }), sycl::errc::runtime);
  EXPECT_EQ(code_thrown_by([&] { xp::unregister_host_memory(pages + n / 2, context); }), sycl::errc::runtime);
  xp::unregister_host_memory(pages + n / 4, context);
}

// sycl_ext_oneapi_async_memory_alloc: memory in the order of commands, and what pools count.
#include <sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp>
#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>

#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {
constexpr std::size_t n = 1000;

class MemoryPools : public EachDevice {
public:
  /// Fills `memory` and copies it out.
  void use(sycl::queue in_order, int *memory, int value) {
    int *out = shared<int>(n);
    in_order.parallel_for(n, [=](sycl::id<1> i) { memory[i] = value + static_cast<int>(i); });
    in_order.memcpy(out, memory, n * sizeof(int));
    results_.emplace_back(out, value);
  }
  void expect_results() {
    for (const auto &[out, value] : results_)
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(out[i], value + static_cast<int>(i));
  }

  sycl::queue in_order{q.get_context(), q.get_device(), sycl::property::queue::in_order()};

private:
  std::vector<std::pair<const int *, int>> results_;
};
} // namespace

TEST_P(MemoryPools, GiveAndTakeInTheOrderOfCommands) {
  EXPECT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_async_memory_alloc));
  for (int round = 0; round < 8; ++round) {
    auto *memory = static_cast<int *>(xp::async_malloc(in_order, sycl::usm::alloc::device, n * sizeof(int)));
    EXPECT_EQ(sycl::get_pointer_type(memory, in_order.get_context()), sycl::usm::alloc::device);
    use(in_order, memory, 10 * round);
    xp::async_free(in_order, memory);
  }
  in_order.wait();
  expect_results();
  EXPECT_EQ(xp::async_malloc(in_order, sycl::usm::alloc::device, 0), nullptr);
}

TEST_P(MemoryPools, CommandGroupsGiveAndTakeBehindEvents) {
  int *out = shared<int>(1), *memory = nullptr;
  const sycl::event made = q.submit([&](sycl::handler &h) {
    memory = static_cast<int *>(xp::async_malloc(h, sycl::usm::alloc::device, sizeof(int)));
  });
  const sycl::event used = q.submit([&](sycl::handler &h) {
    h.depends_on(made);
    h.single_task([=] { *memory = 7, *out = *memory; });
  });
  q.submit([&](sycl::handler &h) {
     h.depends_on(used);
     xp::async_free(h, memory);
   }).wait();
  EXPECT_EQ(*out, 7);
}

TEST_P(MemoryPools, CountWhatTheyGiveOut) {
  xp::memory_pool pool(in_order, sycl::usm::alloc::device,
                       xp::properties{xp::maximum_size(3000), xp::initial_threshold(100)});
  EXPECT_EQ(pool.get_context(), in_order.get_context());
  EXPECT_EQ(pool.get_device(), in_order.get_device());
  EXPECT_EQ(pool.get_alloc_kind(), sycl::usm::alloc::device);
  EXPECT_EQ(pool.get_threshold(), 100u);
  pool.increase_threshold_to(200);
  EXPECT_EQ(pool.get_threshold(), 200u);
  void *a = xp::async_malloc_from_pool(in_order, 1000, pool), *b = xp::async_malloc_from_pool(in_order, 2000, pool);
  EXPECT_EQ(pool.get_used_size_current(), 3000u);
  EXPECT_GE(pool.get_reserved_size_current(), 3000u);
  EXPECT_EQ(code_thrown_by([&] { xp::async_malloc_from_pool(in_order, 1, pool); }), sycl::errc::memory_allocation);
  xp::async_free(in_order, a);
  EXPECT_EQ(pool.get_used_size_current(), 2000u);
  EXPECT_EQ(pool.get_used_size_high(), 3000u);
  pool.reset_used_size_high();
  EXPECT_EQ(pool.get_used_size_high(), 2000u);
  xp::async_free(in_order, b);
  const auto copy = pool;
  EXPECT_TRUE(copy == pool && copy != xp::memory_pool(in_order, sycl::usm::alloc::device));
  const auto usual = in_order.ext_oneapi_get_default_memory_pool(sycl::usm::alloc::device);
  EXPECT_EQ(usual,
            in_order.get_context().ext_oneapi_get_default_memory_pool(in_order.get_device(), sycl::usm::alloc::device));
  const auto other = in_order.ext_oneapi_get_default_memory_pool(sycl::usm::alloc::shared);
  EXPECT_NE(usual, other);
  EXPECT_EQ(other.get_alloc_kind(), sycl::usm::alloc::shared);
  const xp::memory_pool any(in_order, sycl::usm::alloc::device);
  constexpr std::size_t most = std::size_t(1) << 60;
  EXPECT_EQ(code_thrown_by([&] { xp::async_malloc_from_pool(in_order, most, any); }), sycl::errc::memory_allocation);
  EXPECT_EQ(any.get_used_size_current(), 0u) << "what the device does not have is not given out";
}

TEST_P(MemoryPools, ZeroWhatTheyAreAskedTo) {
  const xp::memory_pool pool(q.get_context(), q.get_device(), sycl::usm::alloc::shared,
                             xp::properties{xp::zero_init()});
  for (sycl::queue on : {q, in_order}) {
    auto *memory = static_cast<int *>(xp::async_malloc_from_pool(on, n * sizeof(int), pool));
    on.wait();
    EXPECT_EQ(std::count(memory, memory + n, 0), static_cast<int>(n));
    std::fill_n(memory, n, 1);
    xp::async_free(on, memory);
  }
}

TEST_P(MemoryPools, GraphsKeepWhatIsFreedWhileTheyAreRecorded) {
  int *out = shared<int>(n);
  xp::command_graph graph(in_order.get_context(), in_order.get_device());
  graph.begin_recording(in_order);
  auto *memory = static_cast<int *>(xp::async_malloc(in_order, sycl::usm::alloc::device, n * sizeof(int)));
  in_order.parallel_for(n, [=](sycl::id<1> i) { memory[i] = static_cast<int>(i) + 5; });
  in_order.memcpy(out, memory, n * sizeof(int));
  xp::async_free(in_order, memory);
  graph.end_recording();
  const auto executable = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    std::fill_n(out, n, 0);
    int *other = sycl::malloc_device<int>(n, in_order); // must be elsewhere
    EXPECT_NE(other, memory);
    in_order.ext_oneapi_graph(executable);
    in_order.wait();
    EXPECT_EQ(out[n - 1], static_cast<int>(n) + 4);
    sycl::free(other, in_order);
  }
}

WEFT_EACH_DEVICE(MemoryPools);

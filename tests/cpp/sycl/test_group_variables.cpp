// Local memory of variables and of launches: work_group_static, work_group_scratch_size.
#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {

constexpr std::size_t items = 32, groups = 4;

xp::work_group_static<int[items]> of_namespace;
struct Holder {
  static xp::work_group_static<int> of_class;
};
xp::work_group_static<int> Holder::of_class;

void put_in_function(int i, int value) {
  static xp::work_group_static<int[items]> of_function;
  of_function[i] = value;
}

/// The next work-item's, by the same variable in another call.
int exchange_in_function(sycl::nd_item<1> it, int value) {
  static xp::work_group_static<int[items]> memory;
  const auto i = it.get_local_id(0);
  memory[i] = value;
  sycl::group_barrier(it.get_group());
  const int got = memory[(i + 1) % items];
  sycl::group_barrier(it.get_group());
  return got;
}

int *place_in_function() {
  static xp::work_group_static<int[items]> memory;
  return memory;
}

class GroupVariables : public EachDevice {};

} // namespace

TEST_P(GroupVariables, VariablesOfEveryScopeAreTheGroups) {
  int *x = shared<int>(items * groups), *sums = shared<int>(groups);
  q.parallel_for(sycl::nd_range<1>(items * groups, items), [=](sycl::nd_item<1> it) {
     static xp::work_group_static<int> of_block;
     const auto i = it.get_local_id(0);
     of_namespace[i] = static_cast<int>(it.get_global_id(0));
     if (i == 0) {
       Holder::of_class = 100;
       of_block = static_cast<int>(it.get_group(0));
       of_block += 1;
     }
     sycl::group_barrier(it.get_group());
     x[it.get_global_id(0)] = of_namespace[items - 1 - i] + Holder::of_class;
     sums[it.get_group(0)] = of_block;
   }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    EXPECT_EQ(sums[g], static_cast<int>(g) + 1);
    for (std::size_t i = 0; i < items; ++i)
      EXPECT_EQ(x[g * items + i], static_cast<int>(g * items + items - 1 - i) + 100);
  }
}

TEST_P(GroupVariables, CallsOfAFunctionShareItsVariables) {
  int *x = shared<int>(items), *alike = shared<int>(items);
  q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_id(0);
     int value = exchange_in_function(it, static_cast<int>(i));
     value = exchange_in_function(it, value);
     x[i] = value;
     place_in_function()[i] = static_cast<int>(i);
     sycl::group_barrier(it.get_group());
     alike[i] = place_in_function()[(i + 1) % items];
     put_in_function(static_cast<int>(i), value);
   }).wait();
  for (std::size_t i = 0; i < items; ++i) {
    EXPECT_EQ(x[i], static_cast<int>((i + 2) % items));
    EXPECT_EQ(alike[i], static_cast<int>((i + 1) % items));
  }
}

TEST_P(GroupVariables, VariablesMayBeOfTheBlock) {
  float *x = shared<float>(items);
  q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
     xp::work_group_static<char[items * sizeof(float)]> bytes;
     xp::work_group_static<float> factor;
     auto *values = reinterpret_cast<float *>(&bytes);
     const auto i = it.get_local_id(0);
     values[i] = static_cast<float>(i);
     if (it.get_group().leader())
       factor = 2.0f;
     sycl::group_barrier(it.get_group());
     x[i] = values[i ^ 1] * factor;
   }).wait();
  for (std::size_t i = 0; i < items; ++i)
    EXPECT_EQ(x[i], 2.0f * static_cast<float>(i ^ 1));
}

TEST_P(GroupVariables, LaunchesReserveScratchMemory) {
  int *x = shared<int>(items * groups);
  const xp::launch_config config{sycl::nd_range<1>(items * groups, items),
                                 xp::properties{xp::work_group_scratch_size(items * sizeof(int))}};
  xp::nd_launch(q, config, [=](sycl::nd_item<1> it) {
    auto *memory = static_cast<int *>(xp::get_work_group_scratch_memory());
    memory[it.get_local_id(0)] = static_cast<int>(it.get_global_id(0));
    sycl::group_barrier(it.get_group());
    x[it.get_global_id(0)] = static_cast<int *>(xp::get_work_group_scratch_memory())[items - 1 - it.get_local_id(0)];
  });
  q.wait();
  for (std::size_t i = 0; i < items * groups; ++i)
    EXPECT_EQ(x[i], static_cast<int>(i / items * items + items - 1 - i % items));
}

TEST_P(GroupVariables, ScratchMemoryComesBesideLocalAccessorsAndStatics) {
  int *x = shared<int>(items * groups), *sum = shared<int>(1);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> first(items + 1, h), second(items, h);
     h.parallel_for(sycl::nd_range<1>(items * groups, items),
                    xp::properties{xp::work_group_scratch_size(items * sizeof(int))},
                    sycl::reduction(sum, sycl::plus<>()), [=](sycl::nd_item<1> it, auto &total) {
                      static xp::work_group_static<int[items]> third;
                      auto *fourth = static_cast<int *>(xp::get_work_group_scratch_memory());
                      const auto i = it.get_local_id(0);
                      first[i] = 1;
                      second[i] = 20;
                      third[i] = 300;
                      fourth[i] = 4000;
                      sycl::group_barrier(it.get_group());
                      const auto other = (i + 7) % items;
                      x[it.get_global_id(0)] = first[other] + second[other] + third[other] + fourth[other];
                      total += fourth[other];
                    });
   }).wait();
  for (std::size_t i = 0; i < items * groups; ++i)
    EXPECT_EQ(x[i], 4321);
  EXPECT_EQ(*sum, static_cast<int>(items * groups) * 4000);
}

namespace {
/// What each work-item of a group reads back out of `ints` numbers of the group's own beside `more` of the launch's.
template <std::size_t ints> std::vector<int> read_back(sycl::queue &q, std::size_t more) {
  constexpr std::size_t size = 256;
  std::vector<int> all(size);
  {
    sycl::buffer<int> results(all.data(), size);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(results, h, sycl::write_only);
      sycl::local_accessor<int> beside(more, h);
      h.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
        auto &own = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[ints]>(it.get_group());
        const std::size_t i = it.get_local_id(0), other = (i + 100) % size;
        for (std::size_t at = i; at < ints; at += size)
          own[at] = static_cast<int>(at);
        for (std::size_t at = i; at < more; at += size)
          beside[at] = -static_cast<int>(at);
        const int many = sycl::reduce_over_group(it.get_group(), 1, sycl::plus<>());
        int wrong = 0;
        for (std::size_t at = other; at < ints; at += size)
          wrong += own[at] != static_cast<int>(at);
        for (std::size_t at = other; at < more; at += size)
          wrong += beside[at] != -static_cast<int>(at);
        out[i] = wrong + many;
      });
    });
  }
  return all;
}

template <std::size_t ints> void expect_read_back(sycl::queue &q, std::size_t more) {
  for (const int found : read_back<ints>(q, more))
    ASSERT_EQ(found, 256) << ints << " and " << more;
}
constexpr std::size_t kilo = 1024 / sizeof(int); // numbers
} // namespace

TEST_P(GroupVariables, AreAsLargeAsTheDevicesLocalMemory) {
  const std::size_t all = q.get_device().get_info<sycl::info::device::local_mem_size>() / sizeof(int);
  expect_read_back<30 * kilo>(q, 1);
  expect_read_back<47 * kilo>(q, 1);
  if (all < 96 * kilo)
    GTEST_SKIP() << "no more than " << all * sizeof(int) << " bytes of local memory";
  for (const std::size_t more : {17 * kilo, 20 * kilo, 64 * kilo})
    expect_read_back<30 * kilo>(q, more);
  expect_read_back<80 * kilo>(q, 3);
  expect_read_back<48 * kilo>(q, 40 * kilo);
}

TEST_P(GroupVariables, OfMoreThanTheDeviceHasAreRefusedByTheLaunch) {
  const std::size_t all = q.get_device().get_info<sycl::info::device::local_mem_size>() / sizeof(int);
  const auto launch = [&](std::size_t more) { return code_thrown_by([&] { read_back<30 * kilo>(q, more); }); };
  EXPECT_EQ(launch(all + 1), sycl::errc::memory_allocation);
  if (q.get_device().is_gpu() && q.get_backend() == sycl::backend::ext_oneapi_cuda) {
    EXPECT_EQ(launch(all - 31 * kilo), sycl::errc::success);
    EXPECT_EQ(launch(all - 30 * kilo + 1), sycl::errc::nd_range);
    EXPECT_EQ(launch(30 * kilo), sycl::errc::success);
  }
}

namespace {
struct AsksForScratch {
  int *x;
  std::size_t bytes;
  void operator()(sycl::nd_item<1> it) const {
    auto *memory = static_cast<int *>(xp::get_work_group_scratch_memory());
    memory[it.get_local_id(0)] = static_cast<int>(it.get_local_id(0));
    sycl::group_barrier(it.get_group());
    x[it.get_local_id(0)] = memory[items - 1 - it.get_local_id(0)];
  }
  auto get(xp::properties_tag) const { return xp::properties{xp::work_group_scratch_size(bytes)}; }
};
} // namespace

TEST_P(GroupVariables, KernelsAskForScratchThemselves) {
  int *x = shared<int>(items);
  q.parallel_for(sycl::nd_range<1>(items, items), AsksForScratch{x, items * sizeof(int)}).wait();
  for (std::size_t i = 0; i < items; ++i)
    EXPECT_EQ(x[i], static_cast<int>(items - 1 - i));
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((xp::nd_range_kernel<1>))
void function_with_scratch(int *x, sycl::local_accessor<int> beside) {
  const auto it = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
  auto *memory = static_cast<int *>(xp::get_work_group_scratch_memory());
  const auto i = it.get_local_id(0);
  memory[i] = static_cast<int>(i);
  beside[i] = 1000;
  sycl::group_barrier(it.get_group());
  x[i] = memory[items - 1 - i] + beside[items - 1 - i];
}

TEST_P(GroupVariables, FunctionsAndKernelObjectsHaveScratch) {
  int *x = shared<int>(items);
  const xp::launch_config config{sycl::nd_range<1>(items, items),
                                 xp::properties{xp::work_group_scratch_size(items * sizeof(int))}};
  const auto check = [&] {
    q.wait();
    for (std::size_t i = 0; i < items; ++i)
      EXPECT_EQ(x[i], static_cast<int>(items - 1 - i) + 1000);
    q.memset(x, 0, items * sizeof(int)).wait();
  };
  xp::submit(q, [&](sycl::handler &h) {
    xp::nd_launch(h, config, xp::kernel_function<function_with_scratch>, x, sycl::local_accessor<int>(items, h));
  });
  check();
  const auto bundle = xp::get_kernel_bundle<function_with_scratch, sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel kernel = bundle.ext_oneapi_get_kernel<function_with_scratch>();
  xp::submit(q, [&](sycl::handler &h) { xp::nd_launch(h, config, kernel, x, sycl::local_accessor<int>(items, h)); });
  check();
}

TEST_P(GroupVariables, ALaunchWithoutScratchIsRefused) {
  int *x = shared<int>(items);
  const auto refused = [&](auto launch) {
    try {
      launch();
      q.wait();
    } catch (const sycl::exception &e) {
      return e.code() == sycl::errc::memory_allocation &&
             std::string_view(e.what()).find("work_group_scratch_size") != std::string_view::npos;
    }
    return false;
  };
  const sycl::nd_range<1> space(items, items);
  EXPECT_TRUE(refused([&] {
    q.parallel_for(space, [=](sycl::nd_item<1> it) {
      static_cast<int *>(xp::get_work_group_scratch_memory())[it.get_local_id(0)] = 1;
      sycl::group_barrier(it.get_group());
      x[it.get_local_id(0)] = static_cast<int *>(xp::get_work_group_scratch_memory())[0];
    });
  }));
  EXPECT_TRUE(refused([&] {
    xp::submit(q, [&](sycl::handler &h) {
      xp::nd_launch(h, space, xp::kernel_function<function_with_scratch>, x, sycl::local_accessor<int>(items, h));
    });
  }));
}

TEST_P(GroupVariables, MoreThanADeviceHasIsRefused) {
  int *x = shared<int>(items);
  const auto more = q.get_device().get_info<sycl::info::device::local_mem_size>() + 4;
  EXPECT_EQ(code_thrown_by([&] { q.parallel_for(sycl::nd_range<1>(items, items), AsksForScratch{x, more}).wait(); }),
            sycl::errc::memory_allocation);
  EXPECT_EQ(code_thrown_by(
                [&] { q.parallel_for(sycl::nd_range<1>(items, items), AsksForScratch{x, ~std::size_t{0}}).wait(); }),
            sycl::errc::memory_allocation);
}

WEFT_EACH_DEVICE(GroupVariables);

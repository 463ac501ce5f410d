// Local memory of a graph's kernels whose size changes between submissions (sycl_ext_oneapi_graph).
#include <unordered_set>
#include <vector>

#include "devices.hpp"
#include "thrown.hpp"

namespace {

namespace xp = sycl::ext::oneapi::experimental;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((xp::nd_range_kernel<1>))
void sum_group(xp::dynamic_work_group_memory<int[]> memory, int *to) {
  const auto it = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
  auto local = memory.get();
  local[it.get_local_id(0)] = static_cast<int>(it.get_local_id(0));
  sycl::group_barrier(it.get_group());
  int sum = 0;
  for (std::size_t i = 0; i < it.get_local_range(0); ++i)
    sum += local[i];
  to[it.get_global_id(0)] = sum;
}

class DynamicMemory : public EachDevice {
public:
  static constexpr int n = 512;
  xp::command_graph<> graph{q};
};
WEFT_EACH_DEVICE(DynamicMemory);

} // namespace

TEST_P(DynamicMemory, ExtentsOfLocalAccessorsChange) {
  int *to = shared<int>(n);
  xp::dynamic_local_accessor<int, 2> first(graph, sycl::range<2>(4, 8));
  xp::dynamic_local_accessor<char> second(3);
  auto node = graph.add([&](sycl::handler &h) {
    sycl::local_accessor<int> fixed(5, h);
    h.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) {
      const auto a = first.get();
      const auto b = second.get();
      const auto i = it.get_local_id(0), width = a.get_range()[1];
      a[i / width][i % width] = static_cast<int>(i);
      if (i == 0) {
        for (std::size_t k = 0; k < fixed.size(); ++k)
          fixed[k] = 100;
        for (char &c : b)
          c = 7;
      }
      sycl::group_barrier(it.get_group());
      int sum = 0;
      for (std::size_t y = 0; y < a.get_range()[0]; ++y)
        for (std::size_t x = 0; x < width; ++x)
          sum += a[y][x];
      for (const int k : fixed)
        sum += k;
      for (const char c : b)
        sum += c;
      to[it.get_global_id(0)] = sum;
    });
  });
  auto executable = graph.finalize(xp::property::graph::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[n - 1], 31 * 32 / 2 + 500 + 21);

  first.update(sycl::range<2>(2, 64));
  second.update(10);
  q.ext_oneapi_graph(executable).wait(); // which was not updated yet
  EXPECT_EQ(to[n - 1], 31 * 32 / 2 + 500 + 21);
  node.update_nd_range(sycl::nd_range<1>(n, 128));
  executable.update(node);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[0], 127 * 128 / 2 + 500 + 70);
  EXPECT_EQ(to[n - 1], to[0]);
}

TEST_P(DynamicMemory, FunctionsTakeItAsAParameter) {
  int *to = shared<int>(n);
  xp::dynamic_work_group_memory<int[]> memory(16);
  const auto k = xp::get_kernel_bundle<sum_group, sycl::bundle_state::executable>(q.get_context())
                     .ext_oneapi_get_kernel<sum_group>();
  auto node = graph.add([&](sycl::handler &h) {
    h.set_args(memory, to);
    h.parallel_for(sycl::nd_range<1>(n, 16), k);
  });
  auto executable = graph.finalize(xp::property::graph::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[n - 1], 15 * 16 / 2);
  memory.update(256);
  node.update_nd_range(sycl::nd_range<1>(n, 256));
  executable.update(node);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[n - 1], 255 * 256 / 2);
}

TEST_P(DynamicMemory, CommandGroupsShareIt) {
  int *to = shared<int>(n);
  xp::dynamic_work_group_memory<int[][2]> memory(graph, 8);
  const auto of_size = [&](std::size_t size, int factor) {
    return [=](sycl::handler &h) {
      h.set_arg(0, memory);
      auto pairs = memory.get(h);
      h.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> it) {
        const auto i = it.get_local_id(0);
        pairs[i][0] = factor;
        pairs[i][1] = static_cast<int>(i);
        sycl::group_barrier(it.get_group());
        const auto other = it.get_local_range(0) - 1 - i;
        to[it.get_global_id(0)] = pairs[other][0] * pairs[other][1];
      });
    };
  };
  xp::dynamic_command_group group(graph, {of_size(8, 3), of_size(64, 5)});
  auto node = graph.add(group);
  auto executable = graph.finalize(xp::property::graph::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[0], 3 * 7);
  memory.update(64);
  group.set_active_index(1);
  executable.update(node);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(to[0], 5 * 63);
  EXPECT_EQ(to[1], 5 * 62);
}

TEST_P(DynamicMemory, NamesOneMemory) {
  const xp::dynamic_local_accessor<int> a(4), b(4), same = a;
  const xp::dynamic_work_group_memory<int[]> c(4), d(c);
  EXPECT_TRUE(a == same && a != b && c == d);
  std::unordered_set<xp::dynamic_local_accessor<int>> all{a, b, same};
  EXPECT_EQ(all.size(), 2u);
  EXPECT_EQ(std::hash<xp::dynamic_work_group_memory<int[]>>()(c), std::hash<xp::dynamic_work_group_memory<int[]>>()(d));
  static_assert(std::is_trivially_copyable_v<decltype(a)> && std::is_trivially_copyable_v<decltype(c)>);
  EXPECT_EQ(code_thrown_by([&] { // no work-groups
              q.submit([&](sycl::handler &h) { h.parallel_for(4, [=](sycl::id<1>) { a.get()[0] = 1; }); });
            }),
            sycl::errc::kernel_argument);
}

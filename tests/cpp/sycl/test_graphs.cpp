// Graphs: recorded, added node by node, submitted again and again (sycl_ext_oneapi_graph).
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "devices.hpp"

namespace {

namespace syclexp = sycl::ext::oneapi::experimental;
using syclexp::node_type;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void add_to_all(int *to, int value) {
  to[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)] += value;
}

class Graphs : public EachDevice {
public:
  syclexp::command_graph<> graph{q};
};
WEFT_EACH_DEVICE(Graphs);

TEST_P(Graphs, RecordedCommandsRunWhenSubmittedOnly) {
  constexpr int n = 100;
  int *a = shared<int>(n), *sum = shared<int>(1);
  EXPECT_TRUE(graph.begin_recording(q));
  EXPECT_FALSE(graph.begin_recording(q));
  sycl::queue elsewhere(sycl::context(q.get_device()), q.get_device());
  EXPECT_THROW(graph.begin_recording(elsewhere), sycl::exception);
  EXPECT_EQ(q.ext_oneapi_get_state(), syclexp::queue_state::recording);
  const sycl::event first = q.parallel_for(n, [=](sycl::id<1> i) { a[i] += static_cast<int>(i); });
  const sycl::event second = q.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.parallel_for(n, [=](sycl::id<1> i) { a[i] *= 2; });
  });
  const sycl::event third = q.submit([&](sycl::handler &h) {
    h.depends_on(second);
    h.single_task([=] {
      *sum = 0;
      for (int i = 0; i < n; ++i)
        *sum += a[i];
    });
  });
  EXPECT_THROW(q.wait(), sycl::exception);
  EXPECT_THROW(third.wait(), sycl::exception);
  EXPECT_TRUE(graph.end_recording(q));
  EXPECT_EQ(q.ext_oneapi_get_state(), syclexp::queue_state::executing);
  q.wait();
  EXPECT_EQ(*sum, 0);

  auto executable = graph.finalize();
  int expected = 0, value = 0;
  for (int round = 0; round < 3; ++round) {
    value = 2 * (value + 1); // of the element 1, in units of its index
    expected = value * n * (n - 1) / 2;
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(*sum, expected);
  }
  q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(executable); });
  q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(executable); }).wait(); // after the one before
  value = 2 * (2 * (value + 1) + 1);
  EXPECT_EQ(*sum, value * n * (n - 1) / 2);
}

TEST_P(Graphs, NodesAreAddedWithEdges) {
  constexpr int n = 16;
  float *x = shared<float>(n), *y = shared<float>(n), *dot = shared<float>(1);
  auto a = graph.add([&](sycl::handler &h) { h.fill(x, 2.0f, n); });
  auto b = graph.add([&](sycl::handler &h) { h.parallel_for(n, [=](sycl::id<1> i) { y[i] = 3.0f; }); });
  auto join = graph.add({syclexp::property::node::depends_on(a, b)});
  auto c = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(n, sycl::reduction(dot, 0.0f, sycl::plus<>()),
                       [=](sycl::id<1> i, auto &s) { s += x[i] * y[i]; });
      },
      {syclexp::property::node::depends_on(join)});
  auto d = graph.add([&](sycl::handler &h) { h.host_task([=] { *dot += 1; }); },
                     {syclexp::property::node::depends_on_all_leaves()});
  EXPECT_EQ(a.get_type(), node_type::memfill);
  EXPECT_EQ(b.get_type(), node_type::kernel);
  EXPECT_EQ(join.get_type(), node_type::empty);
  EXPECT_EQ(d.get_type(), node_type::host_task);
  EXPECT_EQ(graph.get_nodes().size(), 5u);
  EXPECT_EQ(graph.get_root_nodes(), (std::vector{a, b}));
  EXPECT_EQ(join.get_predecessors(), (std::vector{a, b}));
  EXPECT_EQ(c.get_successors(), std::vector{d});
  EXPECT_THROW(graph.make_edge(d, a), sycl::exception);
  syclexp::command_graph<> other(q);
  EXPECT_THROW(other.add({syclexp::property::node::depends_on(a)}), sycl::exception);

  auto executable = graph.finalize();
  for (int round = 0; round < 2; ++round) {
    *dot = 0;
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(*dot, 6.0f * n + 1);
  }
  const std::string path = testing::TempDir() + "weft_graph.dot";
  graph.print_graph(path);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_NE(text.str().find("host_task"), std::string::npos);
}

TEST_P(Graphs, RangesOfNodesAreChanged) {
  constexpr int n = 64;
  int *a = shared<int>(n), *b = shared<int>(n);
  auto plain = graph.add([&](sycl::handler &h) {
    h.parallel_for(sycl::range<2>(2, 4), [=](sycl::item<2> it) { a[it.get_linear_id()] += 1; });
  });
  auto grouped = graph.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(8, 4),
                   [=](sycl::nd_item<1> it) { b[it.get_global_id(0)] += static_cast<int>(it.get_local_range(0)); });
  });
  auto copied = graph.add([&](sycl::handler &h) { h.memset(b + 48, 0, sizeof(int)); });
  auto executable = graph.finalize();
  plain.update_range(sycl::range<2>(3, 16));
  grouped.update_nd_range(sycl::nd_range<1>(32, 8));
  q.ext_oneapi_graph(executable).wait(); // nothing changed yet
  EXPECT_EQ(std::count(a, a + n, 1), 8);
  EXPECT_EQ(std::count(b, b + n, 4), 8);
  executable.update(std::vector{plain, grouped});
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(std::count(a, a + 48, 0), 0);
  EXPECT_EQ(std::count(a, a + n, 0), 16);
  EXPECT_EQ(std::count(b, b + n, 8) + std::count(b, b + n, 12), 32);
  EXPECT_THROW(plain.update_range(sycl::range<1>(4)), sycl::exception);
  EXPECT_THROW(plain.update_nd_range(sycl::nd_range<2>({4, 4}, {2, 2})), sycl::exception);
  EXPECT_THROW(copied.update_range(sycl::range<1>(4)), sycl::exception);
  syclexp::command_graph<> other(q);
  auto foreign = other.add([&](sycl::handler &h) { h.memset(a, 0, 4); });
  EXPECT_THROW(executable.update(foreign), sycl::exception);
}

TEST_P(Graphs, BuffersOrderWhatIsRecorded) {
  constexpr int n = 32;
  std::vector<int> result(n);
  sycl::buffer<int> a{sycl::range<1>(n)}, b{sycl::range<1>(n)};
  graph.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    sycl::accessor w(a, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) { w[i] = static_cast<int>(i); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor r(a, h, sycl::read_only);
    sycl::accessor w(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) { w[i] = r[i] * 10; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor r(b, h, sycl::read_only);
    h.copy(r, result.data());
  });
  graph.end_recording();
  EXPECT_EQ(graph.get_root_nodes().size(), 1u);
  auto executable = graph.finalize();
  for (int round = 0; round < 2; ++round) {
    std::fill(result.begin(), result.end(), -1);
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(result[7], 70);
    EXPECT_EQ(result[n - 1], 10 * (n - 1));
  }
}

TEST_P(Graphs, EdgesShowTheOrderThatBuffersQueuesAndBarriersAskFor) {
  sycl::buffer<int> all{sycl::range<1>(100)}, front(all, 0, 50), back(all, 50, 50);
  sycl::queue in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  int *v = shared<int>(1);
  const auto write = [&](sycl::buffer<int> &b) {
    q.submit([&](sycl::handler &h) {
      const sycl::accessor a(b, h, sycl::write_only);
      h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] = 1; });
    });
  };
  graph.begin_recording(q);
  write(all);
  write(back);
  q.submit([&](sycl::handler &h) {
    const sycl::accessor a(front, h, sycl::read_only);
    h.single_task([=] { *v = a[0]; });
  });
  graph.end_recording();
  graph.begin_recording(in_order);
  in_order.single_task([=] { *v = 1; });
  in_order.single_task([=] { *v = 2; });
  graph.end_recording();
  graph.begin_recording(q);
  q.ext_oneapi_submit_barrier();
  q.single_task([=] { *v = 3; });
  graph.end_recording();
  const std::vector<syclexp::node> nodes = graph.get_nodes();
  ASSERT_EQ(nodes.size(), 7u);
  EXPECT_EQ(nodes[1].get_predecessors(), std::vector{nodes[0]});
  EXPECT_EQ(nodes[2].get_predecessors(), std::vector{nodes[0]});
  EXPECT_EQ(nodes[3].get_predecessors(), std::vector<syclexp::node>());
  EXPECT_EQ(nodes[4].get_predecessors(), std::vector{nodes[3]});
  EXPECT_EQ(nodes[5].get_predecessors(), (std::vector{nodes[1], nodes[2], nodes[4]}));
  EXPECT_EQ(nodes[6].get_predecessors(), std::vector{nodes[5]});
}

TEST_P(Graphs, BuffersOverConstMemoryMayBeWrittenLater) {
  const std::vector<int> given = {1, 2, 3, 4};
  int *const out = shared<int>(4);
  sycl::buffer<int> a(given.data(), sycl::range<1>(4));
  graph.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    sycl::accessor r(a, h, sycl::read_only);
    h.parallel_for(4, [=](sycl::id<1> i) { out[i] = r[i] * 10; });
  });
  graph.end_recording();
  auto executable = graph.finalize();
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(out[3], 40);
  q.submit([&](sycl::handler &h) {
     sycl::accessor w(a, h, sycl::read_write);
     h.parallel_for(4, [=](sycl::id<1> i) { w[i] += 5; });
   }).wait();
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(out[3], 90);
  EXPECT_EQ(given[3], 4);
}

TEST_P(Graphs, QueuesInOrderAndBarriersMakeChains) {
  sycl::queue in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  int *v = shared<int>(1);
  graph.begin_recording(in_order);
  in_order.single_task([=] { *v = *v * 2 + 1; });
  in_order.memcpy(v + 0, v, 0);
  in_order.single_task([=] { *v *= 3; });
  // A queue that is given an event of the graph is recorded, too.
  const sycl::event barrier = in_order.ext_oneapi_submit_barrier();
  q.single_task(barrier, [=] { *v += 100; });
  EXPECT_EQ(q.ext_oneapi_get_state(), syclexp::queue_state::recording);
  graph.end_recording();
  EXPECT_EQ(q.ext_oneapi_get_state(), syclexp::queue_state::executing);
  EXPECT_EQ(*v, 0);
  auto executable = graph.finalize();
  in_order.ext_oneapi_graph(executable);
  in_order.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*v, ((0 * 2 + 1) * 3 + 100) * 2 * 3 + 3 + 100);
  EXPECT_THROW(q.single_task(barrier, [] {}), sycl::exception); // recorded, and nobody records now
}

TEST_P(Graphs, GraphsHoldGraphsAndAreUpdated) {
  int *v = shared<int>(2);
  auto first = graph.add([&](sycl::handler &h) { h.single_task([=] { v[0] += 1; }); });
  auto inner = graph.finalize(syclexp::property::graph::updatable());
  syclexp::command_graph<> outer(q), changed(q);
  auto sub = outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(inner); });
  outer.add([&](sycl::handler &h) { h.single_task([=] { v[1] += v[0]; }); },
            {syclexp::property::node::depends_on(sub)});
  EXPECT_EQ(sub.get_type(), node_type::subgraph);
  auto executable = outer.finalize();
  q.ext_oneapi_graph(executable);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[0], 2);
  EXPECT_EQ(v[1], 3);

  changed.add([&](sycl::handler &h) { h.single_task([=] { v[0] += 10; }); });
  inner.update(changed);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[1], 3 + 12);
  inner.update(first); // it is still the graph that holds this node
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[0], 13);
  changed.add([&](sycl::handler &h) { h.memset(v, 0, 4); });
  EXPECT_THROW(inner.update(changed), sycl::exception);
}

TEST_P(Graphs, DynamicParametersChangeArguments) {
  constexpr int n = 32;
  int *a = shared<int>(n), *b = shared<int>(n), *c = shared<int>(n);
  syclexp::dynamic_parameter to(graph, a);
  syclexp::dynamic_parameter by(graph, 3);
  const auto k = syclexp::get_kernel_bundle<add_to_all, sycl::bundle_state::executable>(q.get_context())
                     .ext_oneapi_get_kernel<add_to_all>();
  auto function = graph.add([&](sycl::handler &h) {
    h.set_args(to, by);
    h.parallel_for(sycl::nd_range<1>(n, 8), k);
  });
  auto captures = graph.add(
      [&](sycl::handler &h) {
        h.set_arg(0, to);
        h.parallel_for(n, [=](sycl::id<1> i) { a[i] *= 10; });
      },
      {syclexp::property::node::depends_on(function)});
  auto executable = graph.finalize(syclexp::property::graph::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(a[n - 1], 30);

  to.update(b);
  by.update(4);
  q.ext_oneapi_graph(executable).wait(); // which was not updated yet
  EXPECT_EQ(a[n - 1], 330);
  executable.update({function, captures});
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(b[n - 1], 40);
  to.update(c);
  auto later = graph.finalize();
  q.ext_oneapi_graph(later).wait();
  EXPECT_EQ(c[n - 1], 40);
  EXPECT_EQ(a[n - 1], 330);

  const int twice = 7;
  syclexp::dynamic_parameter many(twice);
  EXPECT_THROW(graph.add([&](sycl::handler &h) { // which of the two?
    const int other = twice;
    h.set_arg(0, many);
    h.single_task([=] { a[0] = twice + 2 * other; });
  }),
               sycl::exception);
  EXPECT_THROW(q.submit([&](sycl::handler &h) { // no graph
    h.set_args(to, by);
    h.parallel_for(sycl::nd_range<1>(n, 8), k);
  }),
               sycl::exception);
}

TEST_P(Graphs, NodesAreOneOfSeveralCommandGroups) {
  int *v = shared<int>(4);
  syclexp::dynamic_parameter to(graph, v);
  syclexp::dynamic_command_group group(graph, {[=](sycl::handler &h) { h.single_task([=] { v[0] += 1; }); },
                                               [=](sycl::handler &h) {
                                                 h.set_arg(0, to);
                                                 h.parallel_for(2, [=](sycl::id<1> i) { v[i] += 10; });
                                               }});
  auto node = graph.add(group);
  EXPECT_EQ(node.get_type(), node_type::kernel);
  auto executable = graph.finalize(syclexp::property::graph::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[0], 1);
  group.set_active_index(1);
  EXPECT_EQ(group.get_active_index(), 1u);
  executable.update(node);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[0], 11);
  EXPECT_EQ(v[1], 10);
  to.update(v + 2);
  node.update_range(sycl::range<1>(1));
  executable.update(node);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(v[2], 10);
  EXPECT_EQ(v[3], 0);
  EXPECT_THROW(group.set_active_index(2), sycl::exception);
  EXPECT_THROW(syclexp::command_graph<>(q).add(group), sycl::exception);
  const auto copies = [=](sycl::handler &h) { h.memset(v, 0, 4); };
  EXPECT_THROW(syclexp::dynamic_command_group(graph, {copies}), sycl::exception);
}

} // namespace

// What the classes of sycl_ext_oneapi_graph ask of graphs.
#include <fstream>

#include "sycl/graph.hpp"
#include "sycl/requirements.hpp"

namespace sycl {

using namespace weft::sycl_api;
using weft::Errc;
using weft::Error;
namespace runtime = weft::runtime;

namespace detail {

std::shared_ptr<Graph> make_graph(const context &c, const device &d) {
  return std::make_shared<Graph>(context_of(c), device_of(d));
}

queue queue_of_recorder(const graph_recorder &recorder) {
  return make(std::shared_ptr<runtime::Queue>(recorder));
}

graph_recorder start_node(Graph &graph, const std::vector<graph_node> &before, bool all_leaves) {
  return translated([&] { return graph.start_node(before, all_leaves); });
}

graph_node finish_node(Graph &graph, Recorder &recorder) {
  return graph.finish_node(recorder);
}

std::vector<graph_node> nodes_of(const Graph &graph) {
  return graph.nodes();
}

ext::oneapi::experimental::node_type type_of(const GraphNode &node) {
  return node.kind;
}

std::vector<graph_node> neighbours_of(const GraphNode &node, bool before) {
  if (before)
    return node.before;
  std::vector<graph_node> after;
  for (const auto &n : node.after)
    if (auto there = n.lock())
      after.push_back(std::move(there));
  return after;
}

graph_node node_of(const event &e) {
  return translated([&] {
    graph_node node = recorded_node(event_of(e));
    if (node == nullptr)
      throw Error(Errc::invalid, "get_node_from_event: the event's command is not of a graph");
    return node;
  });
}

bool records(const queue &q) {
  return recorder_of(*queue_of(q)) != nullptr;
}

std::shared_ptr<Graph> graph_of(const queue &q) {
  return translated([&] {
    const auto recorder = recorder_of(*queue_of(q));
    if (recorder == nullptr)
      throw Error(Errc::invalid, "ext_oneapi_get_graph: the queue does not record");
    return recorder->graph();
  });
}

event submit_graph(const queue &q, const std::shared_ptr<ExecutableGraph> &graph, event_list depends) {
  return submit_command(q, depends, [&](runtime::Queue &queue, runtime::Events events) {
    if (queue.context().get() != &graph->context())
      throw Error(Errc::invalid, "ext_oneapi_graph: the queue has another context than the graph");
    if (auto *const recorder = dynamic_cast<Recorder *>(&queue))
      return recorder->add(
          NodeKind::subgraph, [graph](runtime::Queue &on, runtime::Events before) { return graph->submit(on, before); },
          events);
    return graph->submit(queue, events);
  });
}

} // namespace detail

namespace ext::oneapi::experimental {

namespace {
const char *name_of(node_type type) {
  constexpr const char *names[] = {
      "empty",     "subgraph",           "kernel",    "memcpy",        "memset", "memfill", "prefetch",
      "memadvise", "ext_oneapi_barrier", "host_task", "native_command"};
  return names[static_cast<int>(type)];
}
} // namespace

void command_graph<graph_state::executable>::update(const command_graph<graph_state::modifiable> &other) {
  translated([&] { impl_->update(*other.impl_); });
}

command_graph<graph_state::executable> command_graph<graph_state::modifiable>::finalize(const property_list &) const {
  return command_graph<graph_state::executable>(std::make_shared<ExecutableGraph>(*impl_));
}

bool command_graph<graph_state::modifiable>::begin_recording(queue &q, const property_list &) {
  return translated([&] { return impl_->begin_recording(queue_of(q)); });
}
bool command_graph<graph_state::modifiable>::end_recording() {
  return impl_->end_recording();
}
bool command_graph<graph_state::modifiable>::end_recording(queue &q) {
  return translated([&] { return impl_->end_recording(*queue_of(q)); });
}

void command_graph<graph_state::modifiable>::make_edge(node &from, node &to) {
  translated([&] { impl_->connect(from.impl_, to.impl_); });
}

void command_graph<graph_state::modifiable>::print_graph(const std::string &path, bool) const {
  std::ofstream out(path);
  out << "digraph dot {\n";
  for (const auto &node : impl_->nodes()) {
    out << "\"" << node.get() << "\" [label=\"" << name_of(node->kind) << "\"];\n";
    for (const auto &before : node->before)
      out << "\"" << before.get() << "\" -> \"" << node.get() << "\";\n";
  }
  out << "}\n";
  if (!out.flush())
    throw exception(make_error_code(errc::invalid), "print_graph: cannot write " + path);
}

} // namespace ext::oneapi::experimental
} // namespace sycl

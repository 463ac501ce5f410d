// What the classes of sycl_ext_oneapi_graph ask of graphs.
#include <fstream>

#include "sycl/dynamic_graph.hpp"
#include "sycl/graph.hpp"
#include "sycl/requirements.hpp"

namespace sycl::inline _V1 {

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

graph_node finish_node(Graph &graph, Recorder &recorder) {
  return graph.finish_node(recorder);
}

ext::oneapi::experimental::node_type type_of(const GraphNode &node) {
  return node.kind;
}

graph_node node_of(const event &e) {
  return translated([&] {
    graph_node node = recorded_node(event_of(e));
    if (node == nullptr)
      throw Error(Errc::invalid, "get_node_from_event: the event's command is not of a graph");
    return node;
  });
}

std::shared_ptr<DynamicParameter> make_dynamic_parameter(const kernel_argument &value) {
  return translated([&] { return std::make_shared<DynamicParameter>(value); });
}
kernel_argument argument_of(const std::shared_ptr<DynamicParameter> &parameter) {
  kernel_argument a = parameter->value();
  a.dynamic = parameter;
  return a;
}
void set_dynamic_parameter(DynamicParameter &parameter, const kernel_argument &value) {
  translated([&] { parameter.set(value); });
}
void bind_captures(const event &launched, const std::vector<kernel_argument> &arguments) {
  translated([&] {
    for (const kernel_argument &a : arguments)
      if (a.dynamic != nullptr)
        a.dynamic->bind(recorded_kernel(launched));
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

void set_node_range(const graph_node &node, const kernel_range &given) {
  runtime::NdRange range;
  range.dims = given.dims;
  const bool has_groups = given.local[0] != 0;
  if (has_groups)
    range.local = {1, 1, 1};
  for (std::size_t d = 0, dims = static_cast<std::size_t>(given.dims); d < dims; ++d) {
    range.global[dims - 1 - d] = given.global[d];
    if (has_groups)
      range.local[dims - 1 - d] = given.local[d];
  }
  translated([&] { node->set_range(range); });
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

std::vector<node> node::all(std::vector<sycl::detail::graph_node> nodes) {
  std::vector<node> made;
  for (auto &n : nodes)
    made.push_back(node(std::move(n)));
  return made;
}
std::vector<node> node::get_predecessors() const {
  return all(impl_->before);
}
std::vector<node> node::get_successors() const {
  std::vector<sycl::detail::graph_node> after;
  for (const auto &n : impl_->after)
    if (auto there = n.lock())
      after.push_back(std::move(there));
  return all(std::move(after));
}

void command_graph<graph_state::executable>::update(const command_graph<graph_state::modifiable> &other) {
  translated([&] { impl_->update(*other.impl_); });
}

void command_graph<graph_state::executable>::update(const node &n) {
  update(std::vector{n});
}
void command_graph<graph_state::executable>::update(const std::vector<node> &nodes) {
  std::vector<Node> all;
  for (const node &n : nodes)
    all.push_back(n.impl_);
  translated([&] { impl_->update(all); });
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

bool command_graph<graph_state::modifiable>::begin_recording(const std::vector<queue> &queues,
                                                             const property_list &properties) {
  bool any = false;
  for (queue q : queues)
    any |= begin_recording(q, properties);
  return any;
}
bool command_graph<graph_state::modifiable>::end_recording(const std::vector<queue> &queues) {
  bool any = false;
  for (queue q : queues)
    any |= end_recording(q);
  return any;
}

std::vector<sycl::detail::graph_node> node::before(const property_list &properties) {
  std::vector<sycl::detail::graph_node> before;
  if (properties.has_property<property::node::depends_on>()) {
    const auto dependencies = properties.get_property<property::node::depends_on>();
    for (const node &n : dependencies.get_dependencies())
      before.push_back(n.impl_);
  }
  return before;
}

sycl::detail::graph_recorder command_graph<graph_state::modifiable>::start_node(const property_list &properties) const {
  using property::node::depends_on_all_leaves;
  return translated(
      [&] { return impl_->start_node(node::before(properties), properties.has_property<depends_on_all_leaves>()); });
}

node command_graph<graph_state::modifiable>::add(dynamic_command_group &group, const property_list &properties) {
  using property::node::depends_on_all_leaves;
  return translated([&] {
    return node(
        impl_->add_group(group.impl_, node::before(properties), properties.has_property<depends_on_all_leaves>()));
  });
}

dynamic_command_group::dynamic_command_group(const command_graph<graph_state::modifiable> &graph,
                                             const std::vector<std::function<void(handler &)>> &groups)
    : impl_(std::make_shared<DynamicGroup>(*graph.impl_)) {
  if (groups.empty())
    sycl::detail::throw_error(errc::invalid, "dynamic_command_group: no command groups given");
  for (const auto &group : groups) {
    const sycl::detail::graph_recorder recorder = impl_->start();
    sycl::detail::queue_of_recorder(recorder).submit(group);
    translated([&] { impl_->finish(*recorder); });
  }
}
std::size_t dynamic_command_group::get_active_index() const {
  return impl_->active_index();
}
void dynamic_command_group::set_active_index(std::size_t index) {
  translated([&] { impl_->activate(index); });
}

node command_graph<graph_state::modifiable>::add(const property_list &properties) {
  return node(impl_->finish_node(*start_node(properties)));
}

bool command_graph<graph_state::modifiable>::empty() const {
  return impl_->nodes().empty();
}
std::vector<node> command_graph<graph_state::modifiable>::get_nodes() const {
  return node::all(impl_->nodes());
}
std::vector<node> command_graph<graph_state::modifiable>::get_root_nodes() const {
  std::vector<node> roots = get_nodes();
  std::erase_if(roots, [](const node &n) { return !n.impl_->before.empty(); });
  return roots;
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
    detail::throw_error(errc::invalid, "print_graph: cannot write " + path);
}

} // namespace ext::oneapi::experimental
void handler::ext_oneapi_graph(const ext::oneapi::experimental::executable_command_graph &graph) {
  command([impl = graph.impl_](handler &h) { return detail::submit_graph(h.queue_, impl, h.depends()); });
}

ext::oneapi::experimental::queue_state queue::ext_oneapi_get_state() const {
  using ext::oneapi::experimental::queue_state;
  return recorder_of(*impl_) != nullptr ? queue_state::recording : queue_state::executing;
}
queue::modifiable_graph queue::ext_oneapi_get_graph() const {
  const auto recorder = recorder_of(*impl_);
  if (recorder == nullptr)
    detail::throw_error(errc::invalid, "ext_oneapi_get_graph: the queue does not record");
  return translated([&] { return modifiable_graph(recorder->graph()); });
}
event queue::ext_oneapi_graph(const executable_graph &graph) {
  return detail::submit_graph(*this, graph.impl_, {});
}
event queue::ext_oneapi_graph(const executable_graph &graph, const event &depends) {
  return detail::submit_graph(*this, graph.impl_, depends);
}
event queue::ext_oneapi_graph(const executable_graph &graph, const std::vector<event> &depends) {
  return detail::submit_graph(*this, graph.impl_, depends);
}

} // namespace sycl::inline _V1

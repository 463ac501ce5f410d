// Graphs: commands that are recorded or added one by one, and submitted as a whole (sycl_ext_oneapi_graph).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/handler.hpp>

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace weft::sycl_api {
class Graph;
class GraphNode;
class ExecutableGraph;
class Recorder;
class DynamicGroup;
} // namespace weft::sycl_api

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class graph_state { modifiable, executable };
enum class queue_state { executing, recording };
enum class node_type {
  empty,
  subgraph,
  kernel,
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
  native_command,
};

class node;
class dynamic_command_group;
template <graph_state State = graph_state::modifiable> class command_graph;

namespace property::graph {
class no_cycle_check {};
class assume_buffer_outlives_graph {};
class assume_data_outlives_buffer {};
class updatable {};
class enable_profiling {};
} // namespace property::graph

namespace property::node {
class depends_on_all_leaves {};
class depends_on {
public:
  template <class... Nodes> depends_on(const Nodes &...nodes);
  const std::vector<experimental::node> &get_dependencies() const noexcept { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};
} // namespace property::node

} // namespace ext::oneapi::experimental

WEFT_PROPERTY(10, ext::oneapi::experimental::property::graph::no_cycle_check)
WEFT_PROPERTY(11, ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph)
WEFT_PROPERTY(12, ext::oneapi::experimental::property::graph::assume_data_outlives_buffer)
WEFT_PROPERTY(13, ext::oneapi::experimental::property::graph::updatable)
WEFT_PROPERTY(14, ext::oneapi::experimental::property::graph::enable_profiling)
WEFT_PROPERTY(15, ext::oneapi::experimental::property::node::depends_on_all_leaves)
WEFT_PROPERTY(34, ext::oneapi::experimental::property::node::depends_on)

namespace detail {

using graph_node = std::shared_ptr<weft::sycl_api::GraphNode>;
using graph_recorder = std::shared_ptr<weft::sycl_api::Recorder>;

WEFT_API std::shared_ptr<weft::sycl_api::Graph> make_graph(const context &, const device &);
WEFT_API queue queue_of_recorder(const graph_recorder &);
WEFT_API graph_node finish_node(weft::sycl_api::Graph &, weft::sycl_api::Recorder &);
WEFT_API ext::oneapi::experimental::node_type type_of(const weft::sycl_api::GraphNode &);
WEFT_API void set_node_range(const graph_node &, const kernel_range &);
WEFT_API graph_node node_of(const event &); ///< Throws errc::invalid for events of commands that run.

} // namespace detail

namespace ext::oneapi::experimental {

/// A command of a graph.
class node {
public:
  node_type get_type() const { return sycl::detail::type_of(*impl_); }
  WEFT_API std::vector<node> get_predecessors() const;
  WEFT_API std::vector<node> get_successors() const;
  // Of a kernel, for executable graphs that are updated with the node.
  template <int D> void update_range(range<D> r) { sycl::detail::set_node_range(impl_, sycl::detail::range_of(r)); }
  template <int D> void update_nd_range(nd_range<D> r) {
    sycl::detail::set_node_range(impl_, sycl::detail::range_of(r));
  }
  static node get_node_from_event(const event &e) { return node(sycl::detail::node_of(e)); }

  friend bool operator==(const node &a, const node &b) noexcept { return a.impl_ == b.impl_; }
  friend bool operator!=(const node &a, const node &b) noexcept { return !(a == b); }

private:
  template <graph_state> friend class command_graph;
  friend struct std::hash<node>;
  explicit node(sycl::detail::graph_node impl) noexcept : impl_(std::move(impl)) {}
  static std::vector<node> all(std::vector<sycl::detail::graph_node> nodes);
  static std::vector<sycl::detail::graph_node> before(const property_list &properties); ///< depends_on

  sycl::detail::graph_node impl_;
};

namespace property::node {
template <class... Nodes> depends_on::depends_on(const Nodes &...nodes) : nodes_{nodes...} {}
} // namespace property::node

/// Commands that are submitted together, as often as the program likes. Copies are the same graph.
template <> class command_graph<graph_state::executable> {
public:
  /// Takes the commands of a graph of the same shape.
  WEFT_API void update(const command_graph<graph_state::modifiable> &);
  /// Takes what was changed of nodes of the graph that it was made from.
  WEFT_API void update(const node &n);
  WEFT_API void update(const std::vector<node> &nodes);

  friend bool operator==(const command_graph &a, const command_graph &b) noexcept { return a.impl_ == b.impl_; }
  friend bool operator!=(const command_graph &a, const command_graph &b) noexcept { return !(a == b); }

private:
  template <graph_state> friend class command_graph;
  friend class sycl::handler;
  friend class sycl::queue;
  friend struct std::hash<command_graph>;
  explicit command_graph(std::shared_ptr<weft::sycl_api::ExecutableGraph> impl) noexcept : impl_(std::move(impl)) {}
  std::shared_ptr<weft::sycl_api::ExecutableGraph> impl_;
};

/// Commands that are kept: those of queues between begin_recording and end_recording, and those that add() is given.
template <> class command_graph<graph_state::modifiable> {
public:
  command_graph(const context &c, const device &d, const property_list & = {})
      : impl_(sycl::detail::make_graph(c, d)) {}
  explicit command_graph(const queue &q, const property_list & = {}) : command_graph(q.get_context(), q.get_device()) {}

  WEFT_API command_graph<graph_state::executable> finalize(const property_list & = {}) const;

  /// True if the queue did not record before. What is submitted to it from now on is kept and not run.
  WEFT_API bool begin_recording(queue &, const property_list & = {});
  WEFT_API bool begin_recording(const std::vector<queue> &queues, const property_list & = {});
  WEFT_API bool end_recording();
  WEFT_API bool end_recording(queue &);
  WEFT_API bool end_recording(const std::vector<queue> &queues);

  /// A node that does nothing.
  WEFT_API node add(const property_list &properties = {});
  template <class CommandGroup, class = std::enable_if_t<std::is_invocable_v<CommandGroup &, handler &>>>
  node add(CommandGroup group, const property_list &properties = {}) {
    const sycl::detail::graph_recorder recorder = start_node(properties);
    sycl::detail::queue_of_recorder(recorder).submit(group);
    return node(sycl::detail::finish_node(*impl_, *recorder));
  }
  /// A node that is the active one of these command groups.
  WEFT_API node add(dynamic_command_group &group, const property_list &properties = {});
  WEFT_API void make_edge(node &from, node &to);

  /// In the language of Graphviz.
  WEFT_API void print_graph(const std::string &path, bool verbose = false) const;
  WEFT_API bool empty() const;
  WEFT_API std::vector<node> get_nodes() const;
  WEFT_API std::vector<node> get_root_nodes() const;

  friend bool operator==(const command_graph &a, const command_graph &b) noexcept { return a.impl_ == b.impl_; }
  friend bool operator!=(const command_graph &a, const command_graph &b) noexcept { return !(a == b); }

private:
  friend class command_graph<graph_state::executable>;
  friend class dynamic_command_group;
  friend class sycl::queue;
  friend struct std::hash<command_graph>;
  explicit command_graph(std::shared_ptr<weft::sycl_api::Graph> impl) noexcept : impl_(std::move(impl)) {}
  WEFT_API sycl::detail::graph_recorder start_node(const property_list &) const;

  std::shared_ptr<weft::sycl_api::Graph> impl_;
};

command_graph(const context &, const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {}) -> command_graph<graph_state::modifiable>;

/// Command groups, kernels or host tasks, of which nodes of a graph are one at a time. Copies are the same group.
class dynamic_command_group {
public:
  WEFT_API dynamic_command_group(const command_graph<graph_state::modifiable> &graph,
                                 const std::vector<std::function<void(handler &)>> &groups);

  WEFT_API std::size_t get_active_index() const;
  /// Of the nodes; executable graphs take it with update(node), or when they are made.
  WEFT_API void set_active_index(std::size_t index);

  friend bool operator==(const dynamic_command_group &a, const dynamic_command_group &b) noexcept {
    return a.impl_ == b.impl_;
  }
  friend bool operator!=(const dynamic_command_group &a, const dynamic_command_group &b) noexcept { return !(a == b); }

private:
  friend class command_graph<graph_state::modifiable>;
  std::shared_ptr<weft::sycl_api::DynamicGroup> impl_;
};

using executable_command_graph = command_graph<graph_state::executable>;

// As sycl_ext_oneapi_enqueue_functions has it.
inline void execute_graph(queue q, command_graph<graph_state::executable> &graph) {
  q.ext_oneapi_graph(graph);
}
inline void execute_graph(handler &h, command_graph<graph_state::executable> &graph) {
  h.ext_oneapi_graph(graph);
}

} // namespace ext::oneapi::experimental

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::ext::oneapi::experimental::node> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::node &n) const noexcept {
    return std::hash<sycl::detail::graph_node>()(n.impl_);
  }
};
template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::command_graph<State> &g) const noexcept {
    return std::hash<decltype(g.impl_)>()(g.impl_);
  }
};

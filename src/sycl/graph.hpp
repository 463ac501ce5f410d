// Graphs of commands that are kept and submitted again and again (sycl_ext_oneapi_graph).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sycl/ext/oneapi/experimental/graph.hpp>

#include "runtime/memory_object.hpp"
#include "runtime/queue.hpp"
#include "support/lock.hpp"

namespace weft::sycl_api {

class DynamicGroup;
class Graph;
class Recorder;
using NodeKind = ::sycl::ext::oneapi::experimental::node_type;

/// Submits what a command does, after these events.
using Replay = std::function<runtime::Event(runtime::Queue &, runtime::Events)>;

/// A launch with what it points to.
struct KeptLaunch {
  explicit KeptLaunch(const runtime::Launch &);
  KeptLaunch(const KeptLaunch &other) : KeptLaunch(other.launch) {}
  KeptLaunch &operator=(const KeptLaunch &) = delete;

  runtime::Launch launch;
  std::vector<std::byte> args;
  std::vector<codegen::Specialization::Constant> constants;
};

/// A command group of a graph. Its steps are the tasks that it takes, few of which are more than one.
class GraphNode {
public:
  struct Step {
    Replay run;
    std::vector<runtime::Requirement> requirements;
    std::vector<std::size_t> after;                ///< other steps of this node
    bool last = true;                              ///< no other step comes after it
    std::shared_ptr<const KeptLaunch> launch = {}; ///< of kernels
  };

  explicit GraphNode(const Graph &owner) : owner(&owner) {}

  /// Those that executable graphs take: of the active command group where there are several.
  const std::vector<Step> &current_steps() const;

  const Graph *owner; ///< what it was added to; may be gone
  NodeKind kind = NodeKind::empty;
  std::vector<Step> steps;
  std::shared_ptr<const DynamicGroup> group;      ///< has the steps instead
  std::vector<std::shared_ptr<GraphNode>> before; ///< what it depends on
  std::vector<std::weak_ptr<GraphNode>> after;

  /// Executable graphs launch the kernel over this range once they are updated with the node. Throws Error(invalid) for
  /// a node that is no kernel, or one over another form of range or other dimensions.
  void set_range(const runtime::NdRange &);
  /// The same with other bytes among its captures.
  void set_captures(std::size_t place, std::span<const std::byte> value);
  /// The same, of a step that is a kernel, with what `lay_out` writes among its captures, and the bytes of local memory
  /// that it gives.
  void set_local_memory(std::size_t step, const std::function<std::uint32_t(std::span<std::byte>)> &lay_out);

  bool depends_on(const GraphNode &) const; ///< Directly or through others.

private:
  void relaunch(std::shared_ptr<const KeptLaunch>, std::size_t step = 0);
};
using Node = std::shared_ptr<GraphNode>;

/// Nodes that can be added to. Thread-safe.
class Graph : public std::enable_shared_from_this<Graph> {
public:
  Graph(std::shared_ptr<runtime::Context>, std::shared_ptr<runtime::Device>);
  ~Graph();

  const std::shared_ptr<runtime::Context> &context() const noexcept { return context_; }
  const std::shared_ptr<runtime::Device> &device() const noexcept { return device_; }

  bool begin_recording(const std::shared_ptr<runtime::Queue> &);
  bool end_recording(const runtime::Queue &);
  bool end_recording(); ///< of all queues

  /// What is submitted to the result is one node, until finish() gives it.
  std::shared_ptr<Recorder> start_node(std::span<const Node> before, bool after_all_leaves);
  Node finish_node(Recorder &);
  /// The same for a command group that is recorded already.
  Node add_group(std::shared_ptr<const DynamicGroup>, std::span<const Node> before, bool after_all_leaves);

  /// Throws Error(invalid) for nodes of other graphs, and for an edge that closes a circle.
  void connect(const Node &from, const Node &to);
  std::vector<Node> nodes() const;

private:
  friend class Recorder;
  struct Use {
    Node node;
    std::size_t begin, end;
    bool writes;
  };

  Node add_node();
  void add_step(const Node &, GraphNode::Step, std::span<const Node> before);
  void order_by_memory(const Node &, const runtime::Requirement &);
  static void link(const Node &from, const Node &to);
  std::vector<Node> leaves() const;

  std::shared_ptr<runtime::Context> context_;
  std::shared_ptr<runtime::Device> device_;
  mutable RecursiveMutex mutex_;
  std::vector<Node> nodes_;
  std::map<const runtime::MemoryObject *, std::vector<Use>> uses_;
  std::vector<std::shared_ptr<Recorder>> recorders_;
};

/// Stands in for a queue: keeps what is submitted as nodes of a graph.
class Recorder : public runtime::Queue {
public:
  Recorder(std::shared_ptr<Graph>, const std::shared_ptr<runtime::Queue> &recorded, runtime::QueueProperties);

  /// The queue that is recorded; null where nodes are added one by one.
  const runtime::Queue *recorded() const noexcept { return recorded_.get(); }
  std::shared_ptr<Graph> graph() const;

  /// Runs `submit`, whose tasks need these.
  runtime::Event record(std::span<const runtime::Requirement>, runtime::Events,
                        const std::function<runtime::Event(runtime::Events)> &submit);
  runtime::Event add(NodeKind, Replay, runtime::Events, std::shared_ptr<const KeptLaunch> launch = {});

protected:
  runtime::Event do_launch(const runtime::Launch &, std::shared_ptr<runtime::Executable>, runtime::Events,
                           bool) override;
  runtime::Event do_copy(void *, const void *, std::size_t, runtime::Events, bool) override;
  runtime::Event do_fill(void *, std::span<const std::byte>, std::size_t, runtime::Events, bool) override;
  runtime::Event do_prefetch(const void *, std::size_t, runtime::Events) override;
  runtime::Event do_advise(const void *, std::size_t, int, runtime::Events) override;
  runtime::Event do_barrier(runtime::Events) override;
  runtime::Event do_marker(runtime::Events) override;
  runtime::Event do_host_task(std::function<void()>, runtime::Events) override;
  runtime::Event do_library_call(const char *name, std::shared_ptr<const void>, const runtime::LibraryCall &,
                                 runtime::Events, bool) override;
  std::vector<std::exception_ptr> take_errors() override { return {}; }

private:
  friend class Graph;

  std::weak_ptr<Graph> graph_;
  std::shared_ptr<runtime::Queue> recorded_;
  Node open_;                  ///< which takes all steps; null: each is a node
  std::vector<Node> required_; ///< what new nodes come after: the last one of an in-order queue, or a barrier
  std::vector<runtime::Requirement> requirements_; ///< of the command that is recorded
};

/// A graph that nothing is added to any more.
class ExecutableGraph {
public:
  explicit ExecutableGraph(const Graph &);

  const runtime::Context &context() const noexcept { return *context_; }
  /// After these events, and after all that was submitted of it before.
  runtime::Event submit(runtime::Queue &, runtime::Events);
  /// Takes the commands of a graph of the same shape; throws Error(invalid) for another.
  void update(const Graph &);
  /// Takes what was set for nodes of the graph that it was made from; throws Error(invalid) for others.
  void update(std::span<const Node>);

private:
  struct Entry {
    Node node;
    std::vector<GraphNode::Step> steps; ///< as they were when it was made or updated
    std::vector<std::size_t> before;
    bool leaf = true;
  };
  static std::vector<Entry> in_order(const Graph &);

  std::shared_ptr<runtime::Context> context_;
  RecursiveMutex mutex_;
  std::vector<Entry> entries_;
  runtime::Event last_;
};

/// The node behind an event that was recorded; null for events of commands that run.
Node recorded_node(const runtime::Event &);
std::size_t recorded_step(const runtime::Event &); ///< Which of the node's it is.

/// What takes the commands of this queue instead of it; null while it runs them itself. A queue that is given events of
/// a graph that records begins to record, too.
std::shared_ptr<Recorder> recorder_of(const std::shared_ptr<runtime::Queue> &, runtime::Events);
/// The same for a queue that is given nothing.
std::shared_ptr<Recorder> recorder_of(const runtime::Queue &);

} // namespace weft::sycl_api

// Graphs: what is recorded, in which order it depends on each other, and its replay.
#include "sycl/graph.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "runtime/context.hpp"
#include "support/error.hpp"
#include "sycl/dynamic_graph.hpp"

namespace weft::sycl_api {

using runtime::Event;
using runtime::Events;

namespace {

/// Of a command that is only kept: there is nothing to wait for.
class RecordedState : public runtime::EventState {
public:
  RecordedState(Node node, std::size_t step, std::shared_ptr<runtime::Device> device)
      : node_(std::move(node)), step_(step), device_(std::move(device)) {}

  const Node &node() const noexcept { return node_; }
  std::size_t step() const noexcept { return step_; }

  void wait() override { refuse(); }
  bool wait_for(std::chrono::nanoseconds) override { refuse(); }
  runtime::EventStatus status() const override { return runtime::EventStatus::submitted; }
  std::optional<runtime::Profile> profile() const override { refuse(); }
  std::exception_ptr take_error() override { return nullptr; }
  const runtime::Device *device() const override { return device_.get(); }
  std::vector<std::shared_ptr<runtime::EventState>> wait_list() const override { return {}; }

private:
  [[noreturn]] static void refuse() {
    throw Error(Errc::invalid, "event: its command is a node of a graph; wait for the event of the graph's submission");
  }

  Node node_;
  std::size_t step_;
  std::shared_ptr<runtime::Device> device_;
};

const RecordedState *recorded_state(const Event &e) {
  return dynamic_cast<const RecordedState *>(e.state().get());
}

struct Recorders {
  Mutex mutex;
  std::vector<std::shared_ptr<Recorder>> all; ///< of queues that record now
};
Recorders &recorders() {
  static constinit Lazy<Recorders> instance;
  return instance.get();
}
/// Programs without graphs look no further.
constinit std::atomic<bool> graphs_exist{false};

} // namespace

bool GraphNode::depends_on(const GraphNode &other) const {
  std::vector<const GraphNode *> open{this}, seen;
  while (!open.empty()) {
    const GraphNode *const node = open.back();
    open.pop_back();
    if (node == &other)
      return true;
    if (std::ranges::find(seen, node) != seen.end())
      continue;
    seen.push_back(node);
    for (const Node &n : node->before)
      open.push_back(n.get());
  }
  return false;
}

KeptLaunch::KeptLaunch(const runtime::Launch &given)
    : launch(given), args(given.args.begin(), given.args.end()),
      constants(given.constants.begin(), given.constants.end()) {
  launch.args = args;
  launch.constants = constants;
}

namespace {
GraphNode::Step step_of(std::shared_ptr<const KeptLaunch> kept) {
  GraphNode::Step step;
  step.run = [kept](runtime::Queue &q, Events e) { return q.launch(kept->launch, e); };
  step.launch = std::move(kept);
  return step;
}
} // namespace

const std::vector<GraphNode::Step> &GraphNode::current_steps() const {
  return group != nullptr ? group->active()->steps : steps;
}

void GraphNode::relaunch(std::shared_ptr<const KeptLaunch> kept, std::size_t step) {
  Step made = step_of(std::move(kept));
  steps[step].run = std::move(made.run);
  steps[step].launch = std::move(made.launch);
}

void GraphNode::set_captures(std::size_t place, std::span<const std::byte> value) {
  auto changed = std::make_shared<KeptLaunch>(*steps.front().launch);
  std::ranges::copy(value, changed->args.begin() + static_cast<std::ptrdiff_t>(place));
  relaunch(std::move(changed));
}

void GraphNode::set_local_memory(std::size_t step, const std::function<std::uint32_t(std::span<std::byte>)> &lay_out) {
  auto changed = std::make_shared<KeptLaunch>(*steps[step].launch);
  changed->launch.local_bytes = lay_out(changed->args);
  relaunch(std::move(changed), step);
}

void GraphNode::set_range(const runtime::NdRange &range) {
  if (group != nullptr)
    return group->active()->set_range(range);
  if (steps.size() != 1 || steps.front().launch == nullptr)
    throw Error(Errc::invalid, "node: the range of a kernel is asked for; the node is not one kernel");
  const Step &step = steps.front();
  if (step.launch->launch.range.dims != range.dims || step.launch->launch.range.is_range() != range.is_range())
    throw Error(Errc::invalid, "node: {} was added over {} in {} dimensions; its range stays one",
                step.launch->launch.kernel.info->pretty, range.is_range() ? "an nd_range" : "a range",
                step.launch->launch.range.dims);
  auto changed = std::make_shared<KeptLaunch>(*step.launch);
  changed->launch.range = range;
  if (range.is_range()) // such a kernel's arguments begin with its extent
    std::memcpy(changed->args.data(), range.global.data(), sizeof(std::size_t) * static_cast<std::size_t>(range.dims));
  relaunch(std::move(changed));
}

Node recorded_node(const Event &e) {
  const RecordedState *const state = recorded_state(e);
  return state != nullptr ? state->node() : nullptr;
}
std::size_t recorded_step(const Event &e) {
  return recorded_state(e)->step();
}

// Graph

Graph::Graph(std::shared_ptr<runtime::Context> context, std::shared_ptr<runtime::Device> device)
    : context_(std::move(context)), device_(std::move(device)) {
  graphs_exist.store(true, std::memory_order_relaxed);
}

Graph::~Graph() {
  end_recording();
}

bool Graph::begin_recording(const std::shared_ptr<runtime::Queue> &queue) {
  if (queue->context() != context_ || queue->device() != device_)
    throw Error(Errc::invalid, "begin_recording: the queue has another context or device than the graph");
  const std::lock_guard own(mutex_);
  Recorders &r = recorders();
  const std::lock_guard lock(r.mutex);
  for (const auto &recorder : r.all)
    if (recorder->recorded() == queue.get()) {
      if (recorder->graph().get() == this)
        return false;
      throw Error(Errc::invalid, "begin_recording: another graph records this queue");
    }
  recorders_.push_back(std::make_shared<Recorder>(shared_from_this(), queue, queue->properties()));
  r.all.push_back(recorders_.back());
  return true;
}

bool Graph::end_recording(const runtime::Queue &queue) {
  const std::lock_guard own(mutex_);
  Recorders &r = recorders();
  const std::lock_guard lock(r.mutex);
  const auto is_it = [&](const auto &recorder) { return recorder->recorded() == &queue; };
  const bool records = std::ranges::any_of(recorders_, is_it);
  if (!records && std::ranges::any_of(r.all, is_it))
    throw Error(Errc::invalid, "end_recording: another graph records this queue");
  std::erase_if(recorders_, is_it);
  std::erase_if(r.all, is_it);
  return records;
}

bool Graph::end_recording() {
  const std::lock_guard own(mutex_);
  Recorders &r = recorders();
  const std::lock_guard lock(r.mutex);
  std::erase_if(r.all,
                [this](const auto &recorder) { return std::ranges::find(recorders_, recorder) != recorders_.end(); });
  const bool recorded = !recorders_.empty();
  recorders_.clear();
  return recorded;
}

std::shared_ptr<Recorder> Graph::start_node(std::span<const Node> before, bool after_all_leaves) {
  const std::lock_guard lock(mutex_);
  for (const Node &n : before)
    if (n == nullptr || n->owner != this)
      throw Error(Errc::invalid, "command_graph::add: a node that it depends on is of another graph");
  auto recorder = std::make_shared<Recorder>(shared_from_this(), nullptr, runtime::QueueProperties());
  const std::vector<Node> ends = after_all_leaves ? leaves() : std::vector<Node>();
  recorder->open_ = add_node();
  for (const Node &n : before)
    link(n, recorder->open_);
  for (const Node &n : ends)
    link(n, recorder->open_);
  return recorder;
}

Node Graph::finish_node(Recorder &recorder) {
  return std::move(recorder.open_);
}

Node Graph::add_group(std::shared_ptr<const DynamicGroup> group, std::span<const Node> before, bool after_all_leaves) {
  const std::lock_guard lock(mutex_);
  if (group->owner() != this)
    throw Error(Errc::invalid, "command_graph::add: the dynamic_command_group is of another graph");
  const Node active = group->active();
  const Node node = finish_node(*start_node(before, after_all_leaves));
  node->kind = active->kind;
  for (const GraphNode::Step &step : active->steps)
    add_step(node, step, {});
  node->group = std::move(group);
  return node;
}

void Graph::connect(const Node &from, const Node &to) {
  const std::lock_guard lock(mutex_);
  if (from == nullptr || to == nullptr || from->owner != this || to->owner != this)
    throw Error(Errc::invalid, "make_edge: a node is of another graph");
  if (from->depends_on(*to))
    throw Error(Errc::invalid, "make_edge: the edge closes a circle");
  link(from, to);
}

std::vector<Node> Graph::nodes() const {
  const std::lock_guard lock(mutex_);
  return nodes_;
}

Node Graph::add_node() {
  return nodes_.emplace_back(std::make_shared<GraphNode>(*this));
}

void Graph::add_step(const Node &node, GraphNode::Step step, std::span<const Node> before) {
  for (const Node &n : before)
    link(n, node);
  for (const runtime::Requirement &r : step.requirements)
    order_by_memory(node, r);
  for (const std::size_t i : step.after)
    node->steps[i].last = false;
  node->steps.push_back(std::move(step));
}

/// Replays keep the order of commands that use the same memory by themselves; the edges are there to be seen.
void Graph::order_by_memory(const Node &node, const runtime::Requirement &r) {
  std::vector<Use> &uses = uses_[r.object.get()];
  const bool writes = r.kind != runtime::AccessKind::read;
  for (const Use &u : uses)
    if (u.node != node && u.begin < r.end && r.begin < u.end && (writes || u.writes))
      link(u.node, node);
  if (writes) // what comes later finds the earlier ones through this
    std::erase_if(uses, [&](const Use &u) { return u.node != node && r.begin <= u.begin && u.end <= r.end; });
  uses.push_back({node, r.begin, r.end, writes});
}

void Graph::link(const Node &from, const Node &to) {
  if (from == to || std::ranges::find(to->before, from) != to->before.end())
    return;
  to->before.push_back(from);
  from->after.push_back(to);
}

std::vector<Node> Graph::leaves() const {
  std::vector<Node> ends;
  std::ranges::copy_if(nodes_, std::back_inserter(ends), [](const Node &n) { return n->after.empty(); });
  return ends;
}

// Recorder

Recorder::Recorder(std::shared_ptr<Graph> graph, const std::shared_ptr<runtime::Queue> &recorded,
                   runtime::QueueProperties properties)
    : Queue(graph->context(), graph->device(), std::move(properties), nullptr), graph_(graph), recorded_(recorded) {}

std::shared_ptr<Graph> Recorder::graph() const {
  auto graph = graph_.lock();
  if (graph == nullptr)
    throw Error(Errc::invalid, "the graph that records this queue is gone");
  return graph;
}

Event Recorder::record(std::span<const runtime::Requirement> requirements, Events events,
                       const std::function<Event(Events)> &submit) {
  const std::shared_ptr<Graph> graph = this->graph();
  const std::lock_guard lock(graph->mutex_);
  requirements_.assign(requirements.begin(), requirements.end());
  const Event done = submit(events);
  requirements_.clear();
  return done;
}

Event Recorder::add(NodeKind kind, Replay run, Events events, std::shared_ptr<const KeptLaunch> launch) {
  const std::shared_ptr<Graph> graph = this->graph();
  const std::lock_guard lock(graph->mutex_);
  GraphNode::Step step{std::move(run), requirements_, {}, true, std::move(launch)};
  std::vector<Node> before;
  for (const Event &e : events) {
    const RecordedState *const state = recorded_state(e);
    if (state == nullptr && e.done())
      continue;
    if (state == nullptr || state->node()->owner != graph.get())
      throw Error(Errc::invalid, "a command of a graph depends on an event that is not of this graph");
    if (state->node() == open_)
      step.after.push_back(state->step());
    else
      before.push_back(state->node());
  }
  before.insert(before.end(), required_.begin(), required_.end());
  const Node node = open_ != nullptr ? open_ : graph->add_node();
  node->kind = kind;
  graph->add_step(node, std::move(step), before);
  if (properties().in_order && open_ == nullptr)
    required_ = {node};
  return Event(std::make_shared<RecordedState>(node, node->steps.size() - 1, device()));
}

Event Recorder::do_launch(const runtime::Launch &launch, std::shared_ptr<runtime::Executable>, Events events, bool) {
  GraphNode::Step step = step_of(std::make_shared<const KeptLaunch>(launch));
  return add(NodeKind::kernel, std::move(step.run), events, std::move(step.launch));
}

Event Recorder::do_copy(void *to, const void *from, std::size_t bytes, Events events, bool) {
  return add(NodeKind::memcpy, [=](Queue &q, Events e) { return q.copy(to, from, bytes, e); }, events);
}

Event Recorder::do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events events, bool) {
  return add(
      pattern.size() == 1 ? NodeKind::memset : NodeKind::memfill,
      [=, pattern = std::vector(pattern.begin(), pattern.end())](Queue &q, Events e) {
        return q.fill(to, pattern, count, e);
      },
      events);
}

Event Recorder::do_prefetch(const void *address, std::size_t bytes, Events events) {
  return add(NodeKind::prefetch, [=](Queue &q, Events e) { return q.prefetch(address, bytes, e); }, events);
}

Event Recorder::do_advise(const void *address, std::size_t bytes, int advice, Events events) {
  return add(NodeKind::memadvise, [=](Queue &q, Events e) { return q.advise(address, bytes, advice, e); }, events);
}

/// Without events it comes after all that this graph has; everything recorded from this queue later comes after it.
Event Recorder::do_barrier(Events events) {
  const std::shared_ptr<Graph> graph = this->graph();
  const std::lock_guard lock(graph->mutex_);
  if (events.empty())
    for (const Node &leaf : graph->leaves())
      if (leaf != open_)
        required_.push_back(leaf);
  const Event done = add(NodeKind::ext_oneapi_barrier, [](Queue &q, Events e) { return q.marker_internal(e); }, events);
  required_ = {recorded_node(done)};
  return done;
}

Event Recorder::do_marker(Events events) {
  return add(NodeKind::empty, [](Queue &q, Events e) { return q.marker_internal(e); }, events);
}

Event Recorder::do_host_task(std::function<void()> task, Events events) {
  return add(
      NodeKind::host_task, [task = std::move(task)](Queue &q, Events e) { return q.host_task(task, e); }, events);
}

Event Recorder::do_library_call(const char *, std::shared_ptr<const void>, const runtime::LibraryCall &call,
                                Events events, bool) {
  return add(NodeKind::native_command, [call](Queue &q, Events e) { return q.native_command(call, e); }, events);
}

std::shared_ptr<Recorder> recorder_of(const runtime::Queue &queue) {
  if (!graphs_exist.load(std::memory_order_relaxed))
    return nullptr;
  Recorders &r = recorders();
  const std::lock_guard lock(r.mutex);
  const auto found = std::ranges::find_if(r.all, [&](const auto &recorder) { return recorder->recorded() == &queue; });
  return found != r.all.end() ? *found : nullptr;
}

std::shared_ptr<Recorder> recorder_of(const std::shared_ptr<runtime::Queue> &queue, Events events) {
  if (!graphs_exist.load(std::memory_order_relaxed))
    return nullptr;
  if (auto recorder = std::dynamic_pointer_cast<Recorder>(queue))
    return recorder;
  if (auto recorder = recorder_of(*queue))
    return recorder;
  for (const Event &e : events) {
    const Node node = recorded_node(e);
    if (node == nullptr)
      continue;
    Recorders &r = recorders();
    std::shared_ptr<Graph> graph;
    {
      const std::lock_guard lock(r.mutex);
      for (const auto &recorder : r.all)
        if (auto candidate = recorder->graph(); candidate.get() == node->owner)
          graph = std::move(candidate);
    }
    if (graph == nullptr)
      throw Error(Errc::invalid, "a command depends on an event that a graph recorded; the graph does not record now");
    graph->begin_recording(queue);
    return recorder_of(*queue);
  }
  return nullptr;
}

// ExecutableGraph

ExecutableGraph::ExecutableGraph(const Graph &graph) : context_(graph.context()), entries_(in_order(graph)) {}

/// As they were added, each behind what it depends on.
std::vector<ExecutableGraph::Entry> ExecutableGraph::in_order(const Graph &graph) {
  const std::vector<Node> nodes = graph.nodes();
  std::vector<Entry> entries;
  std::map<const GraphNode *, std::size_t> places;
  const auto place = [&](const auto &self, const Node &node) -> std::size_t {
    if (const auto known = places.find(node.get()); known != places.end())
      return known->second;
    Entry entry{node, node->current_steps(), {}};
    for (const Node &n : node->before)
      entry.before.push_back(self(self, n));
    for (const std::size_t i : entry.before)
      entries[i].leaf = false;
    entries.push_back(std::move(entry));
    return places[node.get()] = entries.size() - 1;
  };
  for (const Node &node : nodes) // chains are added from their beginning, so that this does not go deep
    place(place, node);
  return entries;
}

namespace {

/// Appends the events of the steps that no other one of the node comes after.
void submit_steps(std::span<const GraphNode::Step> steps, runtime::Queue &queue, Events before,
                  std::vector<Event> &ends) {
  if (steps.empty()) {
    ends.push_back(queue.marker_internal(before));
    return;
  }
  std::vector<Event> done(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const GraphNode::Step &step = steps[i];
    std::vector<Event> own;
    for (const std::size_t j : step.after)
      own.push_back(done[j]);
    const Events events = own.empty() ? before : Events(own);
    done[i] = step.requirements.empty() ? step.run(queue, events)
                                        : runtime::submit_with(step.requirements, queue, events,
                                                               [&](Events all) { return step.run(queue, all); });
    if (step.last)
      ends.push_back(done[i]);
  }
}

} // namespace

Event ExecutableGraph::submit(runtime::Queue &queue, Events events) {
  const std::lock_guard lock(mutex_);
  std::vector<Event> roots(events.begin(), events.end()), before, leaves;
  if (!last_.done())
    roots.push_back(last_);
  std::vector<std::vector<Event>> done(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry &entry = entries_[i];
    before.clear();
    for (const std::size_t j : entry.before)
      before.insert(before.end(), done[j].begin(), done[j].end());
    submit_steps(entry.steps, queue, entry.before.empty() ? Events(roots) : Events(before), done[i]);
    if (entry.leaf)
      leaves.insert(leaves.end(), done[i].begin(), done[i].end());
  }
  if (leaves.empty())
    return last_ = queue.marker_internal(roots);
  return last_ = leaves.size() == 1 ? leaves.front() : queue.marker_internal(leaves);
}

void ExecutableGraph::update(const Graph &graph) {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> entries = in_order(graph);
  const auto same = [](const Entry &a, const Entry &b) {
    return a.before == b.before && a.node->kind == b.node->kind && a.steps.size() == b.steps.size();
  };
  if (!std::ranges::equal(entries, entries_, same))
    throw Error(Errc::invalid, "command_graph::update: the other graph has other nodes or edges");
  for (std::size_t i = 0; i < entries.size(); ++i) // it stays the graph of the nodes that it was made from
    entries_[i].steps = std::move(entries[i].steps);
}

void ExecutableGraph::update(std::span<const Node> nodes) {
  const std::lock_guard lock(mutex_);
  const auto entry_of = [&](const Node &node) { return std::ranges::find(entries_, node, &Entry::node); };
  for (const Node &node : nodes)
    if (entry_of(node) == entries_.end())
      throw Error(Errc::invalid, "command_graph::update: a node is not of the graph that this one was made from");
  for (const Node &node : nodes)
    entry_of(node)->steps = node->current_steps();
}

} // namespace weft::sycl_api

// Changes of graphs reach the nodes; executable graphs take them when they are updated with the nodes.
#include "sycl/dynamic_graph.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "support/error.hpp"
#include "sycl/bridge.hpp"

namespace weft::sycl_api {

DynamicParameter::DynamicParameter(::sycl::detail::kernel_argument value) : value_(std::move(value)) {
  if (!value_.object.empty())
    throw Error(Errc::feature_not_supported,
                "dynamic_parameter: accessors cannot be changed; use a pointer, or update the graph by another one");
}

::sycl::detail::kernel_argument DynamicParameter::value() const {
  const std::lock_guard lock(mutex_);
  return value_;
}

void DynamicParameter::set(const ::sycl::detail::kernel_argument &value) {
  const std::lock_guard lock(mutex_);
  if (value.bytes.size() != value_.bytes.size())
    throw Error(Errc::invalid, "dynamic_parameter::update: {} bytes are given, the parameter has {}",
                value.bytes.size(), value_.bytes.size());
  value_ = value;
  for (const Use &use : uses_)
    if (const Node kernel = use.kernel.lock())
      kernel->set_captures(use.place, value_.bytes);
}

void DynamicParameter::bind(const Node &kernel, std::optional<std::size_t> place) {
  const std::lock_guard lock(mutex_);
  uses_.push_back({kernel, place ? *place : only_place(*kernel->steps.front().launch)});
}

std::size_t DynamicParameter::only_place(const KeptLaunch &kept) const {
  const std::size_t size = value_.bytes.size(), unit = std::min<std::size_t>(8, std::max<std::size_t>(1, size));
  const runtime::NdRange &range = kept.launch.range;
  std::size_t at = range.is_range() ? sizeof(std::size_t) * static_cast<std::size_t>(range.dims) : 0; // behind extents
  std::vector<std::size_t> places;
  for (; at + size <= kept.args.size(); at += unit)
    if (std::memcmp(kept.args.data() + at, value_.bytes.data(), size) == 0)
      places.push_back(at);
  if (places.size() != 1)
    throw Error(Errc::invalid,
                "set_arg: {} captures the value of the dynamic_parameter {} times, not once; make the kernel a plain "
                "function, which has the argument at a place of its own",
                kept.launch.kernel.info->pretty, places.size());
  return places.front();
}

Node recorded_kernel(const ::sycl::event &e) {
  Node node = recorded_node(event_of(e));
  if (node == nullptr || node->steps.size() != 1 || node->steps.front().launch == nullptr)
    throw Error(Errc::invalid, "set_arg: a dynamic_parameter is an argument of one kernel of a graph");
  return node;
}

DynamicGroup::DynamicGroup(const Graph &graph)
    : owner_(&graph), apart_(std::make_shared<Graph>(graph.context(), graph.device())) {}

std::shared_ptr<Recorder> DynamicGroup::start() {
  return apart_->start_node({}, false);
}

void DynamicGroup::finish(Recorder &recorder) {
  Node group = apart_->finish_node(recorder);
  if (group->kind != NodeKind::kernel && group->kind != NodeKind::host_task)
    throw Error(Errc::invalid, "dynamic_command_group: a command group is neither a kernel nor a host task");
  if (!groups_.empty() && groups_.front()->kind != group->kind)
    throw Error(Errc::invalid, "dynamic_command_group: kernels and host tasks beside each other");
  groups_.push_back(std::move(group));
}

void DynamicGroup::activate(std::size_t index) {
  if (index >= groups_.size())
    throw Error(Errc::invalid, "dynamic_command_group: index {} of {} command groups", index, groups_.size());
  active_ = index;
}

} // namespace weft::sycl_api

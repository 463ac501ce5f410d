// What changes in a graph between its submissions: arguments of kernels, and which of several command groups a node is.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <sycl/detail/kernel_arguments.hpp>

#include "support/lock.hpp"
#include "sycl/graph.hpp"

namespace weft::sycl_api {

/// A value among the captures of kernels that were recorded. Thread-safe.
class DynamicParameter {
public:
  /// Throws Error(feature_not_supported) for an accessor.
  explicit DynamicParameter(::sycl::detail::kernel_argument value);

  ::sycl::detail::kernel_argument value() const;
  /// Here and in all kernels; throws Error(invalid) for a value of another size.
  void set(const ::sycl::detail::kernel_argument &);

  /// The kernel has the value at this place of its captures; without one, where they hold it. Throws Error(invalid)
  /// unless that is one place.
  void bind(const Node &kernel, std::optional<std::size_t> place = {});

private:
  std::size_t only_place(const KeptLaunch &) const;

  struct Use {
    std::weak_ptr<GraphNode> kernel;
    std::size_t place;
  };
  mutable Mutex mutex_;
  ::sycl::detail::kernel_argument value_;
  std::vector<Use> uses_;
};

/// The node of a launch that was recorded. Throws Error(invalid) for other commands.
Node recorded_kernel(const ::sycl::event &);

/// Command groups that are recorded apart from the graph whose nodes are one of them.
class DynamicGroup {
public:
  explicit DynamicGroup(const Graph &);

  const Graph *owner() const noexcept { return owner_; }

  /// What is submitted to the result is one more command group, until finish(), which throws Error(invalid) unless it
  /// is a kernel or a host task, as the first one is.
  std::shared_ptr<Recorder> start();
  void finish(Recorder &);

  std::size_t active_index() const noexcept { return active_; }
  void activate(std::size_t); ///< Throws Error(invalid) for an index that is too large.
  const Node &active() const { return groups_[active_]; }

private:
  const Graph *owner_;
  std::shared_ptr<Graph> apart_;
  std::vector<Node> groups_;
  std::size_t active_ = 0;
};

} // namespace weft::sycl_api

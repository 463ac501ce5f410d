// What queues and handlers ask of libweft: the exported calls behind commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include <sycl/event.hpp>

namespace weft::sycl_api {
struct Bundle;
class Constants;
class Requirements;
class ExecutableGraph;
class DynamicParameter;
} // namespace weft::sycl_api

namespace sycl {
inline namespace _V1 {

class queue;

namespace detail {

struct stream_memory;

/// A kernel that an image of this process registered; lives as long as the process.
class kernel_entry;

/// The index space of a launch. Dimension 0 varies fastest; a local of zeros leaves the work-group shape to the device.
struct launch_shape {
  static constexpr std::size_t chosen = static_cast<std::size_t>(-1); ///< A local extent that is left to the launch.

  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
  std::size_t offset[3] = {0, 0, 0};
  int dims = 1;
};

/// What a launch is told beside its shape and arguments.
struct launch_extras {
  std::uint32_t local_bytes = 0;
  std::shared_ptr<const void> keep_alive = {}; ///< until the kernel is done
  std::shared_ptr<const weft::sycl_api::Bundle> bundle =
      {}; ///< handler::use_kernel_bundle: no other kernels, its constants
  std::shared_ptr<const weft::sycl_api::Constants> constants = {}; ///< specialization constants that were set
  bool together = false;                                           ///< the kernel's groups wait for each other
  bool has_scratch = false; ///< work_group_scratch_size was among the launch's or the kernel's properties
  /// Of the local bytes those at the start, which local accessors among launch_kernel's arguments come behind.
  std::uint32_t scratch_bytes = 0;
};

/// Room behind the local memory that there is; gives its offset. Throws errc::memory_allocation where no device has
/// as much.
WEFT_API std::uint32_t reserve_scratch(launch_extras &extras, std::size_t bytes);

/// What a command comes after: events, and the buffers that it uses.
struct event_list {
  const event *data = nullptr;
  std::size_t size = 0;
  const weft::sycl_api::Requirements *requirements = nullptr;

  event_list() = default;
  event_list(const event &one, const weft::sycl_api::Requirements *r = nullptr)
      : data(&one), size(1), requirements(r) {}
  event_list(const std::vector<event> &many, const weft::sycl_api::Requirements *r = nullptr)
      : data(many.data()), size(many.size()), requirements(r) {}
  event_list(std::initializer_list<event> many) { ///< As an argument only.
    data = many.begin();
    size = many.size();
  }
};

/// The registered kernel called `name` of translation unit `tu`; throws errc::kernel_argument where the two compiler
/// passes disagree on the size of its captures.
WEFT_API const kernel_entry &find_kernel(const char *tu, const char *name, std::size_t args_size);

/// Throws errc::kernel_not_supported where the queue's device lacks what the kernel requires.
WEFT_API void require_supported(const queue &q, const kernel_entry &kernel);

/// In a local accessor, behind its place, by which launches find it among captures; the last bit says no_init.
inline constexpr std::uint32_t local_accessor_mark = 0x10cacc70;
/// The same of dynamic_memory, whose number stands where the place is.
inline constexpr std::uint32_t dynamic_memory_mark = local_accessor_mark + 2;

/// `args` is copied. Throws errc::kernel_not_supported where a bundle is given that lacks the kernel, and
/// errc::kernel_argument where a kernel without work-groups captures a local accessor.
WEFT_API event launch(const queue &q, const kernel_entry &kernel, const launch_shape &shape, const void *args,
                      std::size_t args_size, event_list depends, const launch_extras &extras);
WEFT_API event copy(const queue &q, void *to, const void *from, std::size_t bytes, event_list depends);
WEFT_API event fill(const queue &q, void *to, const void *pattern, std::size_t pattern_bytes, std::size_t count,
                    event_list depends);
WEFT_API event prefetch(const queue &q, const void *pointer, std::size_t bytes, event_list depends);
WEFT_API event advise(const queue &q, const void *pointer, std::size_t bytes, int advice, event_list depends);
WEFT_API event barrier(const queue &q, event_list depends);
WEFT_API event marker(const queue &q, event_list depends); ///< Holds nothing else back.
WEFT_API event submit_graph(const queue &q, const std::shared_ptr<weft::sycl_api::ExecutableGraph> &,
                            event_list depends);
WEFT_API event host_task(const queue &q, std::function<void()> task, event_list depends);

/// Memory for what a kernel outputs, which print_streams() prints after `done`; gives when that is complete.
WEFT_API std::shared_ptr<stream_memory> make_stream_memory(const queue &q, std::size_t characters);
WEFT_API event print_streams(const queue &q, std::vector<std::shared_ptr<stream_memory>> streams, const event &done);

/// Device memory that outlives every command submitted to `q` before its last owner lets go.
WEFT_API std::shared_ptr<void> scratch(const queue &q, std::size_t bytes);

} // namespace detail
} // namespace _V1
} // namespace sycl

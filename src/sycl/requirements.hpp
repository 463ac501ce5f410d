// What the command of a command group needs of buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <sycl/detail/memory_object.hpp>

#include "runtime/memory_object.hpp"
#include "sycl/bridge.hpp"
#include "sycl/graph.hpp"

namespace weft::sycl_api {

class Requirements {
public:
  /// Of the accessor that is called `id`; `data` is where its elements begin.
  void add(runtime::Requirement r, std::uint64_t id, void *data);
  /// Launches find `now` where they hold `before`.
  void replace(std::uint64_t before, void *now) { replacements_.push_back({before, now}); }
  /// The memory of an object is another one than accessors before were told.
  void moved(const runtime::MemoryObject &, const void *before, void *now);

  std::span<const runtime::Requirement> all() const noexcept { return all_; }
  /// Where the elements of an accessor of this command begin; throws Error(invalid) if it is a placeholder of another.
  void *data_of(const ::sycl::detail::memory_region &) const;
  runtime::Requirement *find(std::uint64_t id) noexcept;

  bool replaces() const noexcept { return !replacements_.empty(); }
  /// Puts addresses in the place of what stands in for them.
  void fill_in(std::span<std::byte> arguments) const noexcept;

private:
  struct Replacement {
    std::uint64_t before;
    void *now;
  };
  struct Accessor {
    std::uint64_t id;
    void *data; ///< where its elements begin
  };
  std::vector<runtime::Requirement> all_;
  std::vector<Accessor> accessors_; ///< of each
  std::vector<Replacement> replacements_;
};

/// True if the arguments of a launch hold the stand-in of a placeholder accessor.
bool holds_placeholder(std::span<const std::byte> arguments) noexcept;

/// Throws while a command group function runs on this thread.
void require_no_command_group();

/// Submits a command of SYCL: `submit` gets the events that it comes after and must not wait.
template <class Submit>
::sycl::event submit_command(const ::sycl::queue &q, ::sycl::detail::event_list depends, const Submit &submit) {
  require_no_command_group();
  return translated([&] {
    const Depends events(depends.data, depends.size);
    runtime::Queue &queue = *queue_of(q);
    if (const auto recorder = recorder_of(queue_of(q), events)) {
      const auto needed =
          depends.requirements != nullptr ? depends.requirements->all() : std::span<const runtime::Requirement>();
      return make(recorder->record(needed, events, [&](runtime::Events all) { return submit(*recorder, all); }));
    }
    if (depends.requirements == nullptr)
      return make(submit(queue, events));
    return make(runtime::submit_with(depends.requirements->all(), queue, events,
                                     [&](runtime::Events all) { return submit(queue, all); }));
  });
}

} // namespace weft::sycl_api

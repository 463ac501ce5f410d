// What every algorithm needs around its kernels: inputs in memory, outputs, temporaries, launches in order.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "array/algorithms/kernels.hpp"
#include "array/array.hpp"

namespace weft::array {

/// One run of an algorithm on a queue. Its launches follow each other and what was submitted before; nothing here
/// waits. Temporaries go back to the pool when the run is over, and are reused after its launches.
class Algorithm {
public:
  explicit Algorithm(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

  /// The first element of an array that is read; what computes it is submitted.
  const std::byte *read(const Array &);
  /// The first element of an array that is written; what still has to read it is submitted.
  std::byte *write(const Array &);
  std::byte *temporary(std::size_t bytes);

  /// Work-items by themselves are the unit of work (CPU), or groups of them (GPU).
  bool alone() const noexcept;
  std::int64_t threads() const noexcept; ///< That run at once; compute units of a GPU.

  /// One work-item each for `items` of them.
  template <class Arguments>
  void launch_items(KernelName name, std::int64_t items, const Arguments &arguments,
                    std::span<const codegen::Binding> bindings = {}) {
    struct Payload {
      std::size_t extent;
      Arguments arguments;
    };
    runtime::NdRange range;
    range.global[0] = static_cast<std::size_t>(items);
    name.form = codegen::LaunchForm::range;
    launch(name, range, Payload{range.global[0], arguments}, bindings, 0);
  }

  /// A function of a library of the host, over memory that was read and written here. Brief work is done by the calling
  /// thread where nothing runs: the way to another takes longer.
  void run_on_host(const char *name, bool brief, std::function<void()> work);

  /// What a library of the device's vendor puts into a stream, over memory that was read and written here. `name` is a
  /// literal.
  void call_library(const char *name, const runtime::LibraryCall &);

  /// Groups of `size` work-items with local memory.
  template <class Arguments>
  void launch_groups(KernelName name, std::int64_t groups, std::int64_t size, const Arguments &arguments,
                     std::span<const codegen::Binding> bindings = {}, std::size_t local_bytes = 0) {
    runtime::NdRange range;
    range.local = {static_cast<std::size_t>(size), 1, 1};
    range.global[0] = static_cast<std::size_t>(groups * size);
    name.form = codegen::LaunchForm::nd_range;
    launch(name, range, arguments, bindings, local_bytes);
  }

private:
  /// The argument block as include/sycl/detail/kernel.hpp lays it out.
  template <class Payload>
  void launch(const KernelName &name, const runtime::NdRange &range, const Payload &payload,
              std::span<const codegen::Binding> bindings, std::size_t local_bytes) {
    if (range.size() == 0)
      return;
    constexpr std::size_t align = std::max<std::size_t>(alignof(Payload), 8);
    constexpr std::size_t size = (std::max<std::size_t>(sizeof(Payload), 24) + align - 1) / align * align;
    alignas(align) std::byte block[size] = {};
    new (block) Payload(payload);
    submit(find_algorithm_kernel(name, size, align, bindings), range, {block, size}, local_bytes);
  }
  void submit(const runtime::Kernel &, const runtime::NdRange &, std::span<const std::byte> args,
              std::size_t local_bytes);
  std::shared_ptr<const void> kept() const; ///< What borrowed memory belongs to; null where there is none.

  std::shared_ptr<Queue> queue_;
  std::vector<std::shared_ptr<void>> temporaries_;
  std::vector<std::shared_ptr<const void>> borrowed_; ///< Memory that has to live until the kernels are done.
};

/// The array with its elements dense in C order and of this dtype: itself, or a copy.
Array dense(const Array &, Dtype);

/// The array, or a copy where it lies in the same memory as what is about to be written.
Array apart(const Array &, const Array &target);

} // namespace weft::array

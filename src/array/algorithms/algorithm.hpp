// What every algorithm needs: nodes of the graph whose launches a plan carries out, with operands and temporaries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "array/algorithms/kernels.hpp"
#include "array/array.hpp"
#include "fuse/recording.hpp"

namespace weft::array {

/// Work-items by themselves are the unit of work (CPU), or groups of them (GPU).
bool works_alone(const Queue &) noexcept;

/// What an algorithm launches, one after the other, as it is written down: addresses stand for memory that is there
/// when it runs.
class Launches {
public:
  explicit Launches(fuse::Recording &recording) : recording_(recording) {}

  const std::byte *operand(std::size_t number) const { return recording_.operand(number); } ///< Its first element.
  std::byte *result() const { return recording_.result(); }
  std::byte *temporary(std::size_t bytes) { return recording_.temporary(bytes); }

  bool alone() const noexcept { return works_alone(recording_.queue()); }
  std::int64_t threads() const noexcept;     ///< That run at once; compute units of a GPU.
  bool groups_together() const noexcept;     ///< A group may wait for any other.
  std::size_t local_memory() const noexcept; ///< Bytes that a group may have.
  /// At most, in a group of so many work-items.
  std::int64_t sub_groups(std::int64_t size) const noexcept;

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
    Block<Payload> block;
    block.put(0, range.global[0]);
    block.put(offsetof(Payload, arguments), arguments);
    launch(name, range, block, bindings, 0);
  }

  /// Groups of `size` work-items with local memory. One alone goes through its part by itself, in no lane of a vector.
  template <class Arguments>
  void launch_groups(KernelName name, std::int64_t groups, std::int64_t size, const Arguments &arguments,
                     std::span<const codegen::Binding> bindings = {}, std::size_t local_bytes = 0) {
    runtime::NdRange range;
    range.local = {static_cast<std::size_t>(size), 1, 1};
    range.global[0] = static_cast<std::size_t>(groups * size);
    name.form = codegen::LaunchForm::nd_range;
    name.in_lanes = size > 1 || !alone();
    Block<Arguments> block;
    block.put(0, arguments);
    launch(name, range, block, bindings, local_bytes);
  }

  /// A function of a library of the host, made once the addresses are there. Brief work is done by the calling thread
  /// where nothing runs: the way to another takes longer.
  void run_on_host(const char *name, bool brief,
                   std::function<std::function<void()>(const fuse::Addresses &)> make_work);

  /// What a library of the device's vendor puts into a stream, made once the addresses are there. `name` is a literal.
  void call_library(const char *name, std::function<runtime::LibraryCall(const fuse::Addresses &)> make_call);

private:
  /// The argument block as include/sycl/detail/kernel.hpp lays it out. What no member fills is 0: anything else could
  /// look like an address that stands for memory.
  template <class Payload> struct Block {
    static constexpr std::size_t align = std::max<std::size_t>(alignof(Payload), 8);
    static constexpr std::size_t size = (std::max<std::size_t>(sizeof(Payload), 24) + align - 1) / align * align;

    template <class T> void put(std::size_t offset, const T &value) {
      static_assert(std::has_unique_object_representations_v<T>, "padding holds what was there before");
      std::memcpy(bytes + offset, &value, sizeof value);
    }

    alignas(align) std::byte bytes[size] = {};
  };

  template <class Payload>
  void launch(const KernelName &name, const runtime::NdRange &range, const Block<Payload> &block,
              std::span<const codegen::Binding> bindings, std::size_t local_bytes) {
    if (range.size() != 0)
      recording_.launch(find_algorithm_kernel(name, block.size, block.align, bindings), range, block.bytes,
                        local_bytes);
  }

  fuse::Recording &recording_;
};

/// A node whose launches are what `record` says, each time the same.
template <class Record> class Node final : public fuse::Algorithm {
public:
  Node(std::string_view name, Record record) : name_(name), record_(std::move(record)) {}

  std::string_view name() const noexcept override { return name_; }
  void record(fuse::Recording &recording) const override {
    Launches launches(recording);
    record_(launches);
  }

private:
  std::string_view name_;
  Record record_;
};

template <class Record> fuse::Ref<const fuse::Algorithm> make_algorithm(std::string_view name, Record record) {
  return fuse::Ref<const fuse::Algorithm>(new Node<Record>(name, std::move(record)));
}

/// In the order of their numbers; null ones are left out.
using Operands = std::initializer_list<const Array *>;

/// An array in C order that an algorithm computes, once somebody wants it.
Array computed_by(fuse::Ref<const fuse::Algorithm>, Operands, const Shape &, Dtype, AllocationKind);

/// Has an algorithm change the target, which is its result and shares no memory with operands; submitted at once.
void change_by(fuse::Ref<const fuse::Algorithm>, Operands, const Array &target);

/// target[...] = result, which nobody else wants: an algorithm that has not run yet writes to the target at once.
void assign_result(const Array &target, Array result);

/// One run of a vendor's library over memory; nothing here waits. Temporaries go back to the pool when the run is over,
/// and are reused after it.
class LibraryRun {
public:
  explicit LibraryRun(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

  /// The first element of an array that is read; what computes it is submitted.
  const std::byte *read(const Array &);
  /// The first element of an array that is written; what still has to read it is submitted.
  std::byte *write(const Array &);
  std::byte *temporary(std::size_t bytes);

  /// What the library puts into a stream. `name` is a literal.
  void call(const char *name, const runtime::LibraryCall &);

private:
  std::shared_ptr<Queue> queue_;
  std::vector<std::shared_ptr<void>> temporaries_;
  std::vector<std::shared_ptr<const void>> borrowed_; ///< Memory that has to live until the library is done.
};

/// The array with its elements dense in C order and of this dtype: itself, or a copy.
Array dense(const Array &, Dtype);

/// The array, or a copy where it lies in the same memory as what is about to be written.
Array apart(const Array &, const Array &target);

} // namespace weft::array

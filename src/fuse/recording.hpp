// What an algorithm does, written down by a plan: launches over memory that is there when they run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fuse/algorithm.hpp"
#include "fuse/graph.hpp"
#include "runtime/executable.hpp"
#include "runtime/ndrange.hpp"
#include "runtime/queue.hpp"

namespace weft::fuse {

class Addresses;

/// Anything but a kernel, with what has to live until it is done.
using RecordedCall = std::function<void(Queue &, const Addresses &, const std::shared_ptr<const void> &kept)>;

/// A launch whose arguments lie in a plan's, or a call.
struct RecordedLaunch {
  runtime::Kernel kernel;
  runtime::NdRange range;
  std::size_t arguments = 0, bytes = 0;
  std::uint32_t local_bytes = 0;
  std::uint64_t distinct = 0; ///< Launch::distinct
  std::shared_ptr<runtime::Executable> executable;
  RecordedCall call;
};

/// What algorithms of a plan do.
struct Recorded {
  std::vector<RecordedLaunch> launches;
  std::vector<std::size_t> temporaries; ///< Their bytes.

  void clear() noexcept {
    launches.clear();
    temporaries.clear();
  }
};

/// The part of one algorithm.
struct RecordedPart {
  std::size_t first_launch = 0, launches = 0;
  std::size_t first_temporary = 0, temporaries = 0;
};

/// Writes an algorithm down before its memory is there. Addresses that it hands out stand for some, also within
/// argument blocks, where resolve() puts those that they have when it runs.
class Recording {
public:
  /// `result` is computed by the expression, or memory that it changes.
  Recording(const Expr &, const Buffer &result, std::ptrdiff_t result_offset, Recorded &,
            std::vector<std::byte> &arguments);

  const std::byte *operand(std::size_t) const noexcept; ///< Its first element.
  std::byte *result() const noexcept;
  std::byte *temporary(std::size_t bytes);
  /// A multiple of 8 bytes, pointers among them in words of their own.
  void launch(const runtime::Kernel &, const runtime::NdRange &, std::span<const std::byte> arguments,
              std::size_t local_bytes);

  void call(RecordedCall);

  Queue &queue() const noexcept { return *result_.queue; }
  RecordedPart part() const noexcept;

private:
  std::uint64_t distinct_words(std::span<const std::byte> arguments) const;

  const Expr &expr_;
  const Buffer &result_;
  std::ptrdiff_t result_offset_; ///< Bytes.
  Recorded &recorded_;
  std::vector<std::byte> &arguments_;
  RecordedPart part_;
};

/// Where the memory of an algorithm is when it runs.
class Addresses {
public:
  Addresses(const Expr &expr, const Buffer &result, std::span<std::byte *const> temporaries) noexcept
      : expr_(expr), result_(result), temporaries_(temporaries) {}

  std::byte *operator[](const void *stand_in) const noexcept;
  /// Puts them in place of what stands for them.
  void resolve(std::span<std::byte> arguments) const noexcept;

private:
  std::byte *base_of(std::size_t place) const noexcept;

  const Expr &expr_;
  const Buffer &result_;
  std::span<std::byte *const> temporaries_;
};

} // namespace weft::fuse

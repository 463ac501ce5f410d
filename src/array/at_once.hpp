// Little work that the calling thread does itself: where everything is there and nothing runs, a launch takes longer.
#pragma once

#include <vector>

#include "array/array.hpp"
#include "array/indexing.hpp"
#include "fuse/pending.hpp"

namespace weft::array {

inline constexpr std::size_t most_at_once = 1024; ///< Elements that are handled in less time than a launch takes.

/// Asked before such work on a queue's arrays. It holds the graph's lock, so that nothing is submitted meanwhile.
class AtOnce {
public:
  explicit AtOnce(const std::shared_ptr<Queue> &queue)
      : pending_(fuse::Pending::of(*queue)), guard_(pending_),
        possible_(queue->device()->has(runtime::Aspect::cpu) && queue->idle()) {}

  bool is_there(const Array &x) const noexcept { return possible_ && !x.buffer()->pending(); }

  /// All elements that the array's memory will have are there, or are computed here.
  bool reads(const Array &x) const { return possible_ && pending_.evaluate_at_once(*x.buffer()); }

  /// The same, and nothing that is pending reads them. They count as written to.
  bool writes(const Array &x) const noexcept {
    fuse::Buffer &buffer = *x.buffer();
    if (!possible_ || buffer.pending() || pending_.is_read(buffer))
      return false;
    buffer.written();
    return true;
  }

private:
  fuse::Pending &pending_;
  fuse::Pending::Guard guard_;
  bool possible_;
};

/// Both are memory, and their allocations overlap.
bool share_memory(const Array &, const Array &);

/// Integers that are there, and no more than so many; empty for others.
std::optional<std::vector<std::int64_t>> integers_at_once(const Array &, std::size_t most);

/// target[...] = value, both checked and of one queue, the value an array of the target's dtype that broadcasts to it
/// or a number; false where that takes more.
bool assigned_at_once(const Array &target, const Operand &value);

/// x op= y, both checked and of one queue, computed in the dtype of x, which y has or takes; false where that takes
/// more.
bool updated_at_once(ops::Op, const Array &x, const Operand &y);

/// Stores values through integer indices of one dimension into x of one dimension, all checked and of one queue; false
/// where that takes more.
bool placed_at_once(const Array &x, const Array &indices, const IndexedAxes &, const Operand &values);

} // namespace weft::array

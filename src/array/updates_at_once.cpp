// Operators in place on few elements.
#include "array/at_once.hpp"

#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "fuse/few_loops.hpp"
#include "support/float_modes.hpp"

namespace weft::array {

namespace {
constexpr std::size_t most_updated = 256; ///< For more, what a kernel costs beside its launch counts.

/// The elements one after the other: where they are, or copied.
const std::byte *in_order(const HostView &elements, const Shape &shape, std::size_t bytes, std::byte *room) {
  const HostView dense = dense_view(room, shape, bytes);
  if (elements.strides == dense.strides)
    return elements.first;
  copy_host(dense, elements, shape, bytes);
  return room;
}

/// All elements are read before the first is written.
bool update(ops::Op op, const Array &x, const HostView &operand) {
  const std::size_t bytes = item_size(x.dtype());
  alignas(64) std::byte room[most_updated * sizeof(Number)], more_room[sizeof room], updated[sizeof room];
  const HostView elements = host_view(x);
  const fuse::FewOperands operands{in_order(elements, x.shape(), bytes, room),
                                   in_order(operand, x.shape(), bytes, more_room)};
  if (!fuse::compute_few(op, x.dtype(), operands, updated, x.size()))
    return false;
  copy_host(elements, dense_view(updated, x.shape(), bytes), x.shape(), bytes);
  return true;
}
} // namespace

bool updated_at_once(ops::Op op, const Array &x, const Operand &y) {
  const auto *source = std::get_if<Array>(&y);
  if (x.size() > most_updated || !fuse::computes_few(op, x.dtype()) ||
      (source != nullptr && source->dtype() != x.dtype()))
    return false;
  const AtOnce now(x.queue());
  if (!now.is_there(x) || (source != nullptr && !now.reads(*source)) || !now.writes(x))
    return false;
  const FlushedDenormals mode(!x.queue()->device()->info().fp_denormals); // as in tasks
  if (source != nullptr)
    return update(op, x, host_view(source->broadcast_to(x.shape())));
  Number number = number_of(std::get<Scalar>(y), x.dtype());
  return update(op, x, {number.data(), Shape(x.shape().size())});
}

} // namespace weft::array

// Operators in place on few elements.
#include "array/at_once.hpp"

#include <array>
#include <cstring>

#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "fuse/single.hpp"
#include "support/float_modes.hpp"

namespace weft::array {

namespace {
constexpr std::size_t most_updated = 16; ///< For more, what a kernel costs beside its launch counts.

/// All elements are read before the first is written.
bool update(ops::Op op, const Array &x, const HostView &operand) {
  const std::size_t bytes = item_size(x.dtype());
  std::array<std::byte, most_updated * sizeof(Number)> values, others;
  const HostView elements = host_view(x), results = dense_view(values.data(), x.shape(), bytes);
  copy_host(results, elements, x.shape(), bytes);
  copy_host(dense_view(others.data(), x.shape(), bytes), operand, x.shape(), bytes);
  for (std::size_t at = 0; at != x.size() * bytes; at += bytes) {
    fuse::Operands operands;
    Number result;
    std::memcpy(operands[0].data(), values.data() + at, bytes);
    std::memcpy(operands[1].data(), others.data() + at, bytes);
    if (!fuse::compute_single(op, x.dtype(), operands, result))
      return false;
    std::memcpy(values.data() + at, result.data(), bytes);
  }
  copy_host(elements, results, x.shape(), bytes);
  return true;
}
} // namespace

bool updated_at_once(ops::Op op, const Array &x, const Operand &y) {
  const auto *source = std::get_if<Array>(&y);
  if (x.size() > most_updated || (source != nullptr && source->dtype() != x.dtype()))
    return false;
  const AtOnce now(x.queue());
  if ((source != nullptr && !now.reads(*source)) || !now.writes(x))
    return false;
  const FlushedDenormals mode(!x.queue()->device()->info().fp_denormals); // as in tasks
  if (source != nullptr)
    return update(op, x, host_view(source->broadcast_to(x.shape())));
  Number number = number_of(std::get<Scalar>(y), x.dtype());
  return update(op, x, {number.data(), Shape(x.shape().size())});
}

} // namespace weft::array

// A work-item for each element, or for several of them.
#include <algorithm>

#include "fuse/scheduler.hpp"
#include "support/round.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t short_row = 8;     // that a work-item stores whole
constexpr std::size_t most_neighbours = 8;  // of the smallest elements, where straight-line code gets long
constexpr std::size_t least_read_alone = 4; // bytes; smaller elements would be a small piece of what memory gives
constexpr std::ptrdiff_t cache_line = 64;

bool is_aligned(const Leaf &leaf) noexcept {
  const auto address =
      reinterpret_cast<std::uintptr_t>(leaf.base) + static_cast<std::uintptr_t>(leaf.offset) * item_size(leaf.dtype);
  return !leaf.position && address % Vectors::bytes == 0;
}

bool lies_along(const Leaf &leaf, std::size_t dim) noexcept {
  return !leaf.position && leaf.stride(dim) == 1;
}

/// Aligned, and so it stays at every `width`-th element along `dim` wherever the other loops stand.
bool rides(const Leaf &leaf, std::size_t dim, std::ptrdiff_t width) noexcept {
  if (!lies_along(leaf, dim) || (leaf.reversed >> dim & 1) || !is_aligned(leaf) || leaf.index_stride % width != 0)
    return false;
  for (std::size_t d = 0; d < leaf.strides.size(); ++d)
    if (d != dim && leaf.stride(d) % width != 0)
      return false;
  return true;
}

/// Some load is the same for all rows.
bool shares_rows(const Program &program, std::size_t row_dim, std::size_t dim) {
  return std::ranges::any_of(program.steps, [&](const Step &step) {
    return step.code == Code::load && (step.dims >> dim & 1) && (step.dims >> row_dim & 1) == 0;
  });
}

bool is_read(const Program &program, const Leaf &memory) {
  return std::any_of(program.leaves.begin(), program.leaves.end(), [&](const Leaf &leaf) {
    return !leaf.position && leaf.base == memory.base && leaf.planned == memory.planned;
  });
}

} // namespace

void Scheduler::spread_elementwise() {
  if (program_.row == 0 && stage_tiles()) {
    schedule_.streams = streams();
    return;
  }
  schedule_.private_dims = program_.row != 0 ? program_.row & program_.dims_of(0) : short_rows();
  spread_items();
  if (traits_.vector_bytes != 0 && (take_several() || stage_rows()))
    return;
  write_items();
  read_short_rows();
  schedule_.streams = program_.row == 0 && streams();
}

void Scheduler::spread_items() {
  std::array<DimList, Nest::most_axes> &axes = schedule_.nest.axes;
  std::size_t left = output_dims(program_), id = 0;
  while (left > 0) {
    if (schedule_.private_dims >> --left & 1)
      continue;
    axes[id].push(left);
    const bool last_id = id == 2;
    if (!last_id && !(id == 0 && extent_of(axes[0]) < traits_.short_row))
      ++id;
  }
  schedule_.range.dims = std::max<int>(1, axes[2].count != 0 ? 3 : axes[1].count != 0 ? 2 : 1);
  for (std::size_t k = 0; k < 3; ++k)
    schedule_.range.global[k] = extent_of(axes[k]);
}

/// Rows of a few elements, some operands the same for all of them: a work-item each, whose vectors take whole rows.
std::uint32_t Scheduler::short_rows() const {
  const std::size_t outputs = output_dims(program_);
  if (traits_.vector_bytes != 0 || outputs < 2 || program_.dims[outputs - 1].extent > short_row)
    return 0;
  const bool in_rows = std::all_of(program_.outputs.begin(), program_.outputs.end(), [&](const Output &output) {
    return output.target.stride(outputs - 1) == 1 && output.target.reversed == 0;
  });
  return in_rows ? 1u << (outputs - 1) : 0;
}

void Scheduler::write_items() {
  NestWriter writer(schedule_.nest);
  for (std::uint8_t axis = 0; axis < 3; ++axis)
    if (schedule_.nest.axes[axis].count != 0)
      writer.open(bound(elements(axis), Bind::items, axis));
  if (schedule_.private_dims != 0)
    writer.open({.kind = NodeKind::each, .dims = schedule_.private_dims});
  writer.add(NodeKind::store);
}

Vectors Scheduler::vectors_along(std::size_t dim, std::size_t width) const {
  Vectors vectors{.width = static_cast<std::uint8_t>(width), .dim = static_cast<std::uint8_t>(dim)};
  const auto elements = static_cast<std::ptrdiff_t>(width);
  for (std::size_t i = 0; i < std::min(program_.leaves.size(), Vectors::most); ++i) {
    const Leaf &leaf = program_.leaves[i];
    vectors.aligned |= std::uint64_t(leaf.stride(dim) != 0 && is_aligned(leaf)) << i;
    vectors.riding |= std::uint64_t(rides(leaf, dim, elements)) << i;
  }
  for (std::size_t i = 0; i < program_.outputs.size(); ++i)
    vectors.aligned_outputs |= std::uint32_t(rides(program_.outputs[i].target, dim, elements)) << i;
  return vectors;
}

/// How many neighbours along `dim` are a vector of the largest elements that lie side by side there; 1 if some of them
/// cannot be reached a vector at a time.
std::uint8_t Scheduler::neighbours_along(std::size_t dim) const {
  std::size_t largest = 1, items = 0;
  const auto see = [&](const Leaf &leaf) {
    if (lies_along(leaf, dim)) {
      largest = std::max<std::size_t>(largest, item_size(leaf.dtype));
      ++items;
    }
  };
  std::ranges::for_each(program_.leaves, see);
  for (const Output &output : program_.outputs)
    see(output.target);
  const std::size_t width = std::min(traits_.vector_bytes / largest, most_neighbours);
  const auto fits = [&](const Leaf &leaf) {
    return !lies_along(leaf, dim) || rides(leaf, dim, static_cast<std::ptrdiff_t>(width));
  };
  const bool all = items != 0 && program_.leaves.size() <= Vectors::most &&
                   std::ranges::all_of(program_.leaves, fits) &&
                   std::ranges::all_of(program_.outputs, [&](const Output &o) { return fits(o.target); });
  return all ? static_cast<std::uint8_t>(width) : 1;
}

/// Work-items of `rows` times `each` elements: neighbours, or a launch apart.
void Scheduler::write_several(std::uint32_t rows, std::uint32_t each, bool apart) {
  const auto items = [](Node loop) { return bound(loop, Bind::items, loop.axis); };
  NestWriter writer(schedule_.nest);
  for (std::uint8_t axis = 2; axis > 0; --axis)
    if (schedule_.nest.axes[axis].count != 0)
      writer.open(items(axis == 1 && rows > 1 ? split(axis, rows) : elements(axis)));
  writer.open(items(split(0, apart ? 1 : each)));
  writer.open({.kind = NodeKind::whole, .dims = rows > 1 ? 0b11u : 0b01u});
  if (rows > 1)
    writer.open(together(elements(1), rows));
  Node neighbours = elements(0);
  neighbours.amount = apart ? Amount::range : Amount::known;
  writer.open(together(neighbours, each));
  writer.add(NodeKind::store);
}

bool Scheduler::take_several() {
  const DimList &fastest = schedule_.nest.axes[0], &slower = schedule_.nest.axes[1];
  const std::uint32_t inside = sequential_dims(program_);
  if (fastest.count != 1 || schedule_.range.size() < traits_.fills || program_.extent_of(inside) > most_unrolled)
    return false;
  const std::size_t dim = fastest.dims[0];
  const auto extent = static_cast<std::size_t>(program_.dims[dim].extent);
  const std::uint8_t width = neighbours_along(dim);
  if (width == 1 && (inside != 0 || extent < traits_.loads_under_way * traits_.group))
    return false;
  const std::size_t each = width == 1 ? traits_.loads_under_way : width;
  schedule_.range.global[0] = ceil_div(extent, each);
  std::size_t rows = 1;
  if (width > 1) {
    schedule_.vectors = vectors_along(dim, width);
    if (slower.count == 1 && shares_rows(program_, slower.dims[0], dim))
      rows = traits_.rows_at_once;
    schedule_.range.global[1] = ceil_div(schedule_.range.global[1], rows);
  }
  write_several(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(each), width == 1);
  return true;
}

/// Rows of small elements that a work-item folds are read a vector at a time where they allow it.
void Scheduler::read_short_rows() {
  const std::uint32_t folded = sequential_dims(program_);
  if (traits_.vector_bytes == 0 || folded == 0)
    return;
  const auto dim = static_cast<std::size_t>(std::bit_width(folded) - 1);
  std::size_t largest = 0;
  for (const Leaf &leaf : program_.leaves)
    if (lies_along(leaf, dim))
      largest = std::max<std::size_t>(largest, item_size(leaf.dtype));
  if (largest != 0 && largest < least_read_alone)
    schedule_.vectors = vectors_along(dim, traits_.vector_bytes / largest);
}

/// Results that no cache would hold until they are read. Vectors of them have to begin at multiples of a cache line.
bool Scheduler::streams() const {
  if (traits_.streamed_bytes == 0 || schedule_.nest.axes[0].count != 1)
    return false;
  const std::size_t fastest = schedule_.nest.axes[0].dims[0];
  return std::all_of(program_.outputs.begin(), program_.outputs.end(), [&](const Output &output) {
    const Leaf &target = output.target;
    const auto size = static_cast<std::ptrdiff_t>(item_size(target.dtype));
    std::ptrdiff_t bytes = size;
    bool aligned = (reinterpret_cast<std::uintptr_t>(target.base) + target.offset * size) % cache_line == 0;
    for (std::size_t d = 0; d < program_.dims.size(); ++d) {
      if (program_.dims[d].segment != 0)
        continue;
      bytes *= program_.dims[d].extent;
      aligned &= d == fastest ? target.stride(d) == 1 : target.stride(d) * size % cache_line == 0;
    }
    return static_cast<std::size_t>(bytes) >= traits_.streamed_bytes && aligned && target.reversed == 0 &&
           !output.is_indexed() && !is_read(program_, target);
  });
}

} // namespace weft::fuse

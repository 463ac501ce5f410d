// The argument block of a fused kernel: which fields there are, and their values for one launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "codegen/kernel_module.hpp"
#include "fuse/program.hpp"
#include "fuse/schedule.hpp"

namespace weft::fuse {

/// The index of a partial result that no element went into.
inline constexpr std::int64_t no_index = std::numeric_limits<std::int64_t>::max();

enum class FieldKind : std::uint8_t {
  range,        ///< extent of launch id `at`; range kernels have them first
  leaf,         ///< address of leaves[at] at the loops' start, or its position there if it is an index
  leaf_stride,  ///< of leaves[at] along loop `dim`
  index_stride, ///< of leaves[at], a gather's
  output,
  output_stride,
  output_index_stride,
  number,        ///< numbers[at]
  extent,        ///< of loop `dim`
  partial,       ///< where partial results go
  partial_index, ///< and their indices, for argmax and argmin
  inner,
  rows,
  chunk,
  chunks,
  blocks, ///< the root fold's order
  tile_columns,
  decided, ///< Partials::decided
};

struct Field {
  FieldKind kind{};
  std::uint16_t at = 0;
  std::uint8_t dim = 0;
  codegen::Type type = codegen::Type::i64;
  std::uint32_t offset = 0;
};

/// How a stride is compiled: not at all, as a number (every second to fourth element is loaded in vectors), or as a
/// field.
enum class StrideKind : std::uint8_t { zero, one, two, three, four, field };
inline StrideKind stride_kind(std::ptrdiff_t stride) noexcept {
  return static_cast<StrideKind>(
      std::min<std::size_t>(static_cast<std::size_t>(stride), std::size_t(StrideKind::field)));
}
inline StrideKind stride_kind(const Leaf &leaf, std::size_t dim) noexcept {
  return stride_kind(leaf.stride(dim));
}

/// Fields in the order of the block, from what the kernel's key says alone.
class ArgumentLayout {
public:
  ArgumentLayout(const Program &, const Schedule &);

  const std::vector<Field> &fields() const noexcept { return fields_; }
  std::uint32_t bytes() const noexcept { return bytes_; }
  const Field &find(FieldKind, std::size_t at = 0, std::size_t dim = 0) const; ///< Must be there.
  std::vector<codegen::IntField> bakeable(const Schedule &) const;

private:
  void add(FieldKind, std::size_t at, std::size_t dim, codegen::Type);
  void add_leaf(const Leaf &, std::size_t at, FieldKind address, FieldKind stride, std::size_t dims);

  std::vector<Field> fields_;
  std::uint32_t bytes_ = 0;
};

/// What the groups of one result tell each other.
struct Telling {
  std::int64_t first = no_index; ///< Elements beyond this one do not matter any more.
  std::int64_t arrived = 0;      ///< Groups that are done.
};

/// What the groups of a fold leave for others.
struct Partials {
  std::byte *values = nullptr;
  std::byte *indices = nullptr;
  std::shared_ptr<Telling[]> decided; ///< One for each result.
};

/// Writes the block; `to` has ArgumentLayout::bytes().
void fill_arguments(const ArgumentLayout &, const Program &, const Schedule &, const Partials &, std::byte *to);

/// Writes the addresses of what was planned when the block was filled.
void fill_addresses(const ArgumentLayout &, const Program &, std::byte *to);

} // namespace weft::fuse

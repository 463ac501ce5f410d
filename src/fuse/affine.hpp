// Reading a pending buffer through a view: which of the producer's positions a consumer's position means.
#pragma once

#include <optional>

#include "fuse/layout.hpp"

namespace weft::fuse {

/// For each axis of an expression its position as base + sum of coefficient * position over another index space.
class AffineMap {
public:
  AffineMap(std::size_t axes, std::size_t from) : from_(from), rows_(axes * (from + 1)) {}
  static AffineMap identity(std::size_t axes, std::size_t from);

  std::size_t axes() const noexcept { return rows_.size() / (from_ + 1); }
  std::size_t from() const noexcept { return from_; }
  std::ptrdiff_t &base(std::size_t axis) noexcept { return rows_[axis * (from_ + 1)]; }
  std::ptrdiff_t base(std::size_t axis) const noexcept { return rows_[axis * (from_ + 1)]; }
  std::ptrdiff_t &coefficient(std::size_t axis, std::size_t j) noexcept { return rows_[axis * (from_ + 1) + 1 + j]; }
  std::ptrdiff_t coefficient(std::size_t axis, std::size_t j) const noexcept {
    return rows_[axis * (from_ + 1) + 1 + j];
  }

  bool operator==(const AffineMap &) const = default;

private:
  std::size_t from_;
  Shape rows_;
};

/// Positions in the dense `producer` that `view` names; nothing if a view's axis runs over several of the producer's.
std::optional<AffineMap> positions_of(const Layout &view, const Layout &producer);

/// `outer` after `inner`: the positions that outer gives for what inner gives.
AffineMap compose(const AffineMap &outer, const AffineMap &inner);

/// True if the view reads every element once, where it lies.
bool same_elements(const Layout &view, const Layout &producer) noexcept;

} // namespace weft::fuse

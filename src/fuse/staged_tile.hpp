// Operands that go through a tile of local memory.
#pragma once

#include <functional>

#include "fuse/emit_values.hpp"
#include "fuse/places.hpp"

namespace weft::fuse {

class StagedTile {
public:
  /// `staged`: leaves, as bits; `tile`: its node.
  StagedTile(Builder &builder, Values &values, const Program &program, std::uint64_t staged, const Node &tile,
             Places &places)
      : b_(builder), v_(values), program_(program), staged_(staged), tile_(tile), places_(places) {}

  void load();  ///< From memory, at the bound loops;
  void stage(); ///< and that to the tile.
  void take();  ///< From the tile.

private:
  Value place();
  void each(const std::function<void(std::uint16_t step, Value memory)> &);

  Builder &b_;
  Values &v_;
  const Program &program_;
  std::uint64_t staged_;
  const Node &tile_;
  Places &places_;
};

} // namespace weft::fuse

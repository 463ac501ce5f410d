// Rows of staged operands, one after the other.
#include "fuse/staged_tile.hpp"

namespace weft::fuse {

/// A column beyond the tile's keeps its rows out of each other's banks and sets of the cache.
Value StagedTile::place() {
  return v_.add(v_.multiply(places_.within(tile_.axis), v_.constant(tile_.count + 1)), places_.within(tile_.id));
}

void StagedTile::each(const std::function<void(std::uint16_t, Value)> &act) {
  std::uint32_t offset = 0;
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    const Step &step = program_.steps[s];
    if (step.code != Code::load || (staged_ >> step.ref & 1) == 0)
      continue;
    act(static_cast<std::uint16_t>(s), b_.local_memory(offset));
    offset += staged_bytes(tile_.piece, tile_.count, step.dtype);
  }
}

void StagedTile::load() {
  each([&](std::uint16_t step, Value) { v_.get(step); });
}

void StagedTile::stage() {
  each([&](std::uint16_t step, Value memory) { b_.store(memory, place(), v_.get(step)); });
}

void StagedTile::take() {
  each([&](std::uint16_t step, Value memory) {
    v_.set(step, b_.load(storage_type(program_.steps[step].dtype), memory, place()));
  });
}

} // namespace weft::fuse

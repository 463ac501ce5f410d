// Takes, gives and parks blocks.
#include "runtime/block_pool.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "support/error.hpp"

namespace weft::runtime {

namespace {

constexpr std::size_t smallest_block = 64;
constexpr std::size_t small_limit = std::size_t(1) << 20;

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

} // namespace

std::size_t block_size_for(std::size_t bytes, std::size_t alignment) {
  bytes = std::max(bytes, smallest_block);
  const std::size_t steps = bytes <= small_limit ? 4 : 8;
  const std::size_t step = std::max(std::bit_floor(bytes) / steps, smallest_block);
  return round_up(round_up(bytes, step), std::max(alignment, smallest_block));
}

BlockRef BlockPool::take(std::size_t block_size) {
  const auto found = free_.find(block_size);
  if (found == free_.end() || found->second.empty())
    return {};
  const BlockRef block = found->second.back();
  found->second.pop_back();
  free_bytes_ -= block_size;
  ++block.region->taken;
  return block;
}

BlockRef BlockPool::take_parked(std::size_t block_size, const Queue *queue) {
  const auto found = std::ranges::find_if(parked_, [&](const Parked &parked) {
    return parked.queue == queue && parked.block.region->block_size == block_size;
  });
  if (found == parked_.end())
    return {};
  const BlockRef block = found->block;
  parked_.erase(found);
  return block;
}

void BlockPool::give(BlockRef block) {
  free_[block.region->block_size].push_back(block);
  free_bytes_ += block.region->block_size;
  --block.region->taken;
}

void BlockPool::park(BlockRef block, const Queue *queue, std::vector<Event> events) {
  parked_.push_back({block, queue, std::move(events)});
}

void BlockPool::collect() {
  std::erase_if(parked_, [&](const Parked &parked) {
    const bool done = std::ranges::all_of(parked.events, [](const Event &event) { return event.done(); });
    if (done)
      give(parked.block);
    return done;
  });
}

std::vector<Event> BlockPool::holding_back(std::size_t block_size) const {
  const auto found = std::ranges::find_if(
      parked_, [&](const Parked &parked) { return parked.block.region->block_size == block_size; });
  return found == parked_.end() ? std::vector<Event>() : found->events;
}

std::vector<Event> BlockPool::holding_back() const {
  std::vector<Event> all;
  for (const Parked &parked : parked_)
    all.insert(all.end(), parked.events.begin(), parked.events.end());
  return all;
}

std::vector<Region *> BlockPool::take_unused_regions(std::size_t enough) {
  std::unordered_set<Region *> unused;
  std::size_t bytes = 0;
  for (auto &[size, blocks] : free_)
    std::erase_if(blocks, [&](const BlockRef &block) {
      Region *const region = block.region;
      if (region->taken != 0 || (bytes >= enough && !unused.contains(region)))
        return false;
      if (unused.insert(region).second)
        bytes += region->bytes;
      free_bytes_ -= region->block_size;
      return true;
    });
  return {unused.begin(), unused.end()};
}

} // namespace weft::runtime

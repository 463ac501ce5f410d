// Takes, gives and parks blocks.
#include "runtime/block_pool.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <unordered_set>

#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::runtime {

namespace {

constexpr std::size_t smallest_block = 64;
constexpr std::size_t small_limit = std::size_t(1) << 20;

} // namespace

std::size_t block_size_for(std::size_t bytes, std::size_t alignment) {
  bytes = std::max(bytes, smallest_block);
  const std::size_t steps = bytes <= small_limit ? 4 : 8;
  const std::size_t step = std::max(std::bit_floor(bytes) / steps, smallest_block);
  return round_up(round_up(bytes, step), std::max(alignment, smallest_block));
}

BlockRef BlockPool::take(std::size_t block_size, std::size_t alignment) {
  const auto of_size = free_.find(block_size);
  if (of_size == free_.end())
    return {};
  std::vector<BlockRef> &blocks = of_size->second;
  const auto found =
      std::find_if(blocks.rbegin(), blocks.rend(), [&](const BlockRef &block) { return block.is_aligned(alignment); });
  if (found == blocks.rend())
    return {};
  const BlockRef block = *found;
  blocks.erase(std::next(found).base());
  free_bytes_ -= block_size;
  ++block.region->taken;
  return block;
}

namespace {
void keep(const std::vector<Event> &events, Ended &ended) {
  std::ranges::copy(events, std::back_inserter(ended.events));
}
} // namespace

BlockRef BlockPool::take_parked(std::size_t block_size, std::size_t alignment, const std::weak_ptr<const Queue> &queue,
                                Ended &ended) {
  const auto of_size = parked_.find(block_size);
  if (of_size == parked_.end())
    return {};
  std::vector<Parked> &blocks = of_size->second;
  const auto found = std::find_if(blocks.rbegin(), blocks.rend(), [&](const Parked &parked) {
    return parked.block.is_aligned(alignment) && !parked.queue.owner_before(queue) && !queue.owner_before(parked.queue);
  });
  if (found == blocks.rend())
    return {};
  const BlockRef block = found->block;
  keep(found->events, ended);
  blocks.erase(std::next(found).base());
  return block;
}

void BlockPool::give(BlockRef block) {
  free_[block.region->block_size].push_back(block);
  free_bytes_ += block.region->block_size;
  --block.region->taken;
}

void BlockPool::park(BlockRef block, std::weak_ptr<const Queue> queue, std::vector<Event> events) {
  parked_[block.region->block_size].push_back({block, std::move(queue), std::move(events)});
}

void BlockPool::collect(Ended &ended) {
  for (auto &[size, blocks] : parked_)
    std::erase_if(blocks, [&](const Parked &parked) {
      const bool done = std::ranges::all_of(parked.events, [](const Event &event) { return event.done(); });
      if (done) {
        give(parked.block);
        keep(parked.events, ended);
      }
      return done;
    });
}

std::vector<Event> BlockPool::holding_back(std::size_t block_size) const {
  const auto found = parked_.find(block_size);
  return found == parked_.end() || found->second.empty() ? std::vector<Event>() : found->second.front().events;
}

std::vector<Event> BlockPool::holding_back() const {
  std::vector<Event> all;
  for (const auto &[size, blocks] : parked_)
    for (const Parked &parked : blocks)
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

// Rows enough for all threads are a task each. The keys of few rows are spread to buckets, some for each thread: bounds
// come out of a sample, blocks count what belongs where, then write it there, and each bucket is sorted by itself. Of
// keys of 8 bytes with places the bits that fit beside a place are sorted first, then by the rest what is equal so far.
#include "array/algorithms/buckets.hpp"

#include <bit>

#include "array/algorithms/counting.hpp"
#include "libdevice/sorting/vector_sort.hpp"

namespace weft::array {

namespace {

using algorithms::KeyRange;

constexpr std::int64_t least_bucket = 1 << 15, sample_of_bucket = 256, block = 1 << 15;

} // namespace

bool sorts_in_buckets(const Launches &launches, int bytes) {
  return launches.alone() && (bytes == 4 || bytes == 8) && libdevice::sorts_in_vectors();
}

void sort_in_buckets(Launches &launches, algorithms::BucketArguments arguments, int bytes, bool with_places,
                     void *result) {
  const std::int64_t rows = arguments.rows, extent = arguments.extent;
  const int parameter = bytes + (with_places ? 16 : 0);
  const std::size_t packed = with_places ? 8 : static_cast<std::size_t>(bytes);
  const auto wanted = static_cast<std::int64_t>(std::bit_ceil(2 * static_cast<std::uint64_t>(launches.threads())));
  const bool has_ties = with_places && bytes == 8;
  if (has_ties)
    arguments.place_bits = std::max<std::uint64_t>(1, std::bit_width(static_cast<std::uint64_t>(extent - 1)));
  arguments.target = result;
  arguments.buckets = std::min(wanted, extent / least_bucket);
  if (arguments.buckets < 2 || rows >= 4 * launches.threads())
    return launches.launch_groups({"buckets", "sort_rows_in_vectors", parameter}, rows, 1, arguments);
  arguments.sample = arguments.buckets * sample_of_bucket;
  arguments.block = block;
  arguments.blocks = (extent + block - 1) / block;
  if (!with_places && arguments.order.magnitude == 0)
    arguments.windows =
        sort_windows_by_counting(launches, algorithms::for_same_rows<algorithms::CountingArguments>(arguments), bytes);
  const auto room = [&](std::int64_t count, std::size_t each) {
    return launches.temporary(static_cast<std::size_t>(rows * count) * each);
  };
  arguments.samples = room(arguments.sample, packed);
  arguments.bounds = room(arguments.buckets, packed);
  arguments.ends = reinterpret_cast<std::int64_t *>(room(arguments.blocks * arguments.buckets, sizeof(std::int64_t)));
  arguments.begins = reinterpret_cast<std::int64_t *>(room(arguments.buckets + 1, sizeof(std::int64_t)));
  if (has_ties) {
    arguments.words = reinterpret_cast<std::int64_t *>(room(extent, packed));
    arguments.block_ranges = reinterpret_cast<KeyRange *>(room(arguments.blocks, sizeof(KeyRange)));
    arguments.ranges = reinterpret_cast<KeyRange *>(room(1, sizeof(KeyRange)));
    launches.launch_groups({"buckets", "cover_blocks", bytes}, rows * arguments.blocks, 1, arguments);
  }
  launches.launch_groups({"buckets", "choose_bounds", parameter}, rows, 1, arguments);
  launches.launch_groups({"buckets", "count_buckets", parameter}, rows * arguments.blocks, 1, arguments);
  launches.launch_groups({"buckets", "place_buckets", parameter}, rows, 1, arguments);
  launches.launch_groups({"buckets", "spread_to_buckets", parameter}, rows * arguments.blocks, 1, arguments);
  launches.launch_groups({"buckets", "sort_buckets", parameter}, rows * arguments.buckets, 1, arguments);
  if (has_ties)
    launches.launch_groups({"buckets", "settle_blocks", bytes}, rows * arguments.blocks, 1, arguments);
}

} // namespace weft::array

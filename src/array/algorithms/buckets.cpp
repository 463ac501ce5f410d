// Rows enough for all threads are a task each. Fewer are sorted in pieces, one for each thread, that are merged. Where
// many threads sort few long rows, keys are spread to buckets, some for each thread: bounds come out of a sample,
// blocks count what belongs where, then write it there, and each bucket is sorted by itself. Of keys of 8 bytes with
// places the bits that fit beside a place are sorted first, then by the rest what is equal so far.
#include "array/algorithms/buckets.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "array/algorithms/counting.hpp"
#include "libdevice/sorting/vector_sort.hpp"
#include "support/round.hpp"

namespace weft::array {

namespace {

using algorithms::BucketArguments;
using algorithms::KeyRange;
using algorithms::PieceArguments;

constexpr std::int64_t least_bytes_of_piece = 1 << 14, least_bucket = 1 << 15, sample_of_bucket = 256, block = 1 << 15;
constexpr std::int64_t most_threads_that_merge = 4; ///< Each doubling is one more pass over long rows; powers of two.

/// Of rows of keys, by the way that fits their number and length.
class VectorSort {
public:
  VectorSort(Launches &launches, const BucketArguments &arguments, int bytes, bool with_places)
      : launches_(launches), bytes_(bytes), with_places_(with_places), has_ties_(with_places && bytes == 8),
        arguments_(arguments) {
    if (has_ties_)
      arguments_.place_bits =
          std::max<std::uint64_t>(1, std::bit_width(static_cast<std::uint64_t>(arguments.extent - 1)));
  }

  void operator()() {
    const std::int64_t threads = launches_.threads(), rows = arguments_.rows, extent = arguments_.extent;
    const bool are_long = extent >= 2 * least_bucket;
    const bool merge = threads <= most_threads_that_merge && std::has_single_bit(static_cast<std::uint64_t>(threads));
    const auto pieces = std::bit_floor(
        static_cast<std::uint64_t>(std::min(ceil_div(threads, rows), extent * packed_bytes() / least_bytes_of_piece)));
    if (are_long && rows < 4 * threads && !with_places_ && arguments_.order.magnitude == 0)
      arguments_.windows = sort_windows_by_counting(
          launches_, algorithms::for_same_rows<algorithms::CountingArguments>(arguments_), bytes_);
    if (are_long && rows < 4 * threads && !merge)
      sort_by_buckets();
    else if (pieces >= 2)
      sort_by_pieces(static_cast<std::int64_t>(pieces));
    else
      launch("sort_rows_in_vectors", rows);
  }

private:
  int packed_bytes() const { return with_places_ ? 8 : bytes_; }
  int parameter() const { return bytes_ + (with_places_ ? 16 : 0); }

  /// Of `count` for each row.
  template <class T> T *room(std::int64_t count, std::size_t each = sizeof(T)) {
    return reinterpret_cast<T *>(launches_.temporary(static_cast<std::size_t>(arguments_.rows * count) * each));
  }
  std::byte *room_for_packed(std::int64_t count) {
    return room<std::byte>(count, static_cast<std::size_t>(packed_bytes()));
  }

  void launch(std::string_view kernel, std::int64_t groups) {
    launches_.launch_groups({"buckets", kernel, parameter()}, groups, 1, arguments_);
  }

  void sort_by_pieces(std::int64_t pieces) {
    PieceArguments arguments;
    static_cast<BucketArguments &>(arguments) = arguments_;
    arguments.pieces = pieces;
    const std::int64_t groups = arguments.rows * pieces;
    if (has_ties_)
      arguments.ranges = room<KeyRange>(1);
    arguments.to = room_for_packed(arguments.extent);
    launches_.launch_groups({"pieces", "sort_pieces", parameter()}, groups, 1, arguments);
    void *other = has_ties_ || pieces > 2 ? room_for_packed(arguments.extent) : nullptr;
    for (arguments.width = 1; arguments.width < pieces; arguments.width *= 2) {
      const bool last = 2 * arguments.width == pieces;
      arguments.from = std::exchange(arguments.to, last && !has_ties_ ? arguments.target : other);
      other = const_cast<void *>(arguments.from);
      launches_.launch_groups({"pieces", "merge_pieces", parameter()}, groups, 1, arguments);
    }
    if (!has_ties_)
      return;
    arguments_.words = static_cast<std::int64_t *>(arguments.to);
    arguments_.ranges = arguments.ranges;
    arguments_.blocks = pieces;
    arguments_.block = ceil_div(arguments.extent, pieces);
    settle();
  }

  void sort_by_buckets() {
    const std::int64_t rows = arguments_.rows, extent = arguments_.extent;
    const auto wanted = static_cast<std::int64_t>(std::bit_ceil(2 * static_cast<std::uint64_t>(launches_.threads())));
    arguments_.buckets = std::min(wanted, extent / least_bucket);
    arguments_.sample = arguments_.buckets * sample_of_bucket;
    arguments_.block = block;
    arguments_.blocks = ceil_div(extent, block);
    arguments_.samples = room_for_packed(arguments_.sample);
    arguments_.bounds = room_for_packed(arguments_.buckets);
    arguments_.ends = room<std::int64_t>(arguments_.blocks * arguments_.buckets);
    arguments_.begins = room<std::int64_t>(arguments_.buckets + 1);
    if (has_ties_) {
      arguments_.words = room<std::int64_t>(extent);
      arguments_.block_ranges = room<KeyRange>(arguments_.blocks);
      arguments_.ranges = room<KeyRange>(1);
      launches_.launch_groups({"buckets", "cover_blocks", bytes_}, rows * arguments_.blocks, 1, arguments_);
    }
    launch("choose_bounds", rows);
    launch("count_buckets", rows * arguments_.blocks);
    launch("place_buckets", rows);
    launch("spread_to_buckets", rows * arguments_.blocks);
    launch("sort_buckets", rows * arguments_.buckets);
    if (has_ties_)
      settle();
  }

  /// What is equal so far in the words that are sorted.
  void settle() {
    launches_.launch_groups({"buckets", "settle_blocks", bytes_}, arguments_.rows * arguments_.blocks, 1, arguments_);
  }

  Launches &launches_;
  int bytes_;
  bool with_places_, has_ties_;
  BucketArguments arguments_;
};

} // namespace

bool sorts_in_buckets(const Launches &launches, int bytes) {
  return launches.alone() && (bytes == 4 || bytes == 8) && libdevice::sorts_in_vectors();
}

void sort_in_buckets(Launches &launches, BucketArguments arguments, int bytes, bool with_places, void *result) {
  arguments.target = result;
  VectorSort(launches, arguments, bytes, with_places)();
}

} // namespace weft::array

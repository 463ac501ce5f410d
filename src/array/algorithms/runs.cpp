// Rows enough for all threads are a run each. Of few rows, each is as many runs as there are threads; each round of
// merges halves their number, and its pieces are spread over all threads.
#include "array/algorithms/runs.hpp"

#include <bit>
#include <utility>

#include "libdevice/sorting/vector_sort.hpp"

namespace weft::array {

namespace {
constexpr std::int64_t least_run = 1 << 15, piece = 1 << 14;
}

bool sorts_in_runs(const Algorithm &algorithm, int bytes, bool with_places) {
  return algorithm.alone() && (bytes == 4 || (bytes == 8 && !with_places)) && libdevice::sorts_in_vectors();
}

void sort_in_runs(Algorithm &algorithm, algorithms::RunArguments arguments, int bytes, bool with_places, void *result) {
  const std::int64_t rows = arguments.rows, extent = arguments.extent;
  const auto threads = static_cast<std::uint64_t>(algorithm.threads());
  const std::uint64_t wanted = rows >= 4 * algorithm.threads() ? 1 : std::bit_ceil(threads);
  const std::uint64_t most = std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(extent / least_run, 1)));
  const auto runs = static_cast<std::int64_t>(std::min(wanted, most));
  const int parameter = bytes + (with_places ? 16 : 0);
  void *spare = nullptr;
  if (runs > 1)
    spare = algorithm.temporary(static_cast<std::size_t>(rows * extent) * (with_places ? 8 : bytes));
  arguments.width = (extent + runs - 1) / runs;
  arguments.runs = (extent + arguments.width - 1) / arguments.width;
  arguments.piece = piece;
  arguments.target = std::countr_zero(static_cast<std::uint64_t>(runs)) % 2 == 0 ? result : spare;
  arguments.decodes = arguments.runs == 1;
  algorithm.launch_groups({"runs", "sort_runs", parameter}, rows * arguments.runs, 1, arguments);
  while (arguments.runs > 1) {
    arguments.source = std::exchange(arguments.target, arguments.target == result ? spare : result);
    arguments.decodes = arguments.runs == 2;
    const std::int64_t pairs = (arguments.runs + 1) / 2, pieces = (2 * arguments.width + piece - 1) / piece;
    algorithm.launch_groups({"runs", "merge_runs", parameter}, rows * pairs * pieces, 1, arguments);
    arguments.runs = pairs;
    arguments.width *= 2;
  }
}

} // namespace weft::array

// All values of one byte are few; those of two bytes are where a row has many more keys. Wide integers such as labels
// are often of a small range, which a sample tells.
#include "array/algorithms/counting.hpp"

namespace weft::array {

namespace {

using algorithms::CountingArguments;
using algorithms::Window;

constexpr std::int64_t least_row = 256, least_part = 1 << 14, most_counted = 1 << 16;

bool is_task_by_row(const Launches &launches, const CountingArguments &arguments) {
  return arguments.rows >= 4 * launches.threads() || arguments.extent < 2 * least_part;
}

void sort_parts(Launches &launches, CountingArguments arguments, int bytes) {
  const std::int64_t rows = arguments.rows;
  const std::int64_t least = std::max(least_part, 4 * arguments.most_values);
  arguments.blocks = std::clamp<std::int64_t>(arguments.extent / least, 1, 2 * launches.threads());
  const auto tables = [&](std::int64_t count) {
    const auto bytes_of_all = static_cast<std::size_t>(count * arguments.most_values) * sizeof(std::uint32_t);
    return reinterpret_cast<std::uint32_t *>(launches.temporary(bytes_of_all));
  };
  arguments.counts = tables(rows * arguments.blocks);
  arguments.begins = tables(rows);
  launches.launch_groups({"counting", "count_values", bytes}, rows * arguments.blocks, 1, arguments);
  launches.launch_groups({"counting", "place_values", bytes}, rows, 1, arguments);
  launches.launch_groups({"counting", "write_values", bytes}, rows * arguments.blocks, 1, arguments);
}

} // namespace

bool sorts_by_counting(const Launches &launches, int bytes, std::int64_t extent) {
  if (!launches.alone() || bytes > 2)
    return false;
  return extent >= (bytes == 1 ? least_row : 4 * most_counted);
}

void sort_by_counting(Launches &launches, CountingArguments arguments, int bytes) {
  if (bytes == 1 && is_task_by_row(launches, arguments))
    return launches.launch_groups({"counting", "sort_rows_by_counts", bytes}, arguments.rows, 1, arguments);
  arguments.most_values = std::int64_t{1} << 8 * bytes;
  sort_parts(launches, arguments, bytes);
}

Window *sort_windows_by_counting(Launches &launches, CountingArguments arguments, int bytes) {
  arguments.most_values = std::min(most_counted, arguments.extent / 8);
  arguments.windows =
      reinterpret_cast<Window *>(launches.temporary(static_cast<std::size_t>(arguments.rows) * sizeof(Window)));
  launches.launch_groups({"counting", "choose_window", bytes}, arguments.rows, 1, arguments);
  sort_parts(launches, arguments, bytes);
  return arguments.windows;
}

} // namespace weft::array

// The launches of a radix sort: all digits are counted at once, then a pass a digit moves the keys.
#include "array/algorithms/radix.hpp"

#include <algorithm>
#include <array>

#include "support/round.hpp"

namespace weft::array {

namespace {

using algorithms::radix_group;
using algorithms::RadixArguments;

constexpr std::int64_t counter = sizeof(std::uint32_t);

/// Memory that is 0 before the first pass: what tiles say, how many keys of each digit there are, and tickets.
void clear(Launches &launches, RadixArguments &arguments) {
  const std::int64_t said = arguments.rows * arguments.tiles * radix_group * std::int64_t{sizeof(std::uint64_t)};
  const std::int64_t counted = arguments.rows * arguments.passes * radix_group * counter;
  const std::int64_t words = ceil_div(said + counted + arguments.passes * counter, sizeof(std::uint64_t));
  std::byte *const memory = launches.temporary(static_cast<std::size_t>(words) * sizeof(std::uint64_t));
  arguments.published = reinterpret_cast<std::uint64_t *>(memory);
  arguments.begins = reinterpret_cast<std::uint32_t *>(memory + said);
  arguments.tickets = reinterpret_cast<std::uint32_t *>(memory + said + counted);
  launches.launch_items({"radix", "radix_clear", 0}, words, arguments);
}

/// Local memory for `keys` keys or their places, where counts of digits are before.
std::int64_t room_for(std::int64_t keys, int bytes, bool with_places, std::int64_t counts) {
  return std::max(counts, keys * std::max<std::int64_t>(bytes, with_places ? counter : 0));
}

/// Digits are counted by each sub-group, which also marks who has them.
std::int64_t tile_room(Launches &launches, int bytes, bool with_places) {
  const std::int64_t sub_groups = launches.sub_groups(radix_group);
  const std::int64_t mark = radix_group / sub_groups > 32 ? sizeof(std::uint64_t) : counter;
  return radix_group * counter + room_for(algorithms::radix_tile(bytes, with_places), bytes, with_places,
                                          sub_groups * radix_group * (counter + mark));
}

/// Each row by a group that is just large enough.
void sort_rows(Launches &launches, RadixArguments &arguments, int bytes, bool with_places) {
  std::int64_t group = radix_group;
  while (group > 32 && arguments.extent <= algorithms::radix_row / radix_group * group / 2)
    group /= 2;
  const std::int64_t counts = launches.sub_groups(group) * radix_group * counter;
  arguments.encodes = arguments.decodes = true;
  launches.launch_groups(
      {"radix", "radix_sort_row", bytes + (with_places ? 16 : 0)}, arguments.rows, group, arguments, {},
      static_cast<std::size_t>(room_for(algorithms::radix_row / radix_group * group, bytes, with_places, counts)));
}

} // namespace

void sort_by_radix(Launches &launches, RadixArguments arguments, int bytes) {
  const bool with_places = arguments.places != nullptr;
  arguments.passes = bytes;
  if (arguments.extent <= algorithms::radix_row)
    return sort_rows(launches, arguments, bytes, with_places);
  void *const result = arguments.target;
  const std::int64_t keys = arguments.rows * arguments.extent;
  arguments.tiles = ceil_div(arguments.extent, algorithms::radix_tile(bytes, with_places));
  clear(launches, arguments);
  launches.launch_groups({"radix", "radix_count", bytes},
                         arguments.rows * ceil_div(arguments.extent, algorithms::radix_counted), radix_group, arguments,
                         {}, static_cast<std::size_t>(bytes * radix_group * counter));
  launches.launch_groups({"radix", "radix_begin", 0}, arguments.rows * arguments.passes, radix_group, arguments);
  const auto room = static_cast<std::size_t>(tile_room(launches, bytes, with_places));
  std::array<std::byte *, 2> spare{}, places{};
  for (std::size_t side = 0; side < spare.size() && static_cast<int>(side) + 1 < bytes; ++side) {
    spare[side] = launches.temporary(static_cast<std::size_t>(keys * bytes));
    places[side] = with_places ? launches.temporary(static_cast<std::size_t>(keys * counter)) : nullptr;
  }
  // The first pass reads no places and the last one writes none there; without nulls all passes are one kernel.
  arguments.from_places = reinterpret_cast<const std::uint32_t *>(places[1]);
  for (int pass = 0; pass < bytes; ++pass) {
    const bool last = pass + 1 == bytes;
    const auto to = static_cast<std::size_t>(pass % 2);
    arguments.stores_keys = !last || result != nullptr;
    arguments.target = last && result != nullptr ? result : spare[to];
    arguments.to_places = reinterpret_cast<std::uint32_t *>(places[to]);
    arguments.pass = pass;
    arguments.encodes = pass == 0;
    arguments.decodes = last;
    launches.launch_groups({"radix", "radix_scatter", bytes + (with_places ? 16 : 0)}, arguments.rows * arguments.tiles,
                           radix_group, arguments, {}, room);
    arguments.source = spare[to];
    arguments.from_places = reinterpret_cast<const std::uint32_t *>(places[to]);
  }
}

} // namespace weft::array

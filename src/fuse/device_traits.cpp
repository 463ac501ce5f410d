// The numbers.
#include "fuse/device_traits.hpp"

#include <algorithm>
#include <limits>

#include "runtime/device.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

/// Accumulators are two of the widest vectors, whose lanes' truth fits one where vectors have 256 bits; blocks stay in
/// the second cache, tiles and accumulators of columns in the first.
constexpr DeviceTraits cpu_traits{
    .folds = {.groups = false,
              .lane_bytes = 128,
              .least_lanes = 1,
              .most_lanes = 32,
              .short_folds = {.other = 48, .compared = 80, .dear = 256},
              .short_columns = 32,
              .most_blocks = 4096,
              .least_rows = 128,
              .wide_columns = 256,
              .least_wide_rows = 512,
              .one_block = 1,
              .block_elements = 8192,
              .block_bytes = 65536,
              .read_block = 131072,
              .least_block = 1024,
              .spread_blocks = 32,
              .most_spread_blocks = 640,
              .column_blocks = 64,
              .most_rows = 4096,
              .most_row_blocks = 256},
    .unrolls = false,
    .vector_bytes = 0,
    .fills = 0,
    .loads_under_way = 1,
    .rows_at_once = 1,
    .short_row = 9, // a vector of which some lanes rest costs less than dividing
    .most_private = 64,
    .private_bytes = std::numeric_limits<std::size_t>::max(),
    .group = 1,
    .most_groups = std::numeric_limits<std::size_t>::max(),
    .tile_bytes = 8192,
    .tile_items = 0,
    .staged_loads = 1,
    .staged_results = 1,
    .staged_row = 0,
    .staged_bytes = 0,
    .stretch_bytes = 32768,
    .column_lanes = 64, // two vectors of 256 bits: of four, half would be folded after the other half
    .column_bytes = 16384,
    .column_groups = 16,
    .streamed_bytes = 32 << 20,
};

/// Loads of 16 bytes, several of them under way in each of few work-items; blocks for 32 groups on each multiprocessor
/// of a large device.
constexpr DeviceTraits gpu_traits{
    .folds = {.groups = true,
              .lane_bytes = 512,
              .least_lanes = 32,
              .most_lanes = 128,
              .short_folds = {.other = 256, .compared = 256, .dear = 256},
              .short_columns = 256,
              .most_blocks = 4224,
              .least_rows = 64,
              .wide_columns = 0,
              .least_wide_rows = 0,
              .one_block = 8,
              .block_elements = 0,
              .block_bytes = 0,
              .read_block = 0,
              .least_block = 0,
              .spread_blocks = 0,
              .most_spread_blocks = 0,
              .column_blocks = 0,
              .most_rows = 0,
              .most_row_blocks = 0},
    .unrolls = true,
    .vector_bytes = 16,
    .fills = std::size_t(1) << 20,
    .loads_under_way = 4,
    .rows_at_once = 4,
    .short_row = 16,
    .most_private = 32,
    .private_bytes = 256, // leaves registers for the rest
    .group = 128,
    .most_groups = 65535,
    .tile_bytes = 16384,
    .tile_items = 256,
    .staged_loads = 8,
    .staged_results = 4,
    .staged_row = 32, // shorter ones share what memory gives at a time
    .staged_bytes = 128,
    .stretch_bytes = 0,
    .column_lanes = 0,
    .column_bytes = 0,
    .column_groups = 0,
    .streamed_bytes = 0,
};

std::uint32_t FoldTraits::lanes(std::size_t accumulator_bytes) const noexcept {
  return static_cast<std::uint32_t>(std::min(most_lanes, lane_bytes / static_cast<std::ptrdiff_t>(accumulator_bytes)));
}

namespace {

constexpr DeviceTraits with_wide_vectors(DeviceTraits traits) {
  traits.column_lanes = 128;
  return traits;
}

constinit const DeviceTraits wide_cpu_traits = with_wide_vectors(cpu_traits);

const DeviceTraits &traits_of_cpu(const runtime::DeviceInfo &info) noexcept {
  constexpr std::uint32_t widest = 64;
  return info.native_vector_width[0] >= widest ? wide_cpu_traits : cpu_traits;
}

/// Work-items side by side, and groups that share local memory: of any device but the CPU that Weft runs itself.
bool runs_as_gpu(const runtime::Device &device) noexcept {
  using enum runtime::DeviceType;
  const runtime::DeviceType type = device.info().type;
  return type == gpu || type == accelerator || (type == cpu && !device.shares_host_memory());
}

} // namespace

const DeviceTraits &traits_of(const runtime::Queue &queue) noexcept {
  static constinit Lazy<bool> always_gpu;
  const bool gpu = always_gpu.get([] { return env::text("WEFT_SCHEDULE") == "gpu"; });
  const runtime::Device &device = *queue.device();
  return gpu || runs_as_gpu(device) ? gpu_traits : traits_of_cpu(device.info());
}

} // namespace weft::fuse

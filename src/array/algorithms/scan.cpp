// Work-items by themselves reduce, then scan: tiles are summed, their sums are scanned, and each tile begins with what
// is before it. Groups read memory once and hand on their sums. The order of the additions depends on shape and device
// alone.
#include "array/algorithms/scan.hpp"

#include <array>
#include <cstring>
#include <limits>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/turn.hpp"
#include "array/build.hpp"
#include "libdevice/scanning/vector_scan.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"
#include "support/round.hpp"

namespace weft::array {

namespace {

using algorithms::ScanArguments;

constexpr std::string_view names[] = {"cumulative_sum", "cumulative_prod", "cumulative_logsumexp"};
constexpr std::string_view combines[] = {"add", "multiply", "logaddexp"};
constexpr std::int64_t tile_bytes_alone =
    8 * (8192 - 320); // stays in a core's cache; its parts in cache sets of their own
constexpr std::int64_t tile_bytes_in_vectors = std::int64_t(1) << 18; // of less the sums of tiles take longer
constexpr std::int64_t tile_in_lanes = 1 << 14;                       // elements
constexpr std::int64_t one_item = 16, one_sub_group = 1024;           // elements of a row that groups leave to less
constexpr std::int64_t many_tiles = 6;                                // for each part of a device
constexpr std::int64_t ahead_groups = 2;                              // on each part of a device that read ahead
constexpr std::int64_t ahead_tiles_of_group = 12, ahead_tiles_of_row = 512; // from which on that is faster
constexpr std::int64_t beyond_caches = std::int64_t(32) << 20;              // bytes of a result

std::string_view name_of(Scan scan) {
  return names[static_cast<int>(scan)];
}

Dtype default_dtype(Scan scan, Dtype input) {
  switch (ops::kind_of(input)) {
  case Kind::floating:
    return input;
  case Kind::complex:
    if (scan == Scan::logsumexp)
      throw Error(Errc::invalid, "{}: not defined for {}", name_of(scan), array::name_of(input));
    return input;
  default:
    if (scan == Scan::logsumexp)
      return Dtype::f64;
    return ops::kind_of(input) == Kind::integer_unsigned ? Dtype::u64 : Dtype::i64;
  }
}

/// What it is computed in: integers wrap alike in wider ones, numbers of 16 bits are rounded once at the end.
Dtype accumulator_of(Dtype dtype) {
  switch (dtype) {
  case Dtype::i8:
  case Dtype::i16:
    return Dtype::i32;
  case Dtype::b1: // sums of true do not wrap
    return Dtype::i64;
  case Dtype::u8:
  case Dtype::u16:
    return Dtype::u32;
  case Dtype::f16:
  case Dtype::bf16:
    return Dtype::f32;
  default:
    return dtype;
  }
}

const codegen::Binding &combine_of(Scan scan, Dtype accumulator) {
  const Dtype wrapping = accumulator == Dtype::i32 ? Dtype::u32 : accumulator == Dtype::i64 ? Dtype::u64 : accumulator;
  static constexpr std::string_view suffixes[] = {"u32", "u64", "f32", "f64", "c64", "c128"};
  static constexpr Dtype dtypes[] = {Dtype::u32, Dtype::u64, Dtype::f32, Dtype::f64, Dtype::c64, Dtype::c128};
  using Table = std::array<std::array<codegen::Binding, std::size(dtypes)>, std::size(combines)>;
  static constinit Lazy<Table> table;
  const Table &bindings = table.get([] {
    Table all;
    for (std::size_t kind = 0; kind < all.size(); ++kind)
      for (std::size_t dtype = 0; dtype < std::size(dtypes); ++dtype)
        all[kind][dtype] = {"weft_combine", fmt::format("__weft_combine_{}_{}", combines[kind], suffixes[dtype])};
    return all;
  });
  const auto *const found = std::ranges::find(dtypes, wrapping);
  return bindings[static_cast<std::size_t>(scan)][static_cast<std::size_t>(found - std::begin(dtypes))];
}

Number identity_of(Scan scan, Dtype accumulator) {
  if (scan == Scan::logsumexp)
    return number_of(Scalar{-std::numeric_limits<double>::infinity()}, accumulator);
  return number_of(Scalar{std::int64_t{scan == Scan::prod}}, accumulator);
}

/// One scan over memory, by whichever kernels fit its shape.
class Run {
public:
  Run(Launches &launches, const codegen::Binding &combine, int bytes, bool together)
      : launches_(launches), combine_(combine), bytes_(bytes), together_(together),
        in_lanes_(!together && combine.function.starts_with("__weft_combine_logaddexp")),
        in_vectors_(!together && libdevice::scans_in_vectors() ? vectors_for(combine.function) : "") {}

  void operator()(ScanArguments arguments) {
    if (arguments.rows * arguments.inner == 0)
      return;
    if (arguments.inner > 1 || arguments.extent == 0 || (together_ && arguments.extent <= one_item) ||
        (in_lanes_ && arguments.extent < shortest_in_lanes && arguments.rows > 1))
      return launches_.launch_items({"scan", "scan_lines", bytes_}, arguments.rows * arguments.inner, arguments,
                                    {&combine_, 1});
    if (together_ && arguments.extent <= one_sub_group && arguments.rows > 1)
      return scan_by_sub_groups(arguments);
    scan_rows(arguments);
  }

private:
  /// None but for sums of real numbers.
  static std::string_view vectors_for(std::string_view combine) {
    if (combine == "__weft_combine_add_f32" || combine == "__weft_combine_add_f64")
      return "sum_floats_of_tile";
    return combine == "__weft_combine_add_u32" || combine == "__weft_combine_add_u64" ? "sum_integers_of_tile" : "";
  }

  void scan_rows(ScanArguments arguments) {
    if (together_)
      return scan_together(arguments);
    const bool whole_rows = arguments.rows >= 4 * launches_.threads();
    const bool in_lanes = in_lanes_ && arguments.extent >= shortest_in_lanes;
    arguments.tile = whole_rows ? arguments.extent : in_lanes ? tile_in_lanes : tile_alone();
    arguments.tiles = ceil_div(arguments.extent, arguments.tile);
    if (arguments.tiles > 1) {
      const std::int64_t count = arguments.rows * arguments.tiles;
      arguments.totals = launches_.temporary(static_cast<std::size_t>(count * bytes_));
      in_lanes ? launch_in_lanes("total_of_tile_in_lanes", arguments) : launch("total_of_tile_alone", arguments);
      ScanArguments sums;
      sums.source = sums.target = arguments.totals;
      sums.rows = arguments.rows;
      sums.extent = arguments.tiles;
      std::ranges::copy(arguments.identity, sums.identity);
      (*this)(sums);
    }
    if (!in_vectors_.empty() && arguments.extent >= 32) // fewer are summed one after the other
      return sum_in_vectors(arguments);
    in_lanes ? launch_in_lanes("scan_tile_in_lanes", arguments) : launch("scan_tile_alone", arguments);
  }

  std::int64_t tile_alone() const { return (in_vectors_.empty() ? tile_bytes_alone : tile_bytes_in_vectors) / bytes_; }

  bool is_beyond_caches(const ScanArguments &arguments) const {
    return arguments.rows * arguments.extent * bytes_ >= beyond_caches;
  }

  void cut(ScanArguments &arguments, int tile_bytes) const {
    arguments.tile = tile_bytes / bytes_;
    arguments.tiles = ceil_div(arguments.extent, arguments.tile);
  }

  void scan_together(ScanArguments arguments) {
    if (scan_ahead(arguments))
      return;
    constexpr int vector_of_group = algorithms::scan_group * algorithms::scan_vector;
    int vectors = algorithms::many_scan_vectors;
    cut(arguments, vectors * vector_of_group);
    if (arguments.rows * arguments.tiles < many_tiles * launches_.threads() || arguments.extent < arguments.tile)
      cut(arguments, (vectors = algorithms::few_scan_vectors) * vector_of_group);
    const std::int64_t blocks = ceil_div(arguments.tiles, algorithms::scan_fan);
    if (arguments.tiles > 1)
      clear_published(arguments, arguments.rows * (arguments.tiles + 2 * blocks));
    const int parameter = algorithms::scan_parameter(bytes_, vectors, is_beyond_caches(arguments));
    launches_.launch_groups({"scan", "scan_tile_together", parameter}, arguments.rows * arguments.tiles,
                            algorithms::scan_group, arguments, {&combine_, 1}, algorithms::scan_room(bytes_));
  }

  /// False where there are too few tiles, a group has no room for them, or may not wait for one that begins later.
  bool scan_ahead(ScanArguments arguments) {
    cut(arguments, algorithms::ahead_tile_bytes);
    const std::int64_t tiles = arguments.rows * arguments.tiles, groups = ahead_groups * launches_.threads();
    const std::size_t room = algorithms::ahead_room(bytes_);
    if (arguments.tiles < ahead_tiles_of_row || tiles < ahead_tiles_of_group * groups ||
        room > launches_.local_memory() || !launches_.groups_together())
      return false;
    clear_published(arguments, 2 * tiles);
    launches_.launch_groups({"scan_ahead", "scan_tiles_ahead", bytes_}, groups, algorithms::ahead_group, arguments,
                            {&combine_, 1}, room);
    return true;
  }

  void scan_by_sub_groups(const ScanArguments &arguments) {
    const std::int64_t rows_of_group = launches_.sub_groups(algorithms::scan_group);
    launches_.launch_groups({"scan", "scan_rows_by_sub_groups", bytes_}, ceil_div(arguments.rows, rows_of_group),
                            algorithms::scan_group, arguments, {&combine_, 1});
  }

  void clear_published(ScanArguments &arguments, std::int64_t values) {
    const std::int64_t words = values * (bytes_ / 4);
    arguments.published =
        reinterpret_cast<std::uint64_t *>(launches_.temporary(static_cast<std::size_t>(words) * sizeof(std::uint64_t)));
    arguments.ticket = reinterpret_cast<std::uint32_t *>(launches_.temporary(sizeof(std::uint32_t)));
    launches_.launch_items({"scan", "clear_published", 0}, words, arguments);
  }

  void sum_in_vectors(ScanArguments arguments) {
    arguments.streams = is_beyond_caches(arguments);
    launches_.launch_groups({"scan", in_vectors_, bytes_}, arguments.rows * arguments.tiles, 1, arguments);
  }

  void launch(std::string_view kernel, const ScanArguments &arguments) {
    launches_.launch_groups({"scan", kernel, bytes_}, arguments.rows * arguments.tiles, 1, arguments, {&combine_, 1});
  }

  void launch_in_lanes(std::string_view kernel, const ScanArguments &arguments) {
    launches_.launch_groups({"scan_in_lanes", kernel, bytes_}, arguments.rows * arguments.tiles, algorithms::scan_lanes,
                            arguments, {&combine_, 1}, static_cast<std::size_t>(algorithms::scan_lanes * bytes_));
  }

  static constexpr std::int64_t shortest_in_lanes = algorithms::scan_lanes * algorithms::least_part;

  Launches &launches_;
  const codegen::Binding &combine_;
  int bytes_;
  bool together_, in_lanes_;
  std::string_view in_vectors_; ///< The kernel for sums on a CPU that has vectors for them.
};

std::int64_t product(std::span<const std::ptrdiff_t> extents) {
  std::int64_t product = 1;
  for (const std::ptrdiff_t extent : extents)
    product *= extent;
  return product;
}

Array scan_dense(Scan kind, const Array &x, std::size_t axis, bool include_initial) {
  const auto bytes = static_cast<int>(item_size(x.dtype()));
  Shape shape = x.shape();
  ScanArguments arguments;
  arguments.rows = product({shape.data(), axis});
  arguments.extent = shape[axis];
  arguments.inner = product({shape.data() + axis + 1, shape.size() - axis - 1});
  arguments.initial = include_initial;
  const Number identity = identity_of(kind, x.dtype());
  std::memcpy(arguments.identity, identity.data(), sizeof arguments.identity);
  shape[axis] += include_initial;
  auto record = [=, &combine = combine_of(kind, x.dtype())](Launches &launches) {
    ScanArguments filled = arguments;
    filled.source = launches.operand(0);
    filled.target = launches.result();
    Run(launches, combine, bytes, !launches.alone())(filled);
  };
  return computed_by(make_algorithm(name_of(kind), std::move(record)), {&x}, shape, x.dtype(), x.usm_kind());
}

/// A scan of few lines that lie across memory goes through them one after the other.
bool is_better_turned(const Array &x, std::size_t axis) {
  const std::ptrdiff_t extent = x.shape()[axis];
  const auto lines = static_cast<std::int64_t>(x.size()) / std::max<std::ptrdiff_t>(extent, 1);
  if (axis + 1 >= x.shape().size())
    return false;
  return works_alone(*x.queue()) ? lines < 64 && extent > 4096 : lines < 65536 && extent > 64;
}

} // namespace

void scan_counts(Launches &launches, std::uint32_t *counts, std::int64_t rows, std::int64_t extent) {
  ScanArguments arguments;
  arguments.source = arguments.target = counts;
  arguments.rows = rows;
  arguments.extent = extent;
  Run(launches, combine_of(Scan::sum, Dtype::u32), sizeof *counts, !launches.alone())(arguments);
}

Array scan(Scan kind, const Array &x, int axis, std::optional<Dtype> dtype, bool include_initial, const Array *out) {
  if (axis < 0 || axis >= x.ndim())
    throw Error(Errc::invalid, "{}: axis {} is out of range for {} dimensions", name_of(kind), axis, x.ndim());
  const Dtype natural = default_dtype(kind, x.dtype()), wanted = dtype.value_or(natural);
  const bool fits = kind != Scan::logsumexp || ops::kind_of(wanted) == Kind::floating;
  const Dtype computed = fits ? wanted : natural, accumulator = accumulator_of(computed);
  Shape shape = x.shape();
  const auto along = static_cast<std::size_t>(axis);
  shape[along] += include_initial;
  if (out != nullptr) {
    check_out(*out, shape, wanted, name_of(kind));
    check_queues(x, *out, name_of(kind));
  }
  const bool turned = is_better_turned(x, along);
  const Array lying = turned ? with_axis_last(x, axis) : x;
  const Array source = dense(x.dtype() == computed ? lying : astype(lying, computed), accumulator);
  Array result = scan_dense(kind, source, turned ? shape.size() - 1 : along, include_initial);
  if (accumulator != wanted)
    result = astype(accumulator == computed ? result : astype(result, computed), wanted);
  if (turned)
    result = with_axis_back(result, axis);
  if (out != nullptr) {
    assign_result(*out, std::move(result));
    return *out;
  }
  return turned ? dense(result, wanted) : result;
}

} // namespace weft::array

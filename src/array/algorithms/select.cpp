// Flags are counted, the counts are scanned, and what is selected goes where they say.
#include "array/algorithms/select.hpp"

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/scan.hpp"
#include "array/build.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using algorithms::SelectArguments;

constexpr std::int64_t tile_alone = 1 << 16;
constexpr std::int64_t group_size = 256, tile_of_group = 8 * group_size; // as kernels/select.cpp

SelectArguments arguments_for(const Array &flags) {
  SelectArguments arguments;
  arguments.count = static_cast<std::int64_t>(flags.size());
  arguments.tile = works_alone(*flags.queue()) ? tile_alone : tile_of_group;
  return arguments;
}

std::int64_t tiles_of(const SelectArguments &arguments) {
  return (arguments.count + arguments.tile - 1) / arguments.tile;
}

/// `name`_alone goes through a tile by itself, `name`_together by a group.
void launch(Launches &launches, std::string_view name, int bytes, const SelectArguments &arguments) {
  const bool alone = launches.alone();
  launches.launch_groups({"select", fmt::format("{}_{}", name, alone ? "alone" : "together"), bytes},
                         tiles_of(arguments), alone ? 1 : group_size, arguments, {},
                         alone ? 0 : group_size * sizeof(std::uint32_t));
}

Array counts_of_tiles(const Array &flags) {
  auto record = [arguments = arguments_for(flags)](Launches &launches) {
    SelectArguments filled = arguments;
    filled.flags = reinterpret_cast<const unsigned char *>(launches.operand(0));
    filled.ends = reinterpret_cast<std::int64_t *>(launches.result());
    launch(launches, "count_flags", 0, filled);
  };
  return computed_by(make_algorithm("count_flags", std::move(record)), {&flags}, Shape{tiles_of(arguments_for(flags))},
                     Dtype::i64, AllocationKind::device);
}

/// Flags with what is known of them: how many are set until the end of each tile.
class Selection {
public:
  explicit Selection(const Array &mask) : flags_(dense(mask, Dtype::b1)) {
    if (flags_.size() == 0)
      return;
    ends_ = scan(Scan::sum, counts_of_tiles(flags_), 0, Dtype::i64);
    ends_.evaluate();
  }

  /// How many are set. Waits.
  std::int64_t total() const {
    if (flags_.size() == 0)
      return 0;
    std::int64_t total = 0;
    const std::ptrdiff_t last = ends_.shape()[0] - 1;
    ends_.with_layout(Shape{}, Shape{}, ends_.offset() + last).copy_to_host(&total, Shape{});
    return total;
  }

  /// What is selected, `total` of them: of the source, or their places.
  Array selected(std::int64_t total, const Array *source, Dtype dtype, AllocationKind kind) const {
    if (total == 0)
      return Array::empty(Shape{0}, dtype, flags_.queue(), kind);
    return computed_by(source != nullptr ? algorithm("compress", item_size(dtype), source)
                                         : algorithm("places", 0, nullptr),
                       {&flags_, &ends_, source}, Shape{total}, dtype, kind);
  }

  /// Puts elements of the source where flags are set.
  void put(const Array &target, const Array &source) const {
    if (target.size() > 0)
      change_by(algorithm("expand", item_size(target.dtype()), &source), {&flags_, &ends_, &source}, target);
  }

private:
  fuse::Ref<const fuse::Algorithm> algorithm(std::string_view name, std::size_t bytes, const Array *source) const {
    SelectArguments arguments = arguments_for(flags_);
    if (source != nullptr)
      arguments.values = static_cast<std::int64_t>(source->size());
    return make_algorithm(
        name, [=, has_source = source != nullptr, bytes = static_cast<int>(bytes)](Launches &launches) {
          SelectArguments filled = arguments;
          filled.flags = reinterpret_cast<const unsigned char *>(launches.operand(0));
          filled.ends = reinterpret_cast<std::int64_t *>(const_cast<std::byte *>(launches.operand(1)));
          if (has_source)
            filled.source = launches.operand(2);
          filled.target = launches.result();
          launch(launches, name, bytes, filled);
        });
  }

  Array flags_, ends_;
};

void check_mask(const Array &mask, const Array &x) {
  WEFT_CHECK(mask.shape() == x.shape(), "select: a mask of shape {} for {}", fuse::text_of(mask.shape()),
             fuse::text_of(x.shape()));
}

} // namespace

Array flat_nonzero(const Array &x) {
  const Selection selection(x);
  return selection.selected(selection.total(), nullptr, Dtype::i64, x.usm_kind());
}

Array compress(const Array &mask, const Array &x) {
  check_mask(mask, x);
  const Selection selection(mask);
  const Array source = dense(x, x.dtype());
  source.evaluate(); // beside counting
  return selection.selected(selection.total(), &source, x.dtype(), coerce(x.usm_kind(), mask.usm_kind()));
}

namespace {

void put(const Selection &selection, const Array &x, const Array &source) {
  const Array target = x.c_contiguous() ? x : copy(x, 'C');
  selection.put(target, source);
  if (!x.c_contiguous())
    assign(x, target);
}

} // namespace

void expand(const Array &x, const Array &mask, const Array &values) {
  check_mask(mask, x);
  const Selection selection(mask);
  const Array source = apart(dense(values, x.dtype()), x);
  if (source.size() != 0)
    put(selection, x, source);
  else if (selection.total() > 0)
    throw Error(Errc::invalid, "place: no values for the elements that the mask selects");
}

std::size_t expand_all(const Array &x, const Array &mask, const Array &values) {
  check_mask(mask, x);
  const Selection selection(mask);
  const Array source = apart(dense(values, x.dtype()), x); // beside counting
  const auto total = static_cast<std::size_t>(selection.total());
  if (total == source.size() && total > 0)
    put(selection, x, source);
  return total;
}

} // namespace weft::array

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

std::int64_t tiles_of(const Array &flags) {
  return (static_cast<std::int64_t>(flags.size()) + tile_alone - 1) / tile_alone;
}

SelectArguments arguments_for(const Array &flags) {
  SelectArguments arguments;
  arguments.count = static_cast<std::int64_t>(flags.size());
  arguments.tile = tile_alone;
  return arguments;
}

Array counts_of_tiles(const Array &flags) {
  const std::int64_t tiles = tiles_of(flags);
  auto record = [=, arguments = arguments_for(flags)](Launches &launches) {
    SelectArguments filled = arguments;
    filled.flags = reinterpret_cast<const unsigned char *>(launches.operand(0));
    filled.ends = reinterpret_cast<std::int64_t *>(launches.result());
    launches.launch_groups({"select", "count_flags", 0}, tiles, 1, filled);
  };
  return computed_by(make_algorithm("count_flags", std::move(record)), {&flags}, Shape{tiles}, Dtype::i64,
                     AllocationKind::device);
}

/// Flags with what is known of them: how many are set until the end of each tile, or until each.
class Selection {
public:
  explicit Selection(const Array &mask) : flags_(dense(mask, Dtype::b1)) {
    if (flags_.size() == 0)
      return;
    const Array counts = works_alone(*mask.queue()) ? counts_of_tiles(flags_)
                                                    : *flags_.reshaped_view(Shape{std::ptrdiff_t(flags_.size())});
    ends_ = scan(Scan::sum, counts, 0, Dtype::i64);
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
  /// `name`_alone goes through tiles, `name`_each through flags.
  fuse::Ref<const fuse::Algorithm> algorithm(std::string_view name, std::size_t bytes, const Array *source) const {
    SelectArguments arguments = arguments_for(flags_);
    if (source != nullptr)
      arguments.values = static_cast<std::int64_t>(source->size());
    return make_algorithm(name, [=, tiles = tiles_of(flags_), has_source = source != nullptr,
                                 bytes = static_cast<int>(bytes)](Launches &launches) {
      SelectArguments filled = arguments;
      filled.flags = reinterpret_cast<const unsigned char *>(launches.operand(0));
      filled.ends = reinterpret_cast<std::int64_t *>(const_cast<std::byte *>(launches.operand(1)));
      if (has_source)
        filled.source = launches.operand(2);
      filled.target = launches.result();
      if (launches.alone())
        launches.launch_groups({"select", fmt::format("{}_alone", name), bytes}, tiles, 1, filled);
      else
        launches.launch_items({"select", fmt::format("{}_each", name), bytes}, arguments.count, filled);
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

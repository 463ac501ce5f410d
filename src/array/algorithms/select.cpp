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

/// Flags with what is known of them: how many are set until the end of each tile, or until each.
class Selection {
public:
  explicit Selection(const Array &mask)
      : flags_(dense(mask, Dtype::b1)), algorithm_(mask.queue()), alone_(algorithm_.alone()) {
    arguments_.flags = reinterpret_cast<const unsigned char *>(algorithm_.read(flags_));
    arguments_.count = static_cast<std::int64_t>(flags_.size());
    arguments_.tile = tile_alone;
    if (arguments_.count == 0)
      return;
    const Array flat = *flags_.reshaped_view(Shape{arguments_.count});
    ends_ = scan(Scan::sum, alone_ ? counts_of_tiles() : flat, 0, Dtype::i64);
    arguments_.ends = reinterpret_cast<std::int64_t *>(algorithm_.write(ends_));
  }

  /// How many are set. Waits.
  std::int64_t total() {
    if (arguments_.count == 0)
      return 0;
    std::int64_t total = 0;
    const std::ptrdiff_t last = ends_.shape()[0] - 1;
    ends_.with_layout(Shape{}, Shape{}, ends_.offset() + last).copy_to_host(&total, Shape{});
    return total;
  }

  /// `name`_alone goes through tiles, `name`_each through flags.
  void run(std::string_view name, int bytes, const Array *source, const Array &target) {
    if (source != nullptr) {
      arguments_.source = algorithm_.read(*source);
      arguments_.values = static_cast<std::int64_t>(source->size());
    }
    arguments_.target = algorithm_.write(target);
    if (alone_)
      algorithm_.launch_groups({"select", fmt::format("{}_alone", name), bytes}, tiles(), 1, arguments_);
    else
      algorithm_.launch_items({"select", fmt::format("{}_each", name), bytes}, arguments_.count, arguments_);
  }

  const Array &flags() const { return flags_; }

private:
  std::int64_t tiles() const { return (arguments_.count + tile_alone - 1) / tile_alone; }

  Array counts_of_tiles() {
    const Array counts = Array::empty(Shape{tiles()}, Dtype::i64, flags_.queue(), AllocationKind::device);
    arguments_.ends = reinterpret_cast<std::int64_t *>(algorithm_.write(counts));
    algorithm_.launch_groups({"select", "count_flags", 0}, tiles(), 1, arguments_);
    return counts;
  }

  Array flags_, ends_;
  Algorithm algorithm_;
  bool alone_;
  SelectArguments arguments_;
};

int bytes_of(const Array &x) {
  return static_cast<int>(item_size(x.dtype()));
}

void check_mask(const Array &mask, const Array &x) {
  WEFT_CHECK(mask.shape() == x.shape(), "select: a mask of shape {} for {}", fuse::text_of(mask.shape()),
             fuse::text_of(x.shape()));
}

} // namespace

Array flat_nonzero(const Array &x) {
  Selection selection(x);
  const std::int64_t total = selection.total();
  const Array places = Array::empty(Shape{total}, Dtype::i64, x.queue(), x.usm_kind());
  if (total > 0)
    selection.run("places", 0, nullptr, places);
  return places;
}

Array compress(const Array &mask, const Array &x) {
  check_mask(mask, x);
  Selection selection(mask);
  const Array source = dense(x, x.dtype());
  source.evaluate(); // beside counting
  const std::int64_t total = selection.total();
  const Array result = Array::empty(Shape{total}, x.dtype(), x.queue(), coerce(x.usm_kind(), mask.usm_kind()));
  if (total > 0)
    selection.run("compress", bytes_of(x), &source, result);
  return result;
}

namespace {

void put(Selection &selection, const Array &x, const Array &source) {
  const Array target = x.c_contiguous() ? x : copy(x, 'C');
  if (x.size() > 0)
    selection.run("expand", bytes_of(x), &source, target);
  if (!x.c_contiguous())
    assign(x, target);
}

} // namespace

void expand(const Array &x, const Array &mask, const Array &values) {
  check_mask(mask, x);
  Selection selection(mask);
  const Array source = apart(dense(values, x.dtype()), x);
  if (source.size() != 0)
    put(selection, x, source);
  else if (selection.total() > 0)
    throw Error(Errc::invalid, "place: no values for the elements that the mask selects");
}

std::size_t expand_all(const Array &x, const Array &mask, const Array &values) {
  check_mask(mask, x);
  Selection selection(mask);
  const Array source = apart(dense(values, x.dtype()), x); // beside counting
  const auto total = static_cast<std::size_t>(selection.total());
  if (total == source.size() && total > 0)
    put(selection, x, source);
  return total;
}

} // namespace weft::array

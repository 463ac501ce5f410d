// One walk over what a recipe has serves writing and reading.
#include "fuse/recipe.hpp"

#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

#include "support/error.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t any_extent = 2, several = 2;
constexpr std::size_t longest_name = 63;

/// Writes into memory that has room for it all.
class Writer {
public:
  explicit Writer(std::byte *to) : first_(to), at_(to) {}

  template <class T> void value(const T &value) { put(&value, sizeof value); }
  void name(std::string_view name) {
    WEFT_CHECK(name.size() <= longest_name, "fuse: the name {} is too long for a recipe", name);
    value(static_cast<std::uint8_t>(name.size()));
    put(name.data(), name.size());
  }
  void op(ops::Op op) { name(ops::info(op).name); }
  void reduction(ops::Reduction reduction) { name(ops::info(reduction).name); }
  void dtype(Dtype dtype) { value(ops::char_code(dtype)); }
  template <class T> void count(const std::vector<T> &things) { value(static_cast<std::uint16_t>(things.size())); }
  void is_several(std::ptrdiff_t number) { value(number > 1); }
  void is_set(std::size_t number) { value(number != 0); }
  void extent(std::ptrdiff_t extent, bool known) {
    const auto shown = extent > Recipe::most_known_extent
                           ? 2 * Recipe::most_known_extent
                           : static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(extent)));
    value(static_cast<std::uint8_t>(known ? shown : 0));
  }
  void stride(std::ptrdiff_t stride) { value(stride_kind(stride)); }
  void strides(const Leaf &leaf, std::size_t dims) {
    for (std::size_t d = 0; d < dims; ++d)
      value(stride_kind(leaf, d));
  }
  void as_one(const Leaf &leaf, const Program &program, const Schedule &schedule) {
    std::uint8_t bits = 0;
    for (std::size_t axis = 0; axis < schedule.nest.axes.size(); ++axis)
      bits |= static_cast<std::uint8_t>(lies_as_one(program, schedule.nest.axes[axis], leaf) << axis);
    value(bits);
  }

  std::span<const std::byte> bytes() const { return {first_, at_}; }

private:
  void put(const void *from, std::size_t count) {
    std::memcpy(at_, from, count);
    at_ += count;
  }

  std::byte *first_, *at_;
};

/// At most.
std::size_t bytes_of(const Program &program) {
  constexpr std::size_t schedule = sizeof(Schedule) + 64, name = 1 + longest_name, leaf = 24 + max_dims;
  const std::size_t leaves = program.leaves.size() + program.outputs.size();
  return schedule + program.steps.size() * (sizeof(Step) + name) + program.folds.size() * (sizeof(Fold) + name) +
         program.dims.size() * sizeof(Dim) + leaves * leaf;
}

class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T> void value(T &value) { std::memcpy(&value, take(sizeof value), sizeof value); }
  void op(ops::Op &op) {
    const auto found = ops::op_named(name());
    WEFT_CHECK(found, "fuse: recipe with an unknown op");
    op = *found;
  }
  void reduction(ops::Reduction &reduction) {
    const auto found = ops::reduction_named(name());
    WEFT_CHECK(found, "fuse: recipe with an unknown reduction");
    reduction = *found;
  }
  void dtype(Dtype &dtype) {
    const auto found = ops::dtype_of_code(get<char>());
    WEFT_CHECK(found, "fuse: recipe with an unknown dtype");
    dtype = *found;
  }
  template <class T> void count(std::vector<T> &things) { things.resize(get<std::uint16_t>()); }
  void is_several(std::ptrdiff_t &number) { number = get<bool>() ? several : 1; }
  void is_set(std::size_t &number) { number = get<bool>(); }
  void extent(std::ptrdiff_t &extent, bool) {
    const auto shown = get<std::uint8_t>();
    extent = shown == 0 ? any_extent : shown;
  }
  void stride(std::ptrdiff_t &stride) { stride = static_cast<std::ptrdiff_t>(get<StrideKind>()); }
  void strides(Leaf &leaf, std::size_t dims) {
    leaf.strides.resize(dims);
    for (std::size_t d = 0; d < dims; ++d)
      stride(leaf.strides[d]);
  }
  void as_one(Leaf &leaf, const Program &, const Schedule &) { value(leaf.as_one); }
  bool at_end() const noexcept { return bytes_.empty(); }

private:
  const std::byte *take(std::size_t count) {
    WEFT_CHECK(count <= bytes_.size(), "fuse: truncated recipe");
    const std::byte *const at = bytes_.data();
    bytes_ = bytes_.subspan(count);
    return at;
  }
  template <class T> T get() {
    T read;
    value(read);
    return read;
  }
  std::string_view name() {
    const auto size = get<std::uint8_t>();
    return {reinterpret_cast<const char *>(take(size)), size};
  }

  std::span<const std::byte> bytes_;
};

template <class Archive, class List> void walk_list(Archive &archive, List &list) {
  archive.value(list.count);
  for (std::size_t i = 0; i < list.count; ++i)
    archive.value(list.dims[i]);
}

template <class Archive, class Loops> void walk_nest(Archive &archive, Loops &nest) {
  for (auto &axis : nest.axes)
    walk_list(archive, axis);
  archive.value(nest.count);
  for (std::size_t n = 0; n < nest.count; ++n)
    archive.value(nest.nodes[n]);
}

template <class Archive, class Plan> void walk_schedule(Archive &archive, Plan &schedule) {
  archive.value(schedule.range.dims);
  for (auto &extent : schedule.range.local)
    archive.value(extent);
  walk_nest(archive, schedule.nest);
  archive.value(schedule.private_dims);
  archive.value(schedule.vectors.width);
  archive.value(schedule.vectors.dim);
  archive.value(schedule.vectors.aligned);
  archive.value(schedule.vectors.riding);
  archive.value(schedule.vectors.aligned_outputs);
  archive.value(schedule.unrolls);
  archive.value(schedule.staged);
  archive.value(schedule.keeps_row);
  archive.value(schedule.streams);
  archive.is_set(schedule.tile_columns);
  archive.value(schedule.baked_dims);
}

template <class Archive, class Steps> void walk_steps(Archive &archive, Steps &steps) {
  archive.count(steps);
  for (auto &step : steps) {
    archive.value(step.code);
    archive.dtype(step.dtype);
    archive.value(step.arity);
    if (step.code == Code::call)
      archive.op(step.op);
    archive.value(step.ref);
    for (std::size_t i = 0; i < step.arity; ++i)
      archive.value(step.inputs[i]);
  }
}

template <class Archive, class Folds> void walk_folds(Archive &archive, Folds &folds) {
  archive.count(folds);
  for (auto &fold : folds) {
    archive.reduction(fold.kind);
    archive.dtype(fold.loop.accumulate);
    archive.value(fold.over_row);
    archive.value(fold.joins_partials);
    archive.value(fold.order.mode);
    archive.value(fold.order.lanes);
    archive.value(fold.order.partial_lanes);
    archive.is_several(fold.order.outer);
    archive.is_several(fold.order.chunks);
  }
}

template <class Archive, class Whole, class Plan> void walk(Archive &archive, Whole &program, Plan &schedule) {
  walk_schedule(archive, schedule);
  archive.value(program.root_fold);
  archive.value(program.row);
  walk_folds(archive, program.folds);
  archive.count(program.dims);
  for (auto &dim : program.dims)
    archive.value(dim.segment);
  // Private arrays are as large as these extents, and short loops of unrolled code are written down differently.
  const bool inner = schedule.private_dims != 0 || schedule.unrolls;
  const std::uint32_t known = schedule.private_dims | (inner ? sequential_dims(program) : 0);
  for (std::size_t d = 0; d < program.dims.size(); ++d)
    archive.extent(program.dims[d].extent, known >> d & 1);
  const auto leaf = [&](auto &each) {
    archive.dtype(each.dtype);
    archive.value(each.position);
    archive.value(each.reversed);
    archive.strides(each, program.dims.size());
    archive.stride(each.index_stride);
    archive.as_one(each, program, schedule);
  };
  archive.count(program.leaves);
  for (auto &each : program.leaves)
    leaf(each);
  archive.count(program.numbers);
  walk_steps(archive, program.steps);
  archive.count(program.outputs);
  for (auto &output : program.outputs) {
    archive.value(output.step);
    archive.value(output.index);
    leaf(output.target);
  }
}

} // namespace

std::span<const std::byte> serialise(const Program &program, const Schedule &schedule) {
  static thread_local std::vector<std::byte> bytes;
  if (const std::size_t most = bytes_of(program); bytes.size() < most)
    bytes.resize(2 * most);
  Writer writer(bytes.data());
  walk(writer, program, schedule);
  return writer.bytes();
}

Recipe::Parts Recipe::parse(std::span<const std::byte> bytes) {
  Parts parts;
  Reader reader(bytes);
  walk(reader, parts.program, parts.schedule);
  WEFT_CHECK(reader.at_end(), "fuse: recipe with something behind its end");
  for (Fold &fold : parts.program.folds)
    fold.loop.element = fold.loop.result = fold.loop.accumulate;
  for (std::size_t s = 0; s < parts.program.steps.size(); ++s)
    if (const Step &step = parts.program.steps[s]; step.code == Code::reduce)
      parts.program.folds[step.ref].step = static_cast<std::uint16_t>(s);
  mark_dims(parts.program);
  return parts;
}

Recipe::Recipe(std::span<const std::byte> bytes) : Recipe(parse(bytes)) {}

Recipe::Recipe(Parts parts)
    : program_(std::move(parts.program)), schedule_(parts.schedule), layout_(program_, schedule_) {}

} // namespace weft::fuse

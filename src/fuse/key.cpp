// Writes the kernel's shape class down as bytes and hashes them.
#include "fuse/key.hpp"

#include <bit>
#include <cstring>
#include <vector>

#include "fuse/arguments.hpp"
#include "revision.hpp"

namespace weft::fuse {

namespace {

/// Appends to a buffer that the thread keeps.
class Writer {
public:
  explicit Writer(std::vector<std::byte> &bytes) : bytes_(bytes) {}

  template <class T> void put(T value) {
    if (at_ + sizeof value > bytes_.size())
      bytes_.resize(2 * bytes_.size() + 1024);
    std::memcpy(bytes_.data() + at_, &value, sizeof value);
    at_ += sizeof value;
  }
  void strides(const Leaf &leaf, std::size_t dims) {
    put(leaf.dtype);
    put(leaf.position);
    put(leaf.reversed);
    for (std::size_t d = 0; d < dims; ++d)
      put(stride_kind(leaf, d));
  }
  void list(const DimList &list) {
    put(list.count);
    for (std::size_t i = 0; i < list.count; ++i)
      put(list.dims[i]);
  }
  Hash hash() const { return hash_bytes(std::span(bytes_.data(), at_)); }

private:
  std::vector<std::byte> &bytes_;
  std::size_t at_ = 0;
};

void write_steps(Writer &writer, const Program &program) {
  writer.put(static_cast<std::uint16_t>(program.steps.size()));
  for (const Step &step : program.steps) {
    writer.put(step.code);
    writer.put(step.dtype);
    writer.put(step.arity);
    writer.put(step.op);
    writer.put(step.ref);
    for (std::size_t i = 0; i < step.arity; ++i)
      writer.put(step.inputs[i]);
  }
}

void write_folds(Writer &writer, const Program &program, const Schedule &schedule) {
  writer.put(program.root_fold);
  for (std::size_t f = 0; f < program.folds.size(); ++f) {
    const Fold &fold = program.folds[f];
    writer.put(fold.kind);
    writer.put(fold.loop.accumulate);
    writer.put(fold.joins_partials);
    writer.put(fold.order.mode);
    writer.put(fold.order.lanes);
    writer.put(fold.order.outer > 1);
    writer.put(fold.order.chunks > 1);
    // Private arrays inside of the work-item are as large as the next power of two.
    const auto extent = program.extent_of(program.dims_of_fold(f));
    if (static_cast<int>(f) != program.root_fold && (schedule.private_dims != 0 || schedule.unrolls))
      writer.put(extent <= 64 ? std::bit_ceil(static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(extent, 1))) : 0);
  }
}

void write_schedule(Writer &writer, const Program &program, const Schedule &schedule) {
  writer.put(schedule.form);
  writer.put(schedule.range.dims);
  for (const DimList &list : schedule.ids)
    writer.list(list);
  writer.put(schedule.baked_dims);
  writer.put(schedule.tile_columns != 0);
  writer.put(schedule.staged);
  writer.put(schedule.staged_columns);
  writer.put(schedule.per_item);
  writer.put(schedule.rows);
  writer.put(schedule.unrolls);
  writer.put(schedule.stops);
  writer.put(schedule.streams);
  writer.put(schedule.vectors.width);
  writer.put(schedule.vectors.dim);
  writer.put(schedule.vectors.aligned);
  writer.put(schedule.vectors.riding);
  writer.put(schedule.vectors.aligned_outputs);
  writer.put(schedule.column_tiles);
  writer.put(schedule.column_dim);
  writer.put(schedule.private_dims);
  writer.put(std::bit_ceil(static_cast<std::uint64_t>(program.extent_of(schedule.private_dims))));
}

/// For launch ids that run over several loops, which leaves do not notice.
void write_joint(Writer &writer, const Program &program, const Schedule &schedule) {
  for (const DimList &list : schedule.ids) {
    if (list.count < 2)
      continue;
    for (const Leaf &leaf : program.leaves)
      writer.put(lies_as_one(program, list, leaf));
    for (const Output &output : program.outputs)
      writer.put(lies_as_one(program, list, output.target));
  }
}

} // namespace

Hash key_of(const Program &program, const Schedule &schedule) {
  static const std::uint64_t revision = hash_text(fuse_revision).low;
  thread_local std::vector<std::byte> bytes;
  Writer writer(bytes);
  writer.put(revision);
  write_schedule(writer, program, schedule);
  writer.put(static_cast<std::uint8_t>(program.dims.size()));
  for (const Dim &dim : program.dims)
    writer.put(dim.segment);
  for (const Leaf &leaf : program.leaves)
    writer.strides(leaf, program.dims.size());
  write_joint(writer, program, schedule);
  write_steps(writer, program);
  write_folds(writer, program, schedule);
  for (const Output &output : program.outputs) {
    writer.put(output.step);
    writer.strides(output.target, program.dims.size());
  }
  return writer.hash();
}

} // namespace weft::fuse

// Lays out and fills argument blocks.
#include "fuse/arguments.hpp"

#include <algorithm>
#include <cstring>

#include "support/error.hpp"

namespace weft::fuse {

using codegen::Type;

namespace {

const FoldOrder &root_order(const Program &program) {
  return program.folds[static_cast<std::size_t>(program.root_fold)].order;
}

std::int64_t address(const Leaf &leaf) noexcept {
  if (leaf.position)
    return leaf.offset;
  return reinterpret_cast<std::int64_t>(leaf.base) + leaf.offset * static_cast<std::int64_t>(item_size(leaf.dtype));
}

std::int64_t value_of(const Field &field, const Program &program, const Schedule &schedule, const Partials &partials) {
  switch (field.kind) {
  case FieldKind::range:
    return static_cast<std::int64_t>(schedule.range.global[field.at]);
  case FieldKind::leaf:
    return address(program.leaves[field.at]);
  case FieldKind::leaf_stride:
    return program.leaves[field.at].stride(field.dim) / schedule.vectors.unit(false, field.at);
  case FieldKind::index_stride:
    return program.leaves[field.at].index_stride / schedule.vectors.unit(false, field.at);
  case FieldKind::output:
    return address(program.outputs[field.at].target);
  case FieldKind::output_stride:
    return program.outputs[field.at].target.stride(field.dim) / schedule.vectors.unit(true, field.at);
  case FieldKind::output_index_stride:
    return program.outputs[field.at].target.index_stride / schedule.vectors.unit(true, field.at);
  case FieldKind::extent:
    return program.dims[field.dim].extent;
  case FieldKind::partial:
    return reinterpret_cast<std::int64_t>(partials.values);
  case FieldKind::partial_index:
    return reinterpret_cast<std::int64_t>(partials.indices);
  case FieldKind::inner:
    return root_order(program).inner;
  case FieldKind::rows:
    return root_order(program).rows;
  case FieldKind::chunk:
    return root_order(program).chunk;
  case FieldKind::chunks:
    return root_order(program).chunks;
  case FieldKind::blocks:
    return root_order(program).blocks();
  case FieldKind::tile_columns:
    return static_cast<std::int64_t>(schedule.tile_columns);
  case FieldKind::decided:
    return reinterpret_cast<std::int64_t>(partials.decided.get());
  case FieldKind::number:
    break;
  }
  return 0;
}

} // namespace

ArgumentLayout::ArgumentLayout(const Program &program, const Schedule &schedule) {
  if (schedule.range.is_range())
    for (int k = 0; k < schedule.range.dims; ++k)
      add(FieldKind::range, static_cast<std::size_t>(k), 0, Type::i64);
  const std::size_t dims = program.dims.size();
  const auto add_index_stride = [&](const Leaf &leaf, std::size_t at, FieldKind kind) {
    if (stride_kind(leaf.index_stride) == StrideKind::field)
      add(kind, at, 0, Type::i64);
  };
  for (std::size_t i = 0; i < program.leaves.size(); ++i) {
    add_leaf(program.leaves[i], i, FieldKind::leaf, FieldKind::leaf_stride, dims);
    add_index_stride(program.leaves[i], i, FieldKind::index_stride);
  }
  if (schedule.stores_partials()) {
    add(FieldKind::partial, 0, 0, Type::ptr);
    add(FieldKind::partial_index, 0, 0, Type::ptr);
  } else {
    for (std::size_t i = 0; i < program.outputs.size(); ++i) {
      add_leaf(program.outputs[i].target, i, FieldKind::output, FieldKind::output_stride, dims);
      add_index_stride(program.outputs[i].target, i, FieldKind::output_index_stride);
    }
  }
  for (std::size_t d = 0; d < dims; ++d)
    add(FieldKind::extent, 0, d, Type::i64);
  if (program.root_fold != no_fold)
    for (FieldKind kind : {FieldKind::inner, FieldKind::rows, FieldKind::chunk, FieldKind::chunks, FieldKind::blocks})
      add(kind, 0, 0, Type::i64);
  if (schedule.tells())
    add(FieldKind::decided, 0, 0, Type::ptr);
  if (schedule.tile_columns != 0)
    add(FieldKind::tile_columns, 0, 0, Type::i64);
  std::vector<bool> seen(program.numbers.size());
  for (const Step &step : program.steps)
    if (step.code == Code::number && !seen[step.ref]) {
      add(FieldKind::number, step.ref, 0, storage_type(step.dtype));
      seen[step.ref] = true;
    }
}

void ArgumentLayout::add(FieldKind kind, std::size_t at, std::size_t dim, Type type) {
  const std::uint32_t size = std::max(8u, codegen::size_of(type));
  fields_.push_back({kind, static_cast<std::uint16_t>(at), static_cast<std::uint8_t>(dim), type, bytes_});
  bytes_ += size;
}

void ArgumentLayout::add_leaf(const Leaf &leaf, std::size_t at, FieldKind address, FieldKind stride, std::size_t dims) {
  add(address, at, 0, leaf.position ? Type::i64 : Type::ptr);
  for (std::size_t d = 0; d < dims; ++d)
    if (stride_kind(leaf, d) == StrideKind::field)
      add(stride, at, d, Type::i64);
}

const Field &ArgumentLayout::find(FieldKind kind, std::size_t at, std::size_t dim) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const Field &f) { return f.kind == kind && f.at == at && f.dim == dim; });
  WEFT_CHECK(found != fields_.end(), "fuse: no field {} of {}, {}", static_cast<int>(kind), at, dim);
  return *found;
}

std::vector<codegen::IntField> ArgumentLayout::bakeable(const Schedule &schedule) const {
  std::vector<codegen::IntField> baked;
  if (schedule.baked_dims == 0)
    return baked;
  for (const Field &field : fields_)
    if (field.kind == FieldKind::leaf_stride ||
        (field.kind == FieldKind::extent && (schedule.baked_dims >> field.dim & 1)))
      baked.push_back({field.offset, 8});
  return baked;
}

void fill_arguments(const ArgumentLayout &layout, const Program &program, const Schedule &schedule,
                    const Partials &partials, std::byte *to) {
  for (const Field &field : layout.fields()) {
    if (field.kind == FieldKind::number) {
      std::memcpy(to + field.offset, program.numbers[field.at].data(), std::max(8u, codegen::size_of(field.type)));
      continue;
    }
    const std::int64_t value = value_of(field, program, schedule, partials);
    std::memcpy(to + field.offset, &value, sizeof value);
  }
}

void fill_addresses(const ArgumentLayout &layout, const Program &program, std::byte *to) {
  for (const Field &field : layout.fields()) {
    if (field.kind != FieldKind::leaf && field.kind != FieldKind::output)
      continue;
    const Leaf &leaf = field.kind == FieldKind::leaf ? program.leaves[field.at] : program.outputs[field.at].target;
    const std::int64_t value = address(leaf);
    if (leaf.planned != nullptr)
      std::memcpy(to + field.offset, &value, sizeof value);
  }
}

} // namespace weft::fuse

// Wraps the kernel up.
#include "fuse/emit.hpp"

#include "codegen/codegen.hpp"
#include "fuse/emit_nest.hpp"

namespace weft::fuse {

namespace {

/// Range kernels return where the device launched more work-items than asked for.
void guarded(Builder &builder, Values &values, int dim, int dims, const std::function<void()> &body) {
  if (dim == dims)
    return body();
  const Value inside = builder.call(
      "__weft_in_range", Type::boolean,
      {builder.constant_int(Type::i32, dim), values.field(FieldKind::range, static_cast<std::size_t>(dim))});
  builder.if_then(inside, [&] { guarded(builder, values, dim + 1, dims, body); });
}

} // namespace

codegen::KernelInfo kernel_info(const Recipe &recipe) {
  const Schedule &schedule = recipe.schedule();
  codegen::KernelInfo info;
  info.name = "weft_fused";
  info.pretty = describe(recipe.program(), false);
  info.form = schedule.range.is_range() ? codegen::LaunchForm::range : codegen::LaunchForm::nd_range;
  info.dims = static_cast<std::uint8_t>(schedule.range.dims);
  info.args_size = recipe.layout().bytes();
  info.bakeable = recipe.layout().bakeable(schedule);
  info.baked_together = true;
  info.uses_sub_groups = info.form == codegen::LaunchForm::nd_range;
  if (!schedule.range.is_range())
    for (std::size_t k = 0; k < 3; ++k)
      info.local[k] = static_cast<std::uint32_t>(schedule.range.local[k]);
  return info;
}

void emit_into(Builder &builder, const Recipe &recipe) {
  const Schedule &schedule = recipe.schedule();
  Values values(builder, recipe.program(), schedule, recipe.layout());
  if (schedule.streams)
    builder.call("weft.stores.stream", Type::none, {});
  guarded(builder, values, 0, schedule.range.is_range() ? schedule.range.dims : 0,
          [&] { emit_nest(builder, values, recipe.program(), schedule); });
}

codegen::Bytes emit(const Recipe &recipe) {
  const auto builder = codegen::codegen().builder(kernel_info(recipe));
  emit_into(*builder, recipe);
  return builder->finish(false);
}

} // namespace weft::fuse

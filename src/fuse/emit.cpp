// Chooses the form and wraps the kernel up.
#include "fuse/emit.hpp"

#include "codegen/codegen.hpp"
#include "fuse/emit_forms.hpp"
#include "fuse/emit_nest.hpp"

namespace weft::fuse {

namespace {

void emit_body(Emission &emission) {
  switch (emission.schedule.form) {
  case Form::nest:
    return emit_nest(emission.builder, emission.values, emission.program, emission.schedule);
  case Form::decided_single:
  case Form::decided_telling:
    return emit_decided(emission);
  case Form::decided_columns:
    return emit_columns(emission);
  }
}

/// Range kernels return where the device launched more work-items than asked for.
void guarded(Emission &emission, int dim, const std::function<void()> &body) {
  if (dim == emission.schedule.range.dims)
    return body();
  Builder &builder = emission.builder;
  const Value inside = builder.call(
      "__weft_in_range", Type::boolean,
      {builder.constant_int(Type::i32, dim), emission.values.field(FieldKind::range, static_cast<std::size_t>(dim))});
  builder.if_then(inside, [&] { guarded(emission, dim + 1, body); });
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
  if (!schedule.range.is_range())
    for (std::size_t k = 0; k < 3; ++k)
      info.local[k] = static_cast<std::uint32_t>(schedule.range.local[k]);
  return info;
}

void emit_into(Builder &builder, const Recipe &recipe) {
  const Schedule &schedule = recipe.schedule();
  Emission emission{builder, recipe.program(), schedule, Values(builder, recipe.program(), schedule, recipe.layout())};
  if (schedule.streams)
    builder.call("weft.stores.stream", Type::none, {});
  if (schedule.range.is_range())
    guarded(emission, 0, [&] { emit_body(emission); });
  else
    emit_body(emission);
}

codegen::Bytes emit(const Recipe &recipe) {
  const auto builder = codegen::codegen().builder(kernel_info(recipe));
  emit_into(*builder, recipe);
  return builder->finish(false);
}

} // namespace weft::fuse

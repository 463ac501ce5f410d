// Chooses the form and wraps the kernel up.
#include "fuse/emit.hpp"

#include "codegen/codegen.hpp"
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

void emit_body(Emission &emission) {
  switch (emission.schedule.form) {
  case Form::elementwise:
    return emit_elementwise(emission);
  case Form::lanes_partial:
  case Form::lanes_single:
    return emit_lanes(emission);
  case Form::columns_partial:
  case Form::columns_single:
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

namespace {

/// All elements are loaded and computed before the first one is stored, so that their loads are under way together.
void emit_several(Emission &e) {
  Values &v = e.values;
  Builder &b = e.builder;
  const std::size_t dim = e.schedule.ids[0].dims[0];
  std::vector<Value> places;
  for (std::uint8_t k = 0; k < e.schedule.per_item; ++k)
    places.push_back(v.add(b.global_id(0), v.multiply(v.field(FieldKind::range, 0), v.constant(k))));
  const auto together = [&] {
    std::vector<std::vector<Value>> results(places.size());
    for (std::size_t k = 0; k < places.size(); ++k)
      v.scope([&] {
        v.bind(dim, places[k]);
        for (const Output &output : e.program.outputs)
          results[k].push_back(v.get(output.step));
      });
    for (std::size_t k = 0; k < places.size(); ++k)
      v.scope([&] {
        v.bind(dim, places[k]);
        for (std::size_t i = 0; i < e.program.outputs.size(); ++i)
          v.set(e.program.outputs[i].step, results[k][i]);
        v.store_outputs();
      });
  };
  const auto one_by_one = [&] {
    for (const Value place : places)
      b.if_then(b.compare(Compare::lt, place, v.extent(dim)), [&] {
        v.scope([&] {
          v.bind(dim, place);
          v.store_outputs();
        });
      });
  };
  b.if_else(
      b.compare(Compare::lt, places.back(), v.extent(dim)), [&] { v.scope(together); }, [&] { v.scope(one_by_one); });
}

} // namespace

void emit_elementwise(Emission &emission) {
  const bool several = emission.schedule.per_item > 1;
  for (std::size_t k = several ? 1 : 0; k < 3; ++k)
    if (emission.schedule.ids[k].count != 0)
      emission.values.bind_list(emission.schedule.ids[k], emission.builder.global_id(static_cast<int>(k)));
  if (several)
    emit_several(emission);
  else
    emission.values.store_outputs();
}

codegen::KernelInfo kernel_info(const Program &program, const Schedule &schedule, const ArgumentLayout &layout) {
  codegen::KernelInfo info;
  info.name = "weft_fused";
  info.pretty = describe(program);
  info.form = schedule.range.is_range() ? codegen::LaunchForm::range : codegen::LaunchForm::nd_range;
  info.dims = static_cast<std::uint8_t>(schedule.range.dims);
  info.args_size = layout.bytes();
  info.bakeable = layout.bakeable(program, schedule);
  if (!schedule.range.is_range())
    for (int k = 0; k < 3; ++k)
      info.local[k] = static_cast<std::uint32_t>(schedule.range.local[static_cast<std::size_t>(k)]);
  return info;
}

void emit_into(Builder &builder, const Program &program, const Schedule &schedule, const ArgumentLayout &layout) {
  Emission emission{builder, program, schedule, Values(builder, program, layout)};
  if (schedule.range.is_range())
    guarded(emission, 0, [&] { emit_body(emission); });
  else
    emit_body(emission);
}

codegen::Bytes emit(const Program &program, const Schedule &schedule, const ArgumentLayout &layout) {
  const auto builder = codegen::codegen().builder(kernel_info(program, schedule, layout));
  emit_into(*builder, program, schedule, layout);
  return builder->finish(false);
}

} // namespace weft::fuse

// Shapes of the functions that the vectorizer knows by name.
#include "codegen/cpu/vectorize/names.hpp"

#include <llvm/IR/InstrTypes.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

bool is_builtin(StringRef name) {
  return name == barrier_name || name == lanes_all_name || name == lanes_steady_name || name == lanes_extend_name ||
         name.starts_with(group_put_prefix) || name.starts_with(group_get_prefix) ||
         name.starts_with(sub_group_prefix) || name.starts_with(lanewise_prefix);
}

std::optional<Shape> shape_of_builtin(StringRef name, const CallBase &call,
                                      const std::function<Shape(const Value *)> &shape) {
  if (!is_builtin(name))
    return std::nullopt;
  if (name == "__weft_sub_group_local_id")
    return Shape::linear(1);
  if (name == lanes_extend_name)
    return shape(call.getArgOperand(0));
  if (name.starts_with("__weft_sub_group_shuffle_")) {
    const Shape lane = shape(call.getArgOperand(1));
    return lane.is_varying() || lane.is_linear() ? Shape::varying() : lane;
  }
  if (name.starts_with(lanewise_prefix)) {
    const bool same = all_of(call.args(), [&](const Use &argument) { return shape(argument.get()).is_uniform(); });
    return same ? Shape::uniform() : Shape::varying();
  }
  return Shape::uniform();
}

} // namespace weft::codegen::cpu::spmd

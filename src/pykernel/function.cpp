// Elementwise functions written in Python become ops of arrays.
#include <memory>

#include <fmt/format.h>

#include "ops/functions.hpp"
#include "pykernel/recipe.hpp"

namespace weft::pykernel {

ops::Op function_op(const Recipe &recipe, const ops::Loop &loop) {
  constexpr std::size_t most_shown = 24;
  ops::Function function;
  function.name = fmt::format("{}#{}", recipe.name.substr(0, most_shown), hash_of(recipe).hex());
  function.loop = loop;
  function.cost = cost_of(recipe);
  function.write = [recipe](codegen::LanguageBuilder &builder, std::span<const codegen::Value> values) {
    return write_function(recipe, builder, values);
  };
  return ops::add_function(std::move(function));
}

} // namespace weft::pykernel

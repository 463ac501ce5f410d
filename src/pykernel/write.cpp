// Replays a recipe through the builder.
#include "pykernel/recipe.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "support/error.hpp"

namespace weft::pykernel {

namespace {

using codegen::LanguageBuilder;
using codegen::Type;
using codegen::Value;

constexpr int operand_counts[] = {
#define WEFT_CODE(name, operands) operands,
#include "pykernel/opcodes.def"
};

struct Step {
  Code code;
  std::span<const std::int64_t> operands;
};

/// The step at a place of the code, which moves on to the next.
Step next_step(const Recipe &recipe, std::size_t &at) {
  const std::int64_t number = recipe.code[at];
  WEFT_CHECK(number >= 0 && number < static_cast<std::int64_t>(std::size(operand_counts)), "recipe: code {} at {}",
             number, at);
  const int listed = operand_counts[number];
  const std::size_t count =
      listed >= 0 ? static_cast<std::size_t>(listed) : 3 + static_cast<std::size_t>(recipe.code.at(at + 3));
  WEFT_CHECK(at + 1 + count <= recipe.code.size(), "recipe: code {} at {} is cut off", number, at);
  const Step step{static_cast<Code>(number), std::span(recipe.code).subspan(at + 1, count)};
  at += 1 + count;
  return step;
}

class Writer {
public:
  Writer(const Recipe &recipe, LanguageBuilder &builder, std::span<const Value> parameters = {})
      : recipe_(recipe), b_(builder), parameters_(parameters) {}

  /// Gives the result of a function, nothing of a kernel.
  Value run() {
    for (std::size_t at = 0; at < recipe_.code.size();) {
      const auto [code, operands] = next_step(recipe_, at);
      operands_ = operands;
      step(code);
    }
    return result_;
  }

private:
  std::int64_t operand(std::size_t n) const { return operands_[n]; }
  int number(std::size_t n) const { return static_cast<int>(operands_[n]); }
  std::uint32_t unsigned_number(std::size_t n) const { return static_cast<std::uint32_t>(operands_[n]); }
  template <class T> T as(std::size_t n) const { return static_cast<T>(operands_[n]); }
  Value value(std::size_t n) const { return values_.at(static_cast<std::size_t>(operands_[n])); }
  codegen::Variable variable(std::size_t n) const { return variables_.at(static_cast<std::size_t>(operands_[n])); }
  codegen::Block block(std::size_t n) const { return blocks_.at(static_cast<std::size_t>(operands_[n])); }
  void give(Value value) { values_.push_back(value); }

  Value constant() {
    std::byte bytes[16];
    std::memcpy(bytes, &operands_[1], 16);
    const Type type = as<Type>(0);
    return b_.constant_bits(type, std::span(bytes, codegen::size_of(type)));
  }

  void call(bool together) {
    const std::string &function = recipe_.texts.at(static_cast<std::size_t>(operand(0)));
    std::vector<Value> values;
    for (std::size_t n = 3; n < operands_.size(); ++n)
      values.push_back(value(n));
    const Type type = as<Type>(1);
    const Value result = together ? b_.call_together(function, type, values) : b_.call(function, type, values);
    if (type != Type::none)
      give(result);
  }

  void step(Code code) {
    switch (code) {
    case Code::field:
      return give(b_.field(unsigned_number(0), as<Type>(1)));
    case Code::constant:
      return give(constant());
    case Code::global_id:
      return give(b_.global_id(number(0)));
    case Code::local_id:
      return give(b_.local_id(number(0)));
    case Code::group_id:
      return give(b_.group_id(number(0)));
    case Code::global_range:
      return give(b_.global_range(number(0)));
    case Code::local_range:
      return give(b_.local_range(number(0)));
    case Code::group_range:
      return give(b_.group_range(number(0)));
    case Code::sub_group:
      return give(b_.sub_group(as<codegen::SubGroupQuery>(0)));
    case Code::index:
      return give(b_.index(as<codegen::IndexOp>(0), value(1), value(2)));
    case Code::arithmetic:
      return give(b_.arithmetic(as<codegen::Arithmetic>(0), value(1), value(2)));
    case Code::compare:
      return give(b_.compare(as<codegen::Compare>(0), value(1), value(2)));
    case Code::select:
      return give(b_.select(value(0), value(1), value(2)));
    case Code::logical_not:
      return give(b_.logical_not(value(0)));
    case Code::convert:
      return give(b_.convert(value(0), as<Type>(1)));
    case Code::offset:
      return give(b_.offset(value(0), value(1)));
    case Code::load:
      return give(b_.load(as<Type>(0), value(1), value(2)));
    case Code::store:
      return b_.store(value(0), value(1), value(2));
    case Code::variable:
      return variables_.push_back(b_.variable(as<Type>(0), unsigned_number(1)));
    case Code::get:
      return give(b_.get(variable(0)));
    case Code::set:
      return b_.set(variable(0), value(1));
    case Code::address:
      return give(b_.address(variable(0)));
    case Code::lies_apart:
      return b_.lies_apart(value(0));
    case Code::call:
      return call(false);
    case Code::call_together:
      return call(true);
    case Code::block:
      return blocks_.push_back(b_.block());
    case Code::enter:
      return b_.enter(block(0));
    case Code::jump:
      return b_.jump(block(0));
    case Code::branch:
      return b_.branch(value(0), block(1), block(2));
    case Code::barrier:
      return b_.barrier(as<codegen::Scope>(0));
    case Code::fence:
      return b_.fence(as<codegen::Order>(0), as<codegen::Scope>(1));
    case Code::local_memory:
      return give(b_.local_memory(unsigned_number(0)));
    case Code::parameter:
      WEFT_CHECK(unsigned_number(0) < parameters_.size() && parameters_[unsigned_number(0)].type == as<Type>(1),
                 "recipe: parameter {} of {}, of type {}", operand(0), parameters_.size(), operand(1));
      return give(parameters_[unsigned_number(0)]);
    case Code::result:
      result_ = value(0);
      return;
    }
  }

  const Recipe &recipe_;
  LanguageBuilder &b_;
  std::span<const Value> parameters_;
  std::span<const std::int64_t> operands_;
  Value result_;
  std::vector<Value> values_;
  std::vector<codegen::Variable> variables_;
  std::vector<codegen::Block> blocks_;
};

/// Range kernels do nothing where the device launched more work-items than asked for.
void in_range(const Recipe &recipe, LanguageBuilder &builder, int dim) {
  if (!recipe.is_range || dim == recipe.dims)
    return void(Writer(recipe, builder).run());
  const Value inside = builder.call(
      "__weft_in_range", Type::boolean,
      {builder.constant_int(Type::i32, dim), builder.field(static_cast<std::uint32_t>(8 * dim), Type::i64)});
  const codegen::Block body = builder.block(), after = builder.block();
  builder.branch(inside, body, after);
  builder.enter(body);
  in_range(recipe, builder, dim + 1);
  builder.jump(after);
  builder.enter(after);
}

} // namespace

void write(const Recipe &recipe, LanguageBuilder &builder) {
  in_range(recipe, builder, 0);
}

Value write_function(const Recipe &recipe, LanguageBuilder &builder, std::span<const Value> parameters) {
  return Writer(recipe, builder, parameters).run();
}

namespace {
/// What a recipe holds, read without writing it.
struct Census {
  int computes = 0, calls = 0;
  bool loops = false, meets = false; ///< goes back to a block; hears of other work-items

  explicit Census(const Recipe &recipe) {
    std::vector<std::int64_t> entered;
    for (std::size_t at = 0; at < recipe.code.size();) {
      const auto [code, operands] = next_step(recipe, at);
      computes += code == Code::arithmetic || code == Code::compare || code == Code::select || code == Code::convert;
      calls += code == Code::call;
      if (code == Code::enter)
        entered.push_back(operands[0]);
      const auto goes_back = [&](std::int64_t block) { return std::ranges::find(entered, block) != entered.end(); };
      loops |= (code == Code::jump && goes_back(operands[0])) ||
               (code == Code::branch && (goes_back(operands[1]) || goes_back(operands[2])));
      meets |= code == Code::barrier || code == Code::call_together || code == Code::sub_group ||
               (code == Code::call &&
                recipe.texts.at(static_cast<std::size_t>(operands[0])).find("atomic") != std::string::npos);
    }
  }
};
} // namespace

int cost_of(const Recipe &recipe) {
  constexpr int of_call = 10, turns = 8, most = 1000;
  const Census census(recipe);
  const int sum = census.computes + census.calls * of_call;
  return std::clamp(census.loops ? sum * turns : sum, 1, most);
}

bool loops_alone(const Recipe &recipe) {
  const Census census(recipe);
  return census.loops && !census.meets;
}

} // namespace weft::pykernel

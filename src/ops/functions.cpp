// Functions are found by number without a lock, since each elementwise node asks for its op's cost.
#include "ops/functions.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "ops/function_info.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::ops {

namespace {

struct Entry {
  Function function;
  OpInfo info;
};

constinit std::array<std::atomic<const Entry *>, most_functions> entries;

struct Names {
  Mutex mutex;
  std::unordered_map<std::string, Op> ops;
};

Names &names() {
  static constinit Lazy<Names> names;
  return names.get();
}

const Entry &entry(Op op) noexcept {
  return *entries[static_cast<std::size_t>(op) - op_count].load(std::memory_order_acquire);
}

} // namespace

Op add_function(Function function) {
  Names &known = names();
  const std::lock_guard guard(known.mutex);
  if (const auto found = known.ops.find(function.name); found != known.ops.end())
    return found->second;
  const std::size_t number = known.ops.size();
  if (number == most_functions)
    throw Error(Errc::invalid, "{}: there are {} elementwise functions in this program, and there is room for no more",
                function.name, number);
  auto *made = new Entry{std::move(function), {}};
  made->info = {made->function.name, made->function.loop.arity, false, {}, {}, made->function.cost, {}};
  entries[number].store(made, std::memory_order_release);
  return known.ops[made->function.name] = static_cast<Op>(op_count + number);
}

const Function &function(Op op) noexcept {
  return entry(op).function;
}

const OpInfo &function_info(Op op) noexcept {
  return entry(op).info;
}

std::optional<Op> function_named(std::string_view name) noexcept {
  Names &known = names();
  const std::lock_guard guard(known.mutex);
  const auto found = known.ops.find(std::string(name));
  return found == known.ops.end() ? std::nullopt : std::optional(found->second);
}

} // namespace weft::ops

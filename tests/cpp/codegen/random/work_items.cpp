// Fibers that stand for the work-items of one group, and the builtins that they call.
#include "work_items.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>
#include <ucontext.h>
#include <utility>

#include <fmt/format.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>

#include "random_program.hpp"
#include "support/error.hpp"

namespace weft::test {

namespace {

using Entry = void (*)(const void *);
constexpr std::size_t stack_bytes = 256 * 1024;

/// One work-group while it runs, in this thread.
class Group {
public:
  enum class Scope { nobody, sub_group, group };

  struct Item {
    ucontext_t context{};
    std::vector<char> stack;
    std::array<std::uint64_t, 3> local{};
    unsigned sub_group = 0, lane = 0, sub_group_size = 0;
    std::uint64_t deposit = 0;
    bool done = false;
    Scope waits_for = Scope::nobody;
  };

  Group(const GroupKernel &kernel, unsigned lanes, std::array<std::uint64_t, 3> position, Entry entry, const void *args)
      : kernel(kernel), lanes(lanes), position(position), entry_(entry), args_(args),
        local_memory(kernel.local_bytes + 64) {
    create_items();
  }

  void run() {
    running = this;
    while (std::any_of(items.begin(), items.end(), [](const Item &item) { return !item.done; })) {
      bool any = false;
      for (Item &item : items)
        if (!item.done && item.waits_for == Scope::nobody) {
          any = true;
          current = &item;
          swapcontext(&scheduler_, &item.context);
        }
      WEFT_CHECK(any, "a random kernel whose work-items do not meet");
      for (unsigned i = 0; i < sub_groups; ++i)
        release(Scope::sub_group, [&](const Item &item) { return item.sub_group == i; });
      release(Scope::group, [](const Item &) { return true; });
    }
    running = nullptr;
  }

  /// Waits until all others that have not returned wait.
  void meet(Scope scope) {
    current->waits_for = scope;
    swapcontext(&current->context, &scheduler_);
  }

  void *local() {
    const auto address = reinterpret_cast<std::uintptr_t>(local_memory.data());
    return reinterpret_cast<void *>((address + 63) / 64 * 64);
  }

  const GroupKernel &kernel;
  const unsigned lanes;
  const std::array<std::uint64_t, 3> position;
  std::vector<Item> items;
  Item *current = nullptr;
  unsigned sub_groups = 0;
  bool defined = true; ///< False: somebody asked for what a work-item that had returned did not give.
  static inline Group *running = nullptr;

private:
  static void start() {
    Group &group = *running;
    call(group.entry_, group.args_);
    group.current->done = true;
    swapcontext(&group.current->context, &group.scheduler_);
  }

  __attribute__((no_sanitize("function"))) static void call(Entry entry, const void *args) { entry(args); }

  template <class Among> void release(Scope scope, Among among) {
    const bool complete = std::all_of(items.begin(), items.end(), [&](const Item &item) {
      return item.done || !among(item) || item.waits_for == scope;
    });
    for (Item &item : items)
      if (complete && among(item))
        item.waits_for = Scope::nobody;
  }

  std::uint64_t length(unsigned dim) const { return std::max<std::uint64_t>(kernel.local[dim], 1); }

  void create_items() {
    items.resize(length(0) * length(1) * length(2));
    unsigned along = 0;
    while (along < 2 && length(along) == 1)
      ++along;
    const auto chunks = unsigned((length(along) + lanes - 1) / lanes);
    sub_groups = chunks * unsigned(items.size() / length(along));
    for (std::size_t i = 0; i < items.size(); ++i) {
      Item &item = items[i];
      item.local = {i % length(0), i / length(0) % length(1), i / length(0) / length(1)};
      const auto at = unsigned(item.local[along]);
      unsigned row = 0;
      for (int dim = 2; dim >= 0; --dim)
        if (unsigned(dim) != along)
          row = unsigned(row * length(unsigned(dim)) + item.local[std::size_t(dim)]);
      item.lane = at % lanes;
      item.sub_group = row * chunks + at / lanes;
      item.sub_group_size = std::min<unsigned>(lanes, unsigned(length(along)) - at / lanes * lanes);
      item.stack.resize(stack_bytes);
      getcontext(&item.context);
      item.context.uc_stack.ss_sp = item.stack.data();
      item.context.uc_stack.ss_size = item.stack.size();
      item.context.uc_link = nullptr;
      makecontext(&item.context, start, 0);
    }
  }

  Entry entry_;
  const void *args_;
  ucontext_t scheduler_{};
  std::vector<char> local_memory;
};

Group &group() {
  return *Group::running;
}
Group::Item &item() {
  return *group().current;
}

// --- builtins ---

std::uint64_t local_range(int dim) {
  return std::max<std::uint64_t>(group().kernel.local[std::size_t(dim)], 1);
}
std::uint64_t local_id(int dim) {
  return item().local[std::size_t(dim)];
}
std::uint64_t group_id(int dim) {
  return group().position[std::size_t(dim)];
}
std::uint64_t global_offset(int dim) {
  return group().kernel.offset[std::size_t(dim)];
}
std::uint64_t global_id(int dim) {
  return group_id(dim) * local_range(dim) + local_id(dim) + global_offset(dim);
}
std::uint64_t global_range(int dim) {
  return group().kernel.global[std::size_t(dim)];
}
std::uint64_t group_range(int dim) {
  return global_range(dim) / local_range(dim);
}
bool in_range(int dim, std::uint64_t extent) {
  return global_id(dim) - global_offset(dim) < extent;
}
unsigned sub_group_local_id() {
  return item().lane;
}
unsigned sub_group_id() {
  return item().sub_group;
}
unsigned sub_group_range() {
  return item().sub_group_size;
}
unsigned sub_group_max_range() {
  return group().lanes;
}
unsigned sub_groups() {
  return group().sub_groups;
}
void *local_mem() {
  return group().local();
}
void barrier(int scope) {
  group().meet(scope <= 1 ? Group::Scope::sub_group : Group::Scope::group);
}

template <class T> std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> T value_of(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Everybody gives a value; `see` makes the result of all those that have not returned, in order of work-items.
template <class T, class See> auto together(Group::Scope scope, T mine, See see) {
  item().deposit = bits_of(mine);
  group().meet(scope);
  const auto result = see();
  group().meet(scope);
  return result;
}

template <bool sub_group> constexpr auto scope_of = sub_group ? Group::Scope::sub_group : Group::Scope::group;

struct Add {
  template <class T> T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
    else
      return a + b;
  }
};
struct Subtract {
  template <class T> T operator()(T a, T b) const { return T(std::make_unsigned_t<T>(a) - std::make_unsigned_t<T>(b)); }
};
struct Multiply {
  template <class T> T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::make_unsigned_t<T>(a) * std::make_unsigned_t<T>(b));
    else
      return a * b;
  }
};
struct Least {
  template <class T> T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Most {
  template <class T> T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T, class Op, bool sub_group> T reduce(T mine) {
  return together(scope_of<sub_group>, mine, [] {
    bool first = true;
    T result{};
    for (const Group::Item &other : group().items)
      if (!other.done && (!sub_group || other.sub_group == item().sub_group)) {
        result = first ? value_of<T>(other.deposit) : Op()(result, value_of<T>(other.deposit));
        first = false;
      }
    return result;
  });
}
template <bool sub_group> bool any(bool mine) {
  return reduce<unsigned, std::bit_or<unsigned>, sub_group>(mine) != 0;
}
template <bool sub_group> bool all(bool mine) {
  return reduce<unsigned, std::bit_and<unsigned>, sub_group>(mine) != 0;
}
template <class T> T broadcast(T mine, std::uint64_t from) {
  return together(Group::Scope::group, mine,
                  [&] { return group().items[from].done ? T{} : value_of<T>(group().items[from].deposit); });
}
template <class T> T shuffle(T mine, unsigned lane) {
  return together(Group::Scope::sub_group, mine, [&] {
    for (const Group::Item &other : group().items)
      if (other.sub_group == item().sub_group && other.lane == lane) {
        group().defined &= !other.done;
        return value_of<T>(other.deposit);
      }
    return mine;
  });
}
std::uint64_t ballot(bool mine) {
  return together(Group::Scope::sub_group, std::uint64_t{mine}, [] {
    std::uint64_t result = 0;
    for (const Group::Item &other : group().items)
      if (!other.done && other.sub_group == item().sub_group)
        result |= other.deposit << other.lane;
    return result;
  });
}
template <class T, class Op> T update(T *where, T value, int, int) {
  const T old = *where;
  *where = Op()(old, value);
  return old;
}
template <class T> T load(const T *where, int, int) {
  return *where;
}
template <class T> void store(T *where, T value, int, int) {
  *where = value;
}
template <class T> T exchange(T *where, T value, int, int) {
  return std::exchange(*where, value);
}
template <class T> T compare_exchange(T *where, T expected, T desired, int, int, int) {
  const T old = *where;
  if (old == expected)
    *where = desired;
  return old;
}

using namespace llvm;

class Symbols {
public:
  explicit Symbols(orc::LLJIT &jit) : jit_(jit) {
    add("global_id", global_id);
    add("local_id", local_id);
    add("group_id", group_id);
    add("global_range", global_range);
    add("local_range", local_range);
    add("group_range", group_range);
    add("global_offset", global_offset);
    add("in_range", in_range);
    add("sub_group_local_id", sub_group_local_id);
    add("sub_group_id", sub_group_id);
    add("sub_group_range", sub_group_range);
    add("sub_group_max_range", sub_group_max_range);
    add("sub_groups", sub_groups);
    add("local_mem", local_mem);
    add("barrier", barrier);
    add("group_any", any<false>);
    add("group_all", all<false>);
    add("sub_group_any", any<true>);
    add("sub_group_all", all<true>);
    add("sub_group_ballot", ballot);
    add("atomic_fetch_add_f32", update<float, Add>);
    integers<std::int32_t>("i32");
    integers<std::uint32_t>("u32");
    integers<std::int64_t>("i64");
    integers<std::uint64_t>("u64");
    numbers<float>("f32");
    numbers<double>("f64");
    cantFail(jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols_))));
  }

private:
  template <class F> void add(const std::string &name, F *function) {
    symbols_[jit_.mangleAndIntern("__weft_" + name)] = {orc::ExecutorAddr::fromPtr(function), JITSymbolFlags::Exported};
  }

  template <class T, class Op> void reductions(const std::string &name, const std::string &type) {
    add("group_reduce_" + name + "_" + type, reduce<T, Op, false>);
    add("sub_group_reduce_" + name + "_" + type, reduce<T, Op, true>);
  }

  template <class T> void numbers(const std::string &type) {
    reductions<T, Add>("add", type);
    reductions<T, Multiply>("mul", type);
    reductions<T, Least>("min", type);
    reductions<T, Most>("max", type);
    add("group_broadcast_" + type, broadcast<T>);
    add("sub_group_shuffle_" + type, shuffle<T>);
    add("atomic_load_" + type, load<T>);
    add("atomic_store_" + type, store<T>);
    add("atomic_exchange_" + type, exchange<T>);
  }

  template <class T> void integers(const std::string &type) {
    numbers<T>(type);
    reductions<T, std::bit_and<T>>("and", type);
    reductions<T, std::bit_or<T>>("or", type);
    reductions<T, std::bit_xor<T>>("xor", type);
    add("atomic_fetch_add_" + type, update<T, Add>);
    add("atomic_fetch_sub_" + type, update<T, Subtract>);
    add("atomic_fetch_min_" + type, update<T, Least>);
    add("atomic_fetch_max_" + type, update<T, Most>);
    add("atomic_compare_exchange_" + type, compare_exchange<T>);
    add("atomic_fetch_and_" + type, update<T, std::bit_and<T>>);
    add("atomic_fetch_or_" + type, update<T, std::bit_or<T>>);
    add("atomic_fetch_xor_" + type, update<T, std::bit_xor<T>>);
  }

  orc::LLJIT &jit_;
  orc::SymbolMap symbols_;
};

orc::JITTargetMachineBuilder target() {
  static const bool ready = !InitializeNativeTarget() && !InitializeNativeTargetAsmPrinter();
  WEFT_CHECK(ready, "LLVM without this machine's target");
  auto machine = cantFail(orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(CodeGenOptLevel::None);
  machine.getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  return machine;
}

/// The JIT takes modules over together with their context.
orc::ThreadSafeModule in_own_context(const Module &module) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  WriteBitcodeToFile(module, stream);
  auto context = std::make_unique<LLVMContext>();
  auto copy = cantFail(parseBitcodeFile(MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "kernel"), *context));
  Function &kernel = *copy->getFunction("kernel");
  IRBuilder<> ir(*context);
  auto *entry = Function::Create(kernel.getFunctionType(), Function::ExternalLinkage, "reference", *copy);
  ir.SetInsertPoint(BasicBlock::Create(*context, "entry", entry));
  ir.CreateCall(&kernel, {entry->getArg(0)})->setAttributes(kernel.getAttributes());
  ir.CreateRetVoid();
  return {std::move(copy), std::move(context)};
}

} // namespace

std::string host_data_layout() {
  return cantFail(target().getDefaultDataLayoutForTarget()).getStringRepresentation();
}

WorkItems::WorkItems(const Module &module, const GroupKernel &kernel)
    : kernel_(kernel), jit_(cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(target()).create())) {
  Symbols symbols(*jit_);
  cantFail(jit_->addIRModule(in_own_context(module)));
  entry_ = cantFail(jit_->lookup("reference")).toPtr<Entry>();
}

WorkItems::~WorkItems() = default;

bool WorkItems::run(GroupMemory &memory, unsigned lanes) const {
  bool defined = true;
  const GroupKernelArgs args = memory.args(kernel_);
  std::array<std::uint64_t, 3> groups{};
  for (std::size_t dim = 0; dim < 3; ++dim)
    groups[dim] = kernel_.global[dim] / std::max<std::uint64_t>(kernel_.local[dim], 1);
  for (std::uint64_t z = 0; z < groups[2]; ++z)
    for (std::uint64_t y = 0; y < groups[1]; ++y)
      for (std::uint64_t x = 0; x < groups[0]; ++x) {
        Group group(kernel_, lanes, {x, y, z}, entry_, &args);
        group.run();
        defined &= group.defined;
      }
  return defined;
}

GroupMemory::GroupMemory(const GroupKernel &kernel, std::uint64_t seed)
    : ints(group_table_size), longs(group_table_size), floats(group_table_size), records(kernel.items() * record_bytes),
      counts(2 * counters * 4) {
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < group_table_size; ++i) {
    ints[i] = std::int32_t(random()) >> (random() % 31);
    longs[i] = std::int64_t(random()) >> (random() % 63);
    floats[i] = float(int(random() % 2000) - 1000) / 8;
  }
}

GroupKernelArgs GroupMemory::args(const GroupKernel &kernel) {
  return {ints.data(),    longs.data(),  floats.data(),
          records.data(), counts.data(), kernel.uniform,
          kernel.trips,   kernel.bound,  {kernel.global[0], kernel.global[1], kernel.global[2]}};
}

std::string GroupMemory::difference(const GroupMemory &other) const {
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i] != other.records[i])
      return fmt::format("record {} byte {}: {} for {}", i / record_bytes, i % record_bytes, int(other.records[i]),
                         int(records[i]));
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != other.counts[i])
      return fmt::format("count {}", i / 4);
  return *this == other ? "" : "an input has changed";
}

} // namespace weft::test

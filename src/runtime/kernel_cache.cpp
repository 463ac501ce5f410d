// Finds or makes the executable of a kernel.
#include "runtime/kernel_cache.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "codegen/build_identity.hpp"
#include "runtime/compilation.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/kernel_slots.hpp"
#include "runtime/launch_order.hpp"
#include "runtime/make_ahead.hpp"
#include "runtime/queue.hpp"
#include "runtime/requirements.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

using codegen::Specialization;

/// What was baked into a kernel so far.
struct Variants {
  std::unordered_set<Hash> known;                ///< specialisations with baked values
  std::map<std::uint32_t, std::set<int>> values; ///< of fields, by offset; -1 for those that cannot be baked
  std::set<std::array<std::uint32_t, 3>> group_sizes;
  std::set<std::uint32_t> items_per_unit;
  std::set<std::vector<Specialization::Repeated>> repeated;
};

struct AllVariants {
  Mutex mutex;
  std::unordered_map<SlotKey, Variants, SlotKeyHash> by_kernel;
  std::atomic<std::uint64_t> generation{1}; ///< of the slots in memory
};

AllVariants &all_variants() {
  static constinit Lazy<AllVariants> instance;
  return instance.get();
}

std::shared_ptr<Compilation> find_slot(Device &device, const Kernel &kernel, const Specialization &specialization) {
  const ExitDelay delay;
  for (;;) {
    const auto [claim, mine] = claim_slot(device, kernel, specialization);
    note_order(claim);
    if (mine && !fill_with_finished(claim))
      fill_from_compiler(claim);
    claim.slot->wait();
    if (claim.slot->executable() == nullptr && mine)
      claim.slot->rethrow_failure();
    if (claim.slot->executable() == nullptr) // another thread's failure: this one tries for itself
      continue;
    slot_counts().memory_hits += mine ? 0 : 1;
    if (mine)
      note_launched(claim);
    return claim.slot;
  }
}

/// Several threads take the claims one by one.
struct Batch {
  std::vector<Claim> claims;
  std::atomic<std::size_t> next{0};

  void work() noexcept {
    for (std::size_t at = next++; at < claims.size(); at = next++)
      fill_from_compiler(claims[at]);
  }
  /// What no thread has taken fails as what is being handled did.
  void give_up_rest() noexcept {
    for (std::size_t at = next++; at < claims.size(); at = next++)
      give_up(claims[at]);
  }
};

/// A kernel launched with ever new shapes is compiled once for all further ones.
void limit_shapes(Variants &variants, Specialization &specialization) {
  constexpr std::size_t most_shapes = 16;
  if (variants.known.size() < most_shapes)
    variants.known.insert(specialization.hash());
  if (!variants.known.contains(specialization.hash()))
    specialization.baked.clear();
}

/// Notes a value, unless it is the one that is not baked in; false where it has become one of too many.
template <class T> bool is_steady(std::set<T> &values, const T &value, std::size_t most) {
  if (value != T{} && values.size() <= most)
    values.insert(value);
  return values.size() <= most;
}

void forget_counters(Variants &variants, const Device &device, const Launch &launch, Specialization &specialization) {
  if (variants.known.contains(specialization.hash()))
    return;
  const CodeTraits &traits = device.code_traits();
  const std::size_t most_values = traits.most_baked_values;
  const bool steady_groups = traits.by_group_size || is_steady(variants.group_sizes, specialization.local, most_values);
  if (!steady_groups)
    specialization.local = {};
  if (!is_steady(variants.items_per_unit, specialization.items_per_unit, most_values) || !steady_groups)
    specialization.items_per_unit = 0;
  if (!is_steady(variants.repeated, specialization.repeated, most_values))
    specialization.repeated.clear();
  for (const codegen::IntField &field : launch.kernel.info->bakeable) {
    std::set<int> &values = variants.values[field.offset];
    if (values.size() <= most_values)
      values.insert(static_cast<int>(baked_value(field, launch.args).value_or(-1)));
  }
  std::erase_if(specialization.baked, [&](const Specialization::Baked &baked) {
    return variants.values[baked.field.offset].size() > most_values;
  });
  variants.known.insert(specialization.hash());
}

std::size_t count_baked(const Specialization &specialization) {
  return specialization.baked.size() + specialization.repeated.size() + (specialization.local[0] != 0) +
         (specialization.items_per_unit != 0);
}

void limit_variants(const Device &device, const Launch &launch, Specialization &specialization) {
  if (launch.kernel.info->bakeable.empty() && device.code_traits().by_group_size)
    return;
  const std::size_t wanted = count_baked(specialization);
  AllVariants &all = all_variants();
  const std::lock_guard lock(all.mutex);
  Variants &variants = all.by_kernel[{&device, hash_of(launch.kernel)}];
  if (launch.kernel.info->baked_together)
    limit_shapes(variants, specialization);
  else
    forget_counters(variants, device, launch, specialization);
  if (const std::size_t left = count_baked(specialization); left < wanted)
    explain("cache", "{} has {} variants; {} integers that changed are not baked in", launch.kernel.info->pretty,
            variants.known.size(), wanted - left);
}

/// Array kernels know themselves what overlaps.
std::uint64_t distinct_of(const Device &device, const Launch &launch) {
  const bool asked = device.code_traits().by_distinct_pointers && !launch.kernel.info->baked_together;
  if (!asked)
    return 0;
  return launch.distinct ? *launch.distinct : distinct_pointers(launch.args, launch.kernel.info->pointer_words);
}

/// Array kernels choose their groups for machines that are full.
std::uint32_t items_per_unit_of(const Device &device, const Launch &launch) {
  const bool asked = device.code_traits().by_items_per_unit && !launch.kernel.info->baked_together;
  return asked ? items_per_unit(launch.range, device.info().max_compute_units) : 0;
}

std::array<std::uint32_t, 3> extents_of(const Device &device, const Launch &launch) {
  const bool asked = device.code_traits().by_extents && !launch.kernel.info->baked_together;
  return asked ? told_extents(launch.range) : std::array<std::uint32_t, 3>{};
}

bool few_items_of(const Device &device, const Launch &launch) {
  return device.code_traits().by_extents && few_items(*launch.kernel.info, launch.range);
}

/// Array kernels have one field for what is equal.
WideIntegers wide_integers_of(const Device &device, const Launch &launch) {
  const bool asked = device.code_traits().by_wide_integers && !launch.kernel.info->baked_together;
  return asked ? wide_integers(*launch.kernel.info, launch.args) : WideIntegers();
}

void tell(const WideIntegers &known, const std::vector<codegen::IntField> &fields, Specialization &specialization) {
  for (std::size_t i = 0; i < std::min(fields.size(), WideIntegers::most_fields); ++i) {
    if (known.repeats[i] != WideIntegers::none)
      specialization.repeated.push_back({fields[i].offset, fields[known.repeats[i]].offset});
    if (known.narrow >> i & 1)
      specialization.narrow.push_back(fields[i].offset);
  }
}

Specialization specialization_of(Device &device, const Launch &launch, std::uint64_t distinct) {
  check_requirements(*launch.kernel.info, device.info());
  Specialization specialization = specialize(*launch.kernel.info, launch.range, launch.args);
  specialization.constants.assign(launch.constants.begin(), launch.constants.end());
  const CodeTraits &traits = device.code_traits();
  specialization.ids_fit_i32 |= !traits.by_group_size && !traits.by_wide_integers;
  if (!traits.by_group_size && launch.kernel.info->baked_together)
    specialization.local = {};
  const std::size_t required = launch.kernel.info->sub_group_size;
  const std::size_t sub_group = required != 0 ? required : device.info().sub_group_sizes.back();
  specialization.whole_sub_groups =
      !traits.by_group_size && whole_sub_groups(*launch.kernel.info, launch.range, sub_group);
  specialization.folded_groups = folds_groups(launch.range, traits.most_groups);
  specialization.extents = extents_of(device, launch);
  specialization.few_items = few_items_of(device, launch);
  specialization.items_per_unit = items_per_unit_of(device, launch);
  tell(wide_integers_of(device, launch), launch.kernel.info->bakeable, specialization);
  specialization.distinct = codegen::offsets_of(distinct);
  limit_variants(device, launch, specialization);
  return specialization;
}

constexpr std::size_t most_fields = WideIntegers::most_fields;

/// Which values of a kernel's integers may still be baked in, as bits: all but for those that turned out to be
/// counters.
struct Bakeable {
  static constexpr std::uint64_t all = ~std::uint64_t(0);
  std::array<std::uint64_t, most_fields> values;

  Bakeable() { values.fill(all); }
  bool may_bake(std::size_t field, std::int64_t value) const { return value >= 64 || values[field] >> value & 1; }
};

Bakeable bakeable_values(const Device &device, const Launch &launch) {
  Bakeable result;
  AllVariants &all = all_variants();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_kernel.find({&device, hash_of(launch.kernel)});
  if (found == all.by_kernel.end() || launch.kernel.info->baked_together)
    return result;
  const std::vector<codegen::IntField> &fields = launch.kernel.info->bakeable;
  for (std::size_t i = 0; i < std::min(fields.size(), most_fields); ++i)
    if (const auto values = found->second.values.find(fields[i].offset);
        values != found->second.values.end() && values->second.size() > device.code_traits().most_baked_values) {
      result.values[i] = 0;
      for (const int value : values->second)
        if (value >= 0 && value < 64)
          result.values[i] |= std::uint64_t(1) << value;
    }
  return result;
}

/// All that a specialisation depends on, without allocating.
struct LaunchKey {
  static constexpr std::uint8_t not_baked = 0xff;

  const Device *device = nullptr;
  Hash module, constants;
  std::size_t kernel = 0;
  std::array<std::uint32_t, 3> local{}, extents{};
  std::uint8_t ids_fit_i32 = 0, has_offset = 0, folded_groups = 0, few_items = 0;
  std::uint32_t items_per_unit = 0;
  std::uint64_t distinct = 0;
  std::array<std::uint8_t, most_fields> baked{};
  WideIntegers wide;

  bool operator==(const LaunchKey &) const = default;
};

/// The kernel has no more bakeable fields than fit.
LaunchKey make_key(const Device &device, const Launch &launch, std::uint64_t distinct) {
  const codegen::KernelInfo &info = *launch.kernel.info;
  LaunchKey key;
  key.device = &device;
  key.module = launch.kernel.module->hash();
  if (!launch.constants.empty()) {
    Specialization only;
    only.constants.assign(launch.constants.begin(), launch.constants.end());
    key.constants = only.hash();
  }
  key.kernel = std::size_t(&info - launch.kernel.module->kernels().data());
  for (int d = 0; d < 3; ++d)
    key.local[d] = std::uint32_t(launch.range.local[d]);
  key.ids_fit_i32 = ids_fit_i32(launch.range);
  key.has_offset = has_offset(launch.range);
  key.folded_groups = folds_groups(launch.range, device.code_traits().most_groups);
  key.extents = extents_of(device, launch);
  key.few_items = few_items_of(device, launch);
  key.items_per_unit = items_per_unit_of(device, launch);
  key.distinct = distinct;
  key.wide = wide_integers_of(device, launch);
  return key;
}

void add_baked(LaunchKey &key, const Launch &launch, const Bakeable &bakeable) {
  const std::vector<codegen::IntField> &fields = launch.kernel.info->bakeable;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto value = baked_value(fields[i], launch.args);
    key.baked[i] = value && bakeable.may_bake(i, *value) ? std::uint8_t(*value) : LaunchKey::not_baked;
  }
}

/// What this thread launched lately.
struct Recent {
  static constexpr std::uint64_t for_ever = ~std::uint64_t(0);

  struct Entry {
    LaunchKey key;
    std::uint64_t generation;
    std::uint64_t until = for_ever; ///< for what stands in: ended_meanwhile()
    Compilation *slot;
  };
  struct Kernel {
    Hash module;
    std::size_t kernel = 0;
    const Device *device = nullptr;
    std::uint64_t generation = 0;
    Bakeable bakeable;
  };
  static constexpr std::size_t size = 32;
  std::array<Entry, size> entries;
  std::array<Kernel, size> kernels;

  Entry &at(const LaunchKey &key) {
    std::uint64_t mix = mixed(key) + key.constants.low + key.local[0] + key.local[1] * 7 + key.local[2] * 13;
    for (std::size_t i = 0; i < 8; ++i)
      mix = mix * 131 + key.baked[i];
    return entries[(mix ^ (mix >> 17)) % size];
  }

  /// What is known of the key's kernel; afresh where nothing is.
  Bakeable &bakeable(const LaunchKey &key, std::uint64_t generation) {
    Kernel &found = kernels[mixed(key) % size];
    if (found.generation != generation || found.kernel != key.kernel || found.device != key.device ||
        found.module != key.module)
      found = {key.module, key.kernel, key.device, generation, {}};
    return found.bakeable;
  }

private:
  static std::uint64_t mixed(const LaunchKey &key) {
    return key.module.low + key.kernel * 31 + (std::uintptr_t(key.device) >> 6);
  }
};

} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Kernel &kernel,
                                            const Specialization &specialization) {
  return find_slot(device, kernel, specialization)->executable();
}

namespace {

struct Found {
  std::shared_ptr<Compilation> slot;                     ///< null where there is none
  std::optional<std::uint64_t> until = Recent::for_ever; ///< none where the next launch must ask again
};

/// The executable that this thread launched lately with the same specialisation, else that of the slot that `find`
/// gives for it.
template <class Find>
std::shared_ptr<Executable> find_recent(Device &device, const Launch &launch, bool takes_stand_ins, Find find) {
  // By pointer: libraries loaded by dlopen share a small static TLS block, which the fault guard's variables need.
  static thread_local const auto recent = std::make_unique<Recent>();
  const bool keyed = recent != nullptr && // a thread that ends may launch without it
                     launch.kernel.info->bakeable.size() <= most_fields;
  const std::uint64_t distinct = distinct_of(device, launch);
  const std::uint64_t generation = cache_generation();
  LaunchKey key;
  if (keyed) {
    key = make_key(device, launch, distinct);
    add_baked(key, launch, recent->bakeable(key, generation));
    if (const Recent::Entry &entry = recent->at(key);
        entry.generation == generation && entry.key == key &&
        (entry.until == Recent::for_ever || (takes_stand_ins && entry.until == ended_meanwhile()))) {
      slot_counts().memory_hits.fetch_add(1, std::memory_order_relaxed);
      return entry.slot->executable();
    }
  }
  const Found found = find(specialization_of(device, launch, distinct));
  if (found.slot == nullptr)
    return nullptr;
  if (keyed && found.until) {
    Bakeable &bakeable = recent->bakeable(key, generation);
    bakeable = bakeable_values(device, launch);
    add_baked(key, launch, bakeable);
    recent->at(key) = {key, generation, *found.until, found.slot.get()};
  }
  return found.slot->executable();
}

} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Launch &launch) {
  return find_recent(device, launch, true, [&](const Specialization &specialization) -> Found {
    const std::uint64_t ended = ended_meanwhile();
    if (finished_slot(device, launch.kernel, specialization.hash()) == nullptr)
      if (StandIn found = stand_in(device, launch.kernel, specialization); found.slot != nullptr) {
        ++slot_counts().memory_hits;
        return {std::move(found.slot), found.better_comes ? std::optional(ended) : std::nullopt};
      }
    return {find_slot(device, launch.kernel, specialization)};
  });
}

std::shared_ptr<Executable> find_ready(Device &device, const Launch &launch) {
  return find_recent(device, launch, false, [&](const Specialization &specialization) -> Found {
    return {finished_slot(device, launch.kernel, specialization.hash())};
  });
}

std::uint64_t cache_generation() noexcept {
  return all_variants().generation.load(std::memory_order_acquire);
}

Wanted wanted(const std::shared_ptr<Device> &device, const Launch &launch) {
  return {device, launch.kernel, specialization_of(*device, launch, distinct_of(*device, launch))};
}

namespace {

/// On as many threads as the batch has use for; this one is among them where it may wait.
void compile(const std::shared_ptr<Batch> &batch, bool here) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(processors, batch->claims.size());
  try {
    for (std::size_t i = here ? 1 : 0; i < workers; ++i)
      compile_elsewhere([batch] { batch->work(); });
  } catch (...) {
    batch->give_up_rest();
  }
  if (here)
    batch->work();
}

} // namespace

bool prepare(std::span<const Wanted> all, std::optional<std::chrono::steady_clock::time_point> deadline) {
  const ExitDelay delay;
  std::vector<Claim> others;
  auto batch = std::make_shared<Batch>();
  std::vector<std::shared_ptr<Compilation>> own;
  for (const Wanted &each : all) {
    auto [claim, mine] = claim_slot(*each.device, each.kernel, each.specialization);
    if (!mine) {
      others.push_back(std::move(claim));
      continue;
    }
    own.push_back(claim.slot);
    if (!fill_with_finished(claim))
      batch->claims.push_back(std::move(claim));
  }
  if (!batch->claims.empty())
    compile(batch, !deadline);
  for (const auto &slot : own) {
    if (!slot->wait(deadline))
      return false;
    slot->rethrow_failure();
  }
  for (const Claim &claim : others) {
    if (!claim.slot->wait(deadline))
      return false;
    if (deadline) // it may have been an earlier call of this thread's that began it
      claim.slot->rethrow_failure();
  }
  return true;
}

Hash disk_key(const Device &device) {
  return combine(hash_text(device.target()), codegen::build_identity());
}

Hash disk_key(const Device &device, const Kernel &kernel, const Specialization &specialization) {
  return combine(combine(hash_of(kernel), specialization.hash()), disk_key(device));
}

CacheStats cache_stats() {
  const SlotCounts &counts = slot_counts();
  const DiskCache *const disk = default_disk_cache();
  return {counts.memory_hits, counts.disk_hits, counts.compiled, disk == nullptr ? 0 : disk->errors()};
}

void clear_memory_cache() {
  wait_for_compilations();
  forget_made_ahead();
  forget_order();
  clear_slots();
  AllVariants &all = all_variants();
  const std::lock_guard lock(all.mutex);
  all.by_kernel.clear();
  all.generation.fetch_add(1, std::memory_order_release);
}

} // namespace weft::runtime

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
    if (mine && !fill_from_disk(claim))
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

void forget_counters(Variants &variants, const Device &device, const Launch &launch, Specialization &specialization) {
  if (variants.known.contains(specialization.hash()))
    return;
  const std::size_t most_values = device.code_traits().most_baked_values;
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

void limit_variants(const Device &device, const Launch &launch, Specialization &specialization) {
  if (launch.kernel.info->bakeable.empty())
    return;
  const std::size_t wanted = specialization.baked.size();
  AllVariants &all = all_variants();
  const std::lock_guard lock(all.mutex);
  Variants &variants = all.by_kernel[{&device, hash_of(launch.kernel)}];
  if (launch.kernel.info->baked_together)
    limit_shapes(variants, specialization);
  else
    forget_counters(variants, device, launch, specialization);
  if (specialization.baked.size() < wanted)
    explain("cache", "{} has {} variants; {} integers that changed are not baked in", launch.kernel.info->pretty,
            variants.known.size(), wanted - specialization.baked.size());
}

/// Array kernels know themselves what overlaps.
std::uint64_t distinct_of(const Device &device, const Launch &launch) {
  const bool asked = device.code_traits().by_distinct_pointers && !launch.kernel.info->baked_together;
  return asked ? distinct_pointers(launch.args) : 0;
}

Specialization specialization_of(Device &device, const Launch &launch) {
  check_requirements(*launch.kernel.info, device.info());
  Specialization specialization = specialize(*launch.kernel.info, launch.range, launch.args);
  specialization.constants.assign(launch.constants.begin(), launch.constants.end());
  if (!device.code_traits().by_group_size) {
    specialization.local = {};
    specialization.ids_fit_i32 = true;
  }
  if (const std::uint64_t distinct = distinct_of(device, launch); distinct != 0)
    for (std::uint32_t word = 0; word < 64; ++word)
      if (distinct >> word & 1)
        specialization.distinct.push_back(8 * word);
  limit_variants(device, launch, specialization);
  return specialization;
}

/// All that a specialisation depends on, without allocating.
struct LaunchKey {
  static constexpr std::size_t most_fields = 32;
  static constexpr std::uint8_t not_baked = 0xff;

  const Device *device = nullptr;
  Hash module, constants;
  std::size_t kernel = 0;
  std::array<std::uint32_t, 3> local{};
  std::uint8_t ids_fit_i32 = 0, has_offset = 0;
  std::uint64_t distinct = 0;
  std::array<std::uint8_t, most_fields> baked{};

  bool operator==(const LaunchKey &) const = default;
};

/// False where the kernel has more bakeable fields than fit.
bool make_key(const Device &device, const Launch &launch, LaunchKey &key) {
  const codegen::KernelInfo &info = *launch.kernel.info;
  if (info.bakeable.size() > LaunchKey::most_fields)
    return false;
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
  key.distinct = distinct_of(device, launch);
  for (std::size_t i = 0; i < info.bakeable.size(); ++i)
    key.baked[i] = std::uint8_t(baked_value(info.bakeable[i], launch.args).value_or(LaunchKey::not_baked));
  return true;
}

/// What this thread launched lately.
struct Recent {
  struct Entry {
    LaunchKey key;
    std::uint64_t generation;
    Compilation *slot;
  };
  static constexpr std::size_t size = 32;
  std::array<Entry, size> entries;

  Entry &at(const LaunchKey &key) {
    std::uint64_t mix =
        key.module.low + key.constants.low + key.kernel * 31 + key.local[0] + key.local[1] * 7 + key.local[2] * 13;
    for (std::size_t i = 0; i < 8; ++i)
      mix = mix * 131 + key.baked[i];
    return entries[(mix ^ (mix >> 17) ^ (std::uintptr_t(key.device) >> 6)) % size];
  }
};

} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Kernel &kernel,
                                            const Specialization &specialization) {
  return find_slot(device, kernel, specialization)->executable();
}

namespace {

struct Found {
  std::shared_ptr<Compilation> slot; ///< null where there is none
  bool for_now = false;              ///< a better one is expected
};

/// The executable that this thread launched lately with the same specialisation, else that of the slot that `find`
/// gives for it.
template <class Find> std::shared_ptr<Executable> find_recent(Device &device, const Launch &launch, Find find) {
  // By pointer: libraries loaded by dlopen share a small static TLS block, which the fault guard's variables need.
  static thread_local const auto recent = std::make_unique<Recent>();
  LaunchKey key;
  const bool keyed = recent != nullptr && make_key(device, launch, key); // a thread that ends may launch without it
  const std::uint64_t generation = all_variants().generation.load(std::memory_order_acquire);
  if (keyed)
    if (const Recent::Entry &entry = recent->at(key); entry.generation == generation && entry.key == key) {
      slot_counts().memory_hits.fetch_add(1, std::memory_order_relaxed);
      return entry.slot->executable();
    }
  const Found found = find(specialization_of(device, launch));
  if (found.slot == nullptr)
    return nullptr;
  if (keyed && !found.for_now)
    recent->at(key) = {key, generation, found.slot.get()};
  return found.slot->executable();
}

} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Launch &launch) {
  return find_recent(device, launch, [&](const Specialization &specialization) -> Found {
    if (finished_slot(device, launch.kernel, specialization.hash()) == nullptr)
      if (auto slot = stand_in(device, launch.kernel, specialization)) {
        ++slot_counts().memory_hits;
        return {std::move(slot), true};
      }
    return {find_slot(device, launch.kernel, specialization)};
  });
}

std::shared_ptr<Executable> find_ready(Device &device, const Launch &launch) {
  return find_recent(device, launch, [&](const Specialization &specialization) -> Found {
    return {finished_slot(device, launch.kernel, specialization.hash())};
  });
}

Wanted wanted(const std::shared_ptr<Device> &device, const Launch &launch) {
  return {device, launch.kernel, specialization_of(*device, launch)};
}

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
    if (!fill_from_disk(claim))
      batch->claims.push_back(std::move(claim));
  }
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(processors, batch->claims.size());
  try {
    for (std::size_t i = deadline ? 0 : 1; i < workers; ++i)
      compile_elsewhere([batch] { batch->work(); });
  } catch (...) {
    batch->give_up_rest();
  }
  if (!deadline)
    batch->work();
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

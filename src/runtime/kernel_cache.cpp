// Finds or makes the executable of a kernel.
#include "runtime/kernel_cache.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

#include "codegen/build_identity.hpp"
#include "codegen/codegen.hpp"
#include "runtime/compilation.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/queue.hpp"
#include "runtime/requirements.hpp"
#include "runtime/trace.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/fork.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

using codegen::Specialization;

struct Key {
  const Device *device = nullptr;
  Hash kernel;
  bool operator==(const Key &) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key &key) const noexcept {
    return std::hash<Hash>()(key.kernel) ^ std::uintptr_t(key.device);
  }
};

/// What was baked into a kernel so far.
struct Variants {
  std::unordered_set<Hash> known;                ///< specialisations with baked values
  std::map<std::uint32_t, std::set<int>> values; ///< of fields, by offset; -1 for those that cannot be baked
};

struct MemoryCache {
  Mutex mutex;
  std::unordered_set<Key, KeyHash> ahead; ///< kernels whose specialisations are kept for the next process
  Mutex note_mutex;                       ///< while one is added to those on disk
  std::unordered_map<Key, std::shared_ptr<Compilation>, KeyHash> slots;
  std::unordered_map<Key, Variants, KeyHash> variants; ///< per kernel
  std::vector<std::shared_ptr<Compilation>> cleared;   ///< threads may still point at these
  std::atomic<std::uint64_t> generation{1};
  std::atomic<std::size_t> memory_hits{0}, disk_hits{0}, compiled{0};

  MemoryCache() {
    at_fork([] {}, [this] { forget_unfinished(); });
  }

  /// In the child of a fork: who was making these is gone.
  void forget_unfinished() {
    const std::lock_guard lock(mutex);
    std::erase_if(slots, [](const auto &entry) { return !entry.second->finished(); });
  }
};

MemoryCache &memory_cache() {
  static constinit Lazy<MemoryCache> instance;
  return instance.get();
}

/// Sub-devices run their root's executables.
Device &root_of(Device &device) {
  Device *root = &device;
  while (const auto parent = root->parent())
    root = parent.get();
  return *root;
}

Hash hash_of(const Kernel &kernel) {
  return combine(kernel.module->hash(), hash_text(kernel.info->name));
}

std::shared_ptr<Executable> from_disk(Device &device, const Hash &key) {
  DiskCache *const disk = default_disk_cache();
  const auto content = disk == nullptr ? std::nullopt : disk->load(key);
  if (!content)
    return nullptr;
  try {
    return device.load(codegen::Binary::parse(*content));
  } catch (const Error &error) { // the entry was whole, but is not what this build wrote
    explain("cache", "entry {} does not load: {}", key.hex(), error.what());
    return nullptr;
  }
}

std::shared_ptr<Executable> compile(Device &device, const Kernel &kernel, const Specialization &specialization,
                                    const Hash &key) {
  const auto start = std::chrono::steady_clock::now();
  const ForkDelay delay; // the compiler's own locks do not survive
  const codegen::Binary binary = device.finalizer().finalize(*kernel.module, kernel.info->name, specialization);
  auto executable = device.load(binary);
  if (DiskCache *const disk = default_disk_cache()) {
    if (codegen::identity_holds())
      disk->store(key, binary.serialize());
    else
      explain("cache", "{} is not kept: {} was not what the loader chose", kernel.info->pretty, codegen::llvm_path());
  }
  explain("cache", "{} compiled for {} in {:.1f} ms", kernel.info->pretty, device.info().name,
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  return executable;
}

/// What making an executable took, in a trace.
void note(const char *what, const char *hit_or_miss, const Device &device, const Kernel &kernel, std::uint64_t begin) {
  if (trace::on())
    trace::thread_slice("compile", fmt::format("{} {}", what, kernel.info->pretty), {begin, now_ns()},
                        {{"disk cache", hit_or_miss}, {"device", device.info().name}});
}

std::shared_ptr<Compilation> claim(const Key &key, bool &mine) {
  MemoryCache &cache = memory_cache();
  const std::lock_guard lock(cache.mutex);
  auto &slot = cache.slots[key];
  mine = slot == nullptr;
  if (mine)
    slot = std::make_shared<Compilation>();
  return slot;
}

/// A failure is not remembered: the next caller tries again.
void give_up(const Key &key, Compilation &slot) noexcept {
  MemoryCache &cache = memory_cache();
  {
    const std::lock_guard lock(cache.mutex);
    cache.slots.erase(key);
  }
  slot.fail(std::current_exception());
}

/// A slot of the memory cache that this thread has to fill.
struct Claim {
  Key key;
  std::shared_ptr<Compilation> slot;
  std::shared_ptr<Device> device;
  Kernel kernel;
  Specialization specialization;

  Hash on_disk() const { return combine(key.kernel, disk_key(*device)); }
};

/// The specialisations that a kernel was launched with, as hashes on disk.
class Launched {
public:
  Launched(const Device &device, const Kernel &kernel)
      : name_(combine(hash_text("launched"), combine(hash_of(kernel), disk_key(device)))) {
    const auto content = disk_ == nullptr ? std::nullopt : disk_->load(name_);
    if (!content || content->size() % sizeof(Hash) != 0)
      return;
    hashes_.resize(content->size() / sizeof(Hash));
    std::memcpy(hashes_.data(), content->data(), content->size());
  }

  const std::vector<Hash> &hashes() const noexcept { return hashes_; }

  void add(const Hash &specialization) {
    constexpr std::size_t most = 4;
    if (disk_ == nullptr || std::ranges::find(hashes_, specialization) != hashes_.end())
      return;
    hashes_.insert(hashes_.begin(), specialization);
    hashes_.resize(std::min(hashes_.size(), most));
    disk_->store(name_, std::as_bytes(std::span(hashes_)));
  }

private:
  DiskCache *disk_ = default_disk_cache();
  Hash name_;
  std::vector<Hash> hashes_;
};

/// For the next process, where the kernel is one of those made ahead.
void note_launched(const Claim &claim) {
  MemoryCache &cache = memory_cache();
  {
    const std::lock_guard lock(cache.mutex);
    if (!cache.ahead.contains({claim.key.device, hash_of(claim.kernel)}))
      return;
  }
  const std::lock_guard lock(cache.note_mutex);
  Launched(*claim.device, claim.kernel).add(claim.specialization.hash());
}

bool fill_from_disk(const Claim &claim) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    auto executable = from_disk(*claim.device, claim.on_disk());
    if (executable == nullptr)
      return false;
    ++memory_cache().disk_hits;
    note("load", "hit", *claim.device, claim.kernel, begin);
    claim.slot->finish(std::move(executable));
  } catch (...) {
    give_up(claim.key, *claim.slot);
  }
  return true;
}

void fill_from_compiler(const Claim &claim) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    auto executable = compile(*claim.device, claim.kernel, claim.specialization, claim.on_disk());
    ++memory_cache().compiled;
    note("compile", "miss", *claim.device, claim.kernel, begin);
    claim.slot->finish(std::move(executable));
  } catch (...) {
    give_up(claim.key, *claim.slot);
  }
}

/// The slot of a kernel, and whether it is this thread's to fill.
std::pair<Claim, bool> claim_slot(Device &device, const Kernel &kernel, const Specialization &specialization) {
  Device &root = root_of(device);
  bool mine = false;
  const Key key{&root, combine(hash_of(kernel), specialization.hash())};
  auto slot = claim(key, mine);
  return {{key, std::move(slot), root.shared_from_this(), kernel, specialization}, mine};
}

std::shared_ptr<Compilation> find_slot(Device &device, const Kernel &kernel, const Specialization &specialization) {
  const ExitDelay delay;
  for (;;) {
    const auto [claim, mine] = claim_slot(device, kernel, specialization);
    if (mine && !fill_from_disk(claim))
      fill_from_compiler(claim);
    claim.slot->wait();
    if (claim.slot->executable() == nullptr && mine)
      claim.slot->rethrow_failure();
    if (claim.slot->executable() == nullptr) // another thread's failure: this one tries for itself
      continue;
    memory_cache().memory_hits += mine ? 0 : 1;
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
      give_up(claims[at].key, *claims[at].slot);
  }
};

/// The executable if this thread has launched the same lately, or any thread ever.
std::shared_ptr<Compilation> finished_slot(Device &device, const Kernel &kernel, const Specialization &specialization) {
  const Key key{&root_of(device), combine(hash_of(kernel), specialization.hash())};
  MemoryCache &cache = memory_cache();
  const std::lock_guard lock(cache.mutex);
  const auto found = cache.slots.find(key);
  const bool finished = found != cache.slots.end() && found->second->finished() && found->second->executable();
  return finished ? found->second : nullptr;
}

/// A kernel launched with ever new shapes is compiled once for all further ones.
void limit_shapes(Variants &variants, Specialization &specialization) {
  constexpr std::size_t most_shapes = 16;
  if (variants.known.size() < most_shapes)
    variants.known.insert(specialization.hash());
  if (!variants.known.contains(specialization.hash()))
    specialization.baked.clear();
}

/// An integer that takes several values is likely to count something, and is baked in no more. Compiling for a GPU
/// takes long, so that the second value is one too many there.
void forget_counters(Variants &variants, const Device &device, const Launch &launch, Specialization &specialization) {
  if (variants.known.contains(specialization.hash()))
    return;
  const std::size_t most_values = device.info().type == DeviceType::gpu ? 1 : 2;
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
  MemoryCache &cache = memory_cache();
  const std::lock_guard lock(cache.mutex);
  Variants &variants = cache.variants[{&device, hash_of(launch.kernel)}];
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
  const bool asked = device.info().type == DeviceType::gpu && !launch.kernel.info->baked_together;
  return asked ? distinct_pointers(launch.args) : 0;
}

Specialization specialization_of(Device &device, const Launch &launch) {
  check_requirements(*launch.kernel.info, device.info());
  Specialization specialization = specialize(*launch.kernel.info, launch.range, launch.args);
  specialization.constants.assign(launch.constants.begin(), launch.constants.end());
  if (device.info().type == DeviceType::gpu) { // its code is the same for groups and ranges of all sizes
    specialization.local = {};
    specialization.ids_fit_i32 = true;
    if (const std::uint64_t distinct = distinct_of(device, launch); distinct != 0)
      for (std::uint32_t word = 0; word < 64; ++word)
        if (distinct >> word & 1)
          specialization.distinct.push_back(8 * word);
  }
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

/// The executable that this thread launched lately with the same specialisation, else that of the slot that `find`
/// gives for it, which may be null.
template <class Find> std::shared_ptr<Executable> find_recent(Device &device, const Launch &launch, Find find) {
  // By pointer: libraries loaded by dlopen share a small static TLS block, which the fault guard's variables need.
  static thread_local const auto recent = std::make_unique<Recent>();
  MemoryCache &cache = memory_cache();
  LaunchKey key;
  const bool keyed = recent != nullptr && make_key(device, launch, key); // a thread that ends may launch without it
  const std::uint64_t generation = cache.generation.load(std::memory_order_acquire);
  if (keyed)
    if (const Recent::Entry &entry = recent->at(key); entry.generation == generation && entry.key == key) {
      cache.memory_hits.fetch_add(1, std::memory_order_relaxed);
      return entry.slot->executable();
    }
  const std::shared_ptr<Compilation> slot = find(specialization_of(device, launch));
  if (slot == nullptr)
    return nullptr;
  if (keyed)
    recent->at(key) = {key, generation, slot.get()};
  return slot->executable();
}

} // namespace

std::shared_ptr<Executable> find_executable(Device &device, const Launch &launch) {
  return find_recent(device, launch, [&](const Specialization &specialization) {
    return find_slot(device, launch.kernel, specialization);
  });
}

std::shared_ptr<Executable> find_ready(Device &device, const Launch &launch) {
  return find_recent(device, launch, [&](const Specialization &specialization) {
    return finished_slot(device, launch.kernel, specialization);
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

namespace {

/// What a first launch is likely to ask for.
Specialization likely(const Device &device, const Kernel &kernel) {
  Specialization specialization;
  if (device.info().type != DeviceType::gpu) {
    std::ranges::copy(kernel.info->local, specialization.local.begin());
    return specialization;
  }
  specialization.distinct = codegen::codegen().pointers(*kernel.module, *kernel.info);
  if (specialization.distinct.size() < 2)
    specialization.distinct.clear();
  return specialization;
}

/// Kernels that background threads make one by one.
class Ahead {
public:
  Ahead(std::shared_ptr<Device> device, std::vector<Kernel> kernels)
      : device_(std::move(device)), kernels_(std::move(kernels)) {}

  std::size_t size() const noexcept { return kernels_.size(); }

  /// The next kernel, by `make(device, kernel)`; false where none is left.
  template <class Make> bool next(Make make) noexcept {
    const std::size_t at = next_++;
    if (at >= kernels_.size())
      return false;
    try {
      make(*device_, kernels_[at]);
      return true;
    } catch (const std::exception &error) {
      explain("cache", "{} is not made ahead: {}", kernels_[at].info->pretty, error.what());
      return false;
    }
  }

private:
  std::shared_ptr<Device> device_;
  std::vector<Kernel> kernels_;
  std::atomic<std::size_t> next_{0};
};

/// False where no process launched it before.
bool load_launched(Device &device, const Kernel &kernel) {
  const Launched launched(device, kernel);
  for (const Hash &specialization : launched.hashes()) {
    const Key key{&device, combine(hash_of(kernel), specialization)};
    bool mine = false;
    const Claim claim{key, weft::runtime::claim(key, mine), device.shared_from_this(), kernel, {}};
    if (mine && !fill_from_disk(claim))
      give_up(key, *claim.slot);
  }
  return !launched.hashes().empty();
}

void compile_likely(Device &device, const Kernel &kernel) {
  prepare_to_compile();
  const auto [claim, mine] = claim_slot(device, kernel, likely(device, kernel));
  if (!mine)
    return;
  if (!fill_from_disk(claim))
    fill_from_compiler(claim);
  if (claim.slot->executable() != nullptr)
    note_launched(claim);
}

} // namespace

void make_ahead(const std::shared_ptr<Device> &device, std::vector<Kernel> kernels) {
  if (kernels.empty() || !env::flag("WEFT_COMPILE_AHEAD", true))
    return;
  const std::shared_ptr<Device> root = root_of(*device).shared_from_this();
  std::vector<Kernel> unknown;
  {
    MemoryCache &cache = memory_cache();
    const std::lock_guard lock(cache.mutex);
    for (const Kernel &kernel : kernels)
      cache.ahead.insert({root.get(), hash_of(kernel)});
  }
  for (const Kernel &kernel : kernels)
    if (Launched(*root, kernel).hashes().empty())
      unknown.push_back(kernel);
  const auto known = std::make_shared<Ahead>(root, std::move(kernels));
  make_in_background(1, [known] { return known->next(load_launched); });
  if (unknown.empty())
    return;
  if (::gettid() != ::getpid()) // the process may end under this thread without waiting for it
    prepare_to_compile();
  const std::size_t others = std::max(2u, std::thread::hardware_concurrency()) - 1;
  const std::size_t threads = std::min(others, unknown.size());
  const auto compiled = std::make_shared<Ahead>(root, std::move(unknown));
  make_in_background(threads, [compiled] { return compiled->next(compile_likely); });
}

Hash disk_key(const Device &device) {
  return combine(hash_text(device.target()), codegen::build_identity());
}

Hash disk_key(const Device &device, const Kernel &kernel, const Specialization &specialization) {
  return combine(combine(hash_of(kernel), specialization.hash()), disk_key(device));
}

CacheStats cache_stats() {
  const MemoryCache &cache = memory_cache();
  const DiskCache *const disk = default_disk_cache();
  return {cache.memory_hits, cache.disk_hits, cache.compiled, disk == nullptr ? 0 : disk->errors()};
}

void clear_memory_cache() {
  MemoryCache &cache = memory_cache();
  const std::lock_guard lock(cache.mutex);
  for (auto &[key, slot] : cache.slots)
    cache.cleared.push_back(slot);
  std::erase_if(cache.slots, [](const auto &entry) { return entry.second->finished(); });
  cache.variants.clear();
  cache.generation.fetch_add(1, std::memory_order_release);
}

} // namespace weft::runtime

// Finds or makes the executable of a kernel.
#include "runtime/kernel_cache.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "codegen/build_identity.hpp"
#include "runtime/compilation.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/host_threads.hpp"
#include "runtime/queue.hpp"
#include "runtime/requirements.hpp"
#include "runtime/trace.hpp"
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

struct MemoryCache {
  Mutex mutex;
  std::unordered_map<Key, std::shared_ptr<Compilation>, KeyHash> slots;
  std::unordered_map<Key, std::unordered_set<Hash>, KeyHash> baked; ///< specialisations with baked values, per kernel
  std::vector<std::shared_ptr<Compilation>> cleared;                ///< threads may still point at these
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

void fill_from_compiler(const Key &key, Compilation &slot, Device &device, const Kernel &kernel,
                        const Specialization &specialization, const Hash &on_disk) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    auto executable = compile(device, kernel, specialization, on_disk);
    ++memory_cache().compiled;
    note("compile", "miss", device, kernel, begin);
    slot.finish(std::move(executable));
  } catch (...) {
    give_up(key, slot);
  }
}

/// Fills a claimed slot, now or later.
void fill(const Key &key, const std::shared_ptr<Compilation> &slot, Device &device, const Kernel &kernel,
          const Specialization &specialization) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    const Hash on_disk = disk_key(device, kernel, specialization);
    if (auto executable = from_disk(device, on_disk)) {
      ++memory_cache().disk_hits;
      note("load", "hit", device, kernel, begin);
      slot->finish(std::move(executable));
    } else if (compiles_elsewhere()) {
      compile_elsewhere([=, device = device.shared_from_this()] {
        fill_from_compiler(key, *slot, *device, kernel, specialization, on_disk);
      });
    } else {
      fill_from_compiler(key, *slot, device, kernel, specialization, on_disk);
    }
  } catch (...) {
    give_up(key, *slot);
  }
}

std::shared_ptr<Compilation> find_slot(Device &device, const Kernel &kernel, const Specialization &specialization) {
  Device &root = root_of(device);
  const Key key{&root, combine(hash_of(kernel), specialization.hash())};
  for (;;) {
    bool mine = false;
    const std::shared_ptr<Compilation> slot = claim(key, mine);
    if (mine)
      fill(key, slot, root, kernel, specialization);
    if (!slot->finished() && compiles_elsewhere())
      throw CompilationUnderWay{slot};
    slot->wait();
    if (slot->executable() == nullptr && mine)
      slot->rethrow_failure();
    if (slot->executable() == nullptr) // another thread's failure: this one tries for itself
      continue;
    memory_cache().memory_hits += mine ? 0 : 1;
    return slot;
  }
}

/// A kernel launched with ever new small integers is compiled once for all of them.
void limit_variants(const Device &device, const Kernel &kernel, Specialization &specialization) {
  constexpr std::size_t most_variants = 16;
  if (specialization.baked.empty())
    return;
  MemoryCache &cache = memory_cache();
  const std::lock_guard lock(cache.mutex);
  auto &variants = cache.baked[{&device, hash_of(kernel)}];
  if (variants.size() < most_variants)
    variants.insert(specialization.hash());
  if (variants.contains(specialization.hash()))
    return;
  explain("cache", "{} has {} variants; further values of its integers are not baked in", kernel.info->pretty,
          variants.size());
  specialization.baked.clear();
}

/// All that a specialisation depends on, without allocating.
struct LaunchKey {
  static constexpr std::size_t most_fields = 32;
  static constexpr std::uint8_t not_baked = 0xff;

  const Device *device = nullptr;
  Hash module;
  std::size_t kernel = 0;
  std::array<std::uint32_t, 3> local{};
  std::uint8_t ids_fit_i32 = 0, has_offset = 0;
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
  key.kernel = std::size_t(&info - launch.kernel.module->kernels().data());
  for (int d = 0; d < 3; ++d)
    key.local[d] = std::uint32_t(launch.range.local[d]);
  key.ids_fit_i32 = ids_fit_i32(launch.range);
  key.has_offset = has_offset(launch.range);
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
    std::uint64_t mix = key.module.low + key.kernel * 31 + key.local[0] + key.local[1] * 7 + key.local[2] * 13;
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

std::shared_ptr<Executable> find_executable(Device &device, const Launch &launch) {
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
  check_requirements(*launch.kernel.info, device.info());
  Specialization specialization = specialize(*launch.kernel.info, launch.range, launch.args);
  limit_variants(device, launch.kernel, specialization);
  const std::shared_ptr<Compilation> slot = find_slot(device, launch.kernel, specialization);
  if (keyed)
    recent->at(key) = {key, generation, slot.get()};
  return slot->executable();
}

FindAhead::FindAhead(const std::shared_ptr<Device> &device, const Launch &launch) {
  Specialization specialization = specialize(*launch.kernel.info, launch.range, launch.args);
  limit_variants(*device, launch.kernel, specialization);
  auto find = [device, kernel = launch.kernel, specialization = std::move(specialization)] {
    find_executable(*device, kernel, specialization);
  };
  auto task = std::make_shared<std::packaged_task<void()>>(std::move(find));
  found_ = task->get_future();
  post_to_host_thread([task] { (*task)(); });
}

FindAhead::~FindAhead() {
  if (found_.valid())
    found_.wait();
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
  cache.baked.clear();
  cache.generation.fetch_add(1, std::memory_order_release);
}

} // namespace weft::runtime

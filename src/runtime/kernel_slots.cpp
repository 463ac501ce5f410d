// Fills slots from disk and by the compiler.
#include "runtime/kernel_slots.hpp"

#include <chrono>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "codegen/build_identity.hpp"
#include "codegen/codegen.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/finished_code.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/trace.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/fork.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

struct Slots {
  Mutex mutex;
  std::unordered_map<SlotKey, std::shared_ptr<Compilation>, SlotKeyHash> by_key;
  std::vector<std::shared_ptr<Compilation>> cleared;
  SlotCounts counts;

  Slots() {
    at_fork([] {}, [this] { forget_unfinished(); });
  }

  /// In the child of a fork: who was making these is gone.
  void forget_unfinished() {
    const std::lock_guard lock(mutex);
    std::erase_if(by_key, [](const auto &entry) { return !entry.second->finished(); });
  }
};

Slots &slots() {
  static constinit Lazy<Slots> instance;
  return instance.get();
}

SlotKey key_of(Device &device, const Kernel &kernel, const Hash &specialization) {
  return {&root_of(device), combine(hash_of(kernel), specialization)};
}

Hash on_disk(const Claim &claim) {
  return combine(claim.key.kernel, disk_key(*claim.device));
}

std::shared_ptr<Executable> from_program(const Claim &claim) {
  try {
    const auto binary = find_finished(*claim.device, claim.key.kernel);
    if (!binary)
      return nullptr;
    auto executable = claim.device->load(*binary);
    explain("cache", "{} was finished with its program", claim.kernel.info->pretty);
    return executable;
  } catch (const Error &error) {
    explain("cache", "{}: what was finished with its program does not load: {}", claim.kernel.info->pretty,
            error.what());
    return nullptr;
  }
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

std::shared_ptr<Executable> compile(Device &device, const Kernel &kernel, const codegen::Specialization &specialization,
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
void note(const char *what, const char *hit_or_miss, const Claim &claim, std::uint64_t begin) {
  if (trace::on())
    trace::thread_slice("compile", fmt::format("{} {}", what, claim.kernel.info->pretty), {begin, now_ns()},
                        {{"disk cache", hit_or_miss}, {"device", claim.device->info().name}});
}

} // namespace

Device &root_of(Device &device) {
  Device *root = &device;
  while (const auto parent = root->parent())
    root = parent.get();
  return *root;
}

Hash hash_of(const Kernel &kernel) {
  return combine(kernel.module->hash(), hash_text(kernel.info->name));
}

std::pair<Claim, bool> claim_slot(Device &device, const Kernel &kernel, const Hash &specialization) {
  const SlotKey key = key_of(device, kernel, specialization);
  Slots &all = slots();
  const std::lock_guard lock(all.mutex);
  auto &slot = all.by_key[key];
  const bool mine = slot == nullptr;
  if (mine)
    slot = std::make_shared<Compilation>();
  return {{key, slot, root_of(device).shared_from_this(), kernel, {}}, mine};
}

std::pair<Claim, bool> claim_slot(Device &device, const Kernel &kernel, const codegen::Specialization &specialization) {
  auto claimed = claim_slot(device, kernel, specialization.hash());
  claimed.first.specialization = specialization;
  return claimed;
}

std::shared_ptr<Compilation> begun_slot(Device &device, const Kernel &kernel, const Hash &specialization) {
  const SlotKey key = key_of(device, kernel, specialization);
  Slots &all = slots();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_key.find(key);
  return found != all.by_key.end() ? found->second : nullptr;
}

std::shared_ptr<Compilation> finished_slot(Device &device, const Kernel &kernel, const Hash &specialization) {
  auto slot = begun_slot(device, kernel, specialization);
  return slot != nullptr && slot->finished() && slot->executable() ? slot : nullptr;
}

bool fill_with_finished(const Claim &claim) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    auto executable = from_program(claim);
    const bool carried = executable != nullptr;
    if (!carried)
      executable = from_disk(*claim.device, on_disk(claim));
    if (executable == nullptr)
      return false;
    ++(carried ? slots().counts.finished_hits : slots().counts.disk_hits);
    note("load", carried ? "not asked: the program has it" : "hit", claim, begin);
    claim.slot->finish(std::move(executable));
  } catch (...) {
    give_up(claim);
  }
  return true;
}

void fill_from_compiler(const Claim &claim) noexcept {
  try {
    const std::uint64_t begin = trace::on() ? now_ns() : 0;
    auto executable = compile(*claim.device, claim.kernel, claim.specialization, on_disk(claim));
    ++slots().counts.compiled;
    note("compile", "miss", claim, begin);
    claim.slot->finish(std::move(executable));
  } catch (...) {
    give_up(claim);
  }
}

void give_up(const Claim &claim) noexcept {
  Slots &all = slots();
  {
    const std::lock_guard lock(all.mutex);
    all.by_key.erase(claim.key);
  }
  claim.slot->fail(std::current_exception());
}

SlotCounts &slot_counts() {
  return slots().counts;
}

void clear_slots() {
  Slots &all = slots();
  const std::lock_guard lock(all.mutex);
  for (auto &[key, slot] : all.by_key)
    all.cleared.push_back(slot);
  std::erase_if(all.by_key, [](const auto &entry) { return entry.second->finished(); });
}

} // namespace weft::runtime

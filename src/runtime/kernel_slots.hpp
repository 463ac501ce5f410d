// Where the executables of kernels lie in memory, or are on their way there: launches find or fill these slots, and
// what is made ahead fills them before.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "codegen/finalizer.hpp"
#include "runtime/compilation.hpp"
#include "runtime/device.hpp"
#include "runtime/executable.hpp"
#include "support/hash.hpp"

namespace weft::runtime {

/// A kernel, or one of its specialisations, on a device.
struct SlotKey {
  const Device *device = nullptr;
  Hash kernel;
  bool operator==(const SlotKey &) const = default;
};

struct SlotKeyHash {
  std::size_t operator()(const SlotKey &key) const noexcept {
    return std::hash<Hash>()(key.kernel) ^ std::uintptr_t(key.device);
  }
};

/// A slot, with what its executable is made from.
struct Claim {
  SlotKey key;
  std::shared_ptr<Compilation> slot;
  std::shared_ptr<Device> device;
  Kernel kernel;
  codegen::Specialization specialization;
};

/// Sub-devices run their root's executables.
Device &root_of(Device &);

Hash hash_of(const Kernel &);

/// The slot of a specialisation, and whether it is this thread's to fill.
std::pair<Claim, bool> claim_slot(Device &, const Kernel &, const codegen::Specialization &);
/// By the hash of the specialisation, for what is only looked for on disk.
std::pair<Claim, bool> claim_slot(Device &, const Kernel &, const Hash &specialization);

/// The slot if its executable is there, else null.
std::shared_ptr<Compilation> finished_slot(Device &, const Kernel &, const Hash &specialization);
/// The slot if there is one, whether its executable is there or under way.
std::shared_ptr<Compilation> begun_slot(Device &, const Kernel &, const Hash &specialization);

/// From what programs carry, else from disk; false where neither has any. Failures are the slot's.
bool fill_with_finished(const Claim &) noexcept;
void fill_from_compiler(const Claim &) noexcept;
/// Fails the slot as what is being handled did, if anything is. Not remembered: the next caller tries again.
void give_up(const Claim &) noexcept;

struct SlotCounts {
  std::atomic<std::size_t> memory_hits{0}, disk_hits{0}, finished_hits{0}, compiled{0};
};
SlotCounts &slot_counts();

/// Forgets all slots whose executables are there; threads may still point at these.
void clear_slots();

} // namespace weft::runtime

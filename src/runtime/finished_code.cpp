// A table of the code that loaded programs carry, by kernel and specialisation.
#include "runtime/finished_code.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "codegen/build_identity.hpp"
#include "codegen/finished_code.hpp"
#include "runtime/kernel_slots.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

using codegen::FinishedCode;
using codegen::FinishedKernel;
using Targets = std::vector<std::string>;

struct Entry {
  const void *container;
  FinishedKernel code;
};

bool is_for(const Entry &entry, const std::string &target) {
  return std::ranges::find(entry.code.targets, target) != entry.code.targets.end();
}

class Table {
public:
  void add(std::span<const std::byte> container) {
    const std::lock_guard lock(mutex_);
    unread_.push_back(container);
    any_ = true;
  }

  void remove(const void *container) {
    const std::lock_guard lock(mutex_);
    std::erase_if(unread_, [=](const auto &bytes) { return bytes.data() == container; });
    for (auto *map : {&by_kernel_, &by_specialization_})
      for (auto &[hash, entries] : *map)
        std::erase_if(entries, [=](const Entry &entry) { return entry.container == container; });
  }

  bool any() const noexcept { return any_; }

  void set_targets(std::string_view backend, TargetsOf of) {
    const std::lock_guard lock(mutex_);
    targets_[backend] = of;
  }

  Targets targets_of(const Device &device) {
    TargetsOf of = nullptr;
    {
      const std::lock_guard lock(mutex_);
      const auto found = targets_.find(device.backend().name);
      of = found == targets_.end() ? nullptr : found->second;
    }
    return of == nullptr ? Targets() : of(device);
  }

  std::vector<codegen::Specialization> of_kernel(const Targets &targets, const Hash &kernel) {
    const std::lock_guard lock(mutex_);
    read_all();
    std::vector<codegen::Specialization> all;
    std::set<Hash> known;
    for (const std::string &target : targets)
      for (const Entry &entry : by_kernel_[kernel])
        if (is_for(entry, target) && known.insert(entry.code.specialization.hash()).second)
          all.push_back(entry.code.specialization);
    return all;
  }

  std::optional<codegen::Binary> of_specialization(const Targets &targets, const Hash &specialized) {
    const std::lock_guard lock(mutex_); // until it is unpacked: its library may be unloaded
    read_all();
    const auto found = by_specialization_.find(specialized);
    if (found != by_specialization_.end())
      for (const std::string &target : targets)
        for (const Entry &entry : found->second)
          if (is_for(entry, target))
            return codegen::unpack_binary(entry.code.packed, entry.code.size);
    return std::nullopt;
  }

private:
  void read_all() {
    for (const auto container : std::exchange(unread_, {})) {
      try {
        read(container);
      } catch (const Error &error) {
        explain("cache", "code finished ahead of time is left out: {}", error.what());
      }
    }
  }

  void read(std::span<const std::byte> container) {
    FinishedCode code = FinishedCode::parse(container);
    if (code.build != codegen::build_identity())
      throw Error(Errc::build, "another build of Weft made it; compile the program again");
    for (FinishedKernel &kernel : code.kernels) {
      const Hash hash = combine(code.module, hash_text(kernel.name));
      by_kernel_[hash].push_back({container.data(), kernel});
      by_specialization_[combine(hash, kernel.specialization.hash())].push_back({container.data(), std::move(kernel)});
    }
  }

  std::atomic<bool> any_{false};
  std::map<std::string_view, TargetsOf> targets_; ///< by backend
  Mutex mutex_;
  std::vector<std::span<const std::byte>> unread_;
  std::unordered_map<Hash, std::vector<Entry>> by_kernel_, by_specialization_;
};

/// Never destroyed: objects remove theirs from destructors that may run after ours.
Table &table() {
  static constinit Lazy<Table> instance;
  return instance.get();
}

} // namespace

void add_finished(std::span<const std::byte> container) {
  table().add(container);
}

void register_finished_targets(const Backend &backend, TargetsOf of) {
  table().set_targets(backend.name, of);
}

void remove_finished(const void *container) {
  table().remove(container);
}

bool has_finished() noexcept {
  return table().any();
}

std::vector<codegen::Specialization> finished_for(const Device &device, const Hash &kernel) {
  return has_finished() ? table().of_kernel(table().targets_of(device), kernel)
                        : std::vector<codegen::Specialization>();
}

std::optional<codegen::Binary> find_finished(const Device &device, const Hash &specialized) {
  return has_finished() ? table().of_specialization(table().targets_of(device), specialized) : std::nullopt;
}

std::size_t finished_hits() noexcept {
  return slot_counts().finished_hits;
}

} // namespace weft::runtime

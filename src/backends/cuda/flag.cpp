// Pools the words of flags.
#include "backends/cuda/flag.hpp"

#include <atomic>
#include <mutex>
#include <vector>

#include "backends/cuda/device.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

namespace {

constexpr std::size_t words_per_block = 1024;

struct Pool {
  Mutex mutex;
  std::vector<std::uint32_t *> free;
};

Pool &pool() {
  static constinit Lazy<Pool> instance;
  return instance.get();
}

} // namespace

std::shared_ptr<Flag> Flag::make(CudaDevice &device) {
  Pool &words = pool();
  const std::lock_guard lock(words.mutex);
  if (words.free.empty()) {
    // Portable memory, mapped at the same address for every GPU; kept for the life of the process.
    auto *block = static_cast<std::uint32_t *>(
        device.allocate(words_per_block * sizeof(std::uint32_t), 0, runtime::AllocationKind::host));
    for (std::size_t i = 0; i < words_per_block; ++i)
      words.free.push_back(block + i);
  }
  std::uint32_t *word = words.free.back();
  words.free.pop_back();
  std::atomic_ref(*word).store(0, std::memory_order_release);
  return std::make_shared<Flag>(word);
}

Flag::~Flag() {
  const std::lock_guard lock(pool().mutex);
  pool().free.push_back(word_);
}

void Flag::open() noexcept {
  std::atomic_ref(*word_).store(1, std::memory_order_release);
}

} // namespace weft::cuda

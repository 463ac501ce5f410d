// A word in mapped host memory that a stream waits for and the host raises.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/streams/driver.hpp"

namespace weft::cuda {

class CudaDevice;

/// Whoever raises it and the task behind the wait both hold it, so that its word is used again only after both are
/// done.
class Flag final : public runtime::Gate {
public:
  static std::shared_ptr<Flag> make(CudaDevice &); ///< From a pool: mapped memory is dear.
  explicit Flag(std::uint32_t *word) : word_(word) {}
  ~Flag() override;
  Flag(const Flag &) = delete;
  Flag &operator=(const Flag &) = delete;

  const std::uint32_t *word() const noexcept { return word_; }
  void open() noexcept override;

private:
  std::uint32_t *word_;
};

} // namespace weft::cuda

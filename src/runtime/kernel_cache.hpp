// Kernels compiled once: in memory per device, on disk per user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <span>

#include "codegen/finalizer.hpp"
#include "runtime/device.hpp"
#include "runtime/executable.hpp"
#include "runtime/ndrange.hpp"

namespace weft::runtime {

struct Launch;

struct CacheStats {
  std::size_t memory_hits = 0, disk_hits = 0, compiled = 0, disk_errors = 0;
};

/// The specialisation a launch asks for: local size, ids below 2^31, offset, and the kernel's bakeable integers whose
/// values lie in 0..64.
codegen::Specialization specialize(const codegen::KernelInfo &, const NdRange &, std::span<const std::byte> args);

/// The rules one by one: each decides a part of specialize(), without allocating.
bool ids_fit_i32(const NdRange &) noexcept;
bool has_offset(const NdRange &) noexcept;
std::optional<std::int64_t> baked_value(const codegen::IntField &,
                                        std::span<const std::byte> args); ///< If it lies in 0..64.

/// The executable of a kernel on a device: from memory, else from disk (keyed by the hash of module, kernel,
/// specialisation, Device::target() and the build of Weft), else compiled now. Concurrent callers compile a kernel
/// once. Thread-safe.
std::shared_ptr<Executable> find_executable(Device &, const Kernel &, const codegen::Specialization &);

/// The executable for a launch: the specialisation it asks for, found without allocating where this thread launched it
/// lately.
std::shared_ptr<Executable> find_executable(Device &, const Launch &);

/// Finds the executable for a launch on another thread: for a kernel that follows one which has to be compiled first.
/// Errors are left to the launch itself. Waits in its destructor, so that no thread compiles while a process ends.
class FindAhead {
public:
  FindAhead() = default;
  FindAhead(const std::shared_ptr<Device> &, const Launch &);
  FindAhead(FindAhead &&) = default;
  ~FindAhead();

private:
  std::future<void> found_;
};

/// What names on disk have in common that were written for a device: its target and the build of Weft.
Hash disk_key(const Device &);

/// What names the binary on disk.
Hash disk_key(const Device &, const Kernel &, const codegen::Specialization &);

CacheStats cache_stats();
void clear_memory_cache(); ///< For tests and measurements of the disk cache.

} // namespace weft::runtime

// Kernels compiled once: in memory per device, on disk per user.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
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
/// A launch has more work-groups along a dimension than a grid, `most`. Blocks of a range grow along its dimensions:
/// they need that only far beyond it.
bool folds_groups(const NdRange &, const std::array<std::size_t, 3> &most) noexcept;
/// Specialization::extents of a launch: nothing where the first dimension, or a group along it, is long enough.
std::array<std::uint32_t, 3> told_extents(const NdRange &) noexcept;
/// Specialization::few_items of a launch.
bool few_items(const codegen::KernelInfo &, const NdRange &) noexcept;
/// Sub-groups of `size` are whole in every group; false of kernels that ask for none.
bool whole_sub_groups(const codegen::KernelInfo &, const NdRange &, std::size_t size) noexcept;
/// Specialization::items_per_unit of a launch on so many compute units. Work-groups must not be empty.
std::uint32_t items_per_unit(const NdRange &, std::size_t units) noexcept;
/// The 8-byte words of the arguments, as bits, that are pointers into live allocations which no other of them points
/// into; of those among the first 64 that `words` has.
std::uint64_t distinct_pointers(std::span<const std::byte> args, std::uint64_t words = codegen::KernelInfo::any_word);
/// What is known of a kernel's 8-byte bakeable fields beside their values, by their indices; nothing of more than 32.
struct WideIntegers {
  static constexpr std::size_t most_fields = 32;
  static constexpr std::uint8_t none = 0xff;
  std::array<std::uint8_t, most_fields> repeats; ///< the first field with the same value, or `none`
  std::uint32_t narrow = 0;                      ///< bits: from 0 below 2^31

  WideIntegers() { repeats.fill(none); }
  bool operator==(const WideIntegers &) const = default;
};
WideIntegers wide_integers(const codegen::KernelInfo &, std::span<const std::byte> args);

std::optional<std::int64_t> baked_value(const codegen::IntField &,
                                        std::span<const std::byte> args); ///< If it lies in 0..64.

/// The executable of a kernel on a device: from memory, else from disk (keyed by the hash of module, kernel,
/// specialisation, Device::target() and the build of Weft), else compiled now. Concurrent callers compile a kernel
/// once. Thread-safe.
std::shared_ptr<Executable> find_executable(Device &, const Kernel &, const codegen::Specialization &);

/// The executable for a launch: the specialisation it asks for, found without allocating where this thread launched it
/// lately; or one made ahead that serves until that is there (make_ahead.hpp).
std::shared_ptr<Executable> find_executable(Device &, const Launch &);

/// The executable for a launch if it is in memory, else null: neither reads the disk nor compiles.
std::shared_ptr<Executable> find_ready(Device &, const Launch &);

/// Another number when what is in memory was given up: executables found before are no longer what would be found.
std::uint64_t cache_generation() noexcept;

/// A kernel and what is fixed when it is compiled.
struct Wanted {
  std::shared_ptr<Device> device;
  Kernel kernel;
  codegen::Specialization specialization;
};

/// What a launch needs. Throws what the kernel requires and the device lacks.
Wanted wanted(const std::shared_ptr<Device> &, const Launch &);

/// Finds all of them on disk or compiles them, side by side on as many threads as there are processors. With a deadline
/// this thread compiles nothing and false is returned where they take longer: they go on, and a later call finds what
/// they made. Throws the first failure of those that this call began, with a deadline of any.
bool prepare(std::span<const Wanted>, std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt);

/// What names on disk have in common that were written for a device: its target and the build of Weft.
Hash disk_key(const Device &);

/// What names the binary on disk.
Hash disk_key(const Device &, const Kernel &, const codegen::Specialization &);

CacheStats cache_stats();

/// For tests and measurements of the disk cache: waits for what is being compiled and leaves what a new process has.
void clear_memory_cache();

} // namespace weft::runtime

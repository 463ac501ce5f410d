// A device: what it is, what it can do, and the few things a backend must do for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/aspects.hpp"
#include "codegen/finalizer.hpp"
#include "runtime/event.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

class Context;
class Device;
class DeviceLibraries;
class Executable;
class Platform;
class Queue;
struct Launch;
struct PointerInfo;
struct QueueProperties;

enum class DeviceType { cpu, gpu, accelerator, custom };

/// What programs are told that runs a device: names that existing programs ask for.
enum class ToldBackend { opencl, cuda, null };

/// What runs a device: a folder of src/backends.
struct Backend {
  std::string_view name; ///< here; programs never see it
  ToldBackend told;
  bool last_resort = false; ///< its devices are chosen only where no other backend has any
};

using codegen::Aspect;

enum class AllocationKind : std::uint8_t { unknown, device, host, shared };
enum class AffinityDomain { not_applicable, numa, L4_cache, L3_cache, L2_cache, L1_cache, next_partitionable };
enum class PartitionKind { none, equally, by_counts, by_affinity_domain };
enum class CacheType { none, read_only, read_write };

/// What a device on a bus tells of its place there and of its memory.
struct BusInfo {
  std::string address;                ///< domain:bus:device.function
  std::uint32_t memory_clock = 0;     ///< MHz
  std::uint32_t memory_width = 0;     ///< bits
  std::uint64_t memory_bandwidth = 0; ///< bytes a second
};

/// Every descriptor of SYCL 2020, 4.6.4.2, that SYCL headers and dpctl report. Sizes in bytes.
struct DeviceInfo {
  std::string name, vendor, version, driver_version;
  DeviceType type = DeviceType::cpu;
  std::uint32_t vendor_id = 0;
  std::uint32_t max_compute_units = 1;
  std::array<std::size_t, 3> max_work_item_sizes{1, 1, 1}; ///< [0] varies fastest
  std::size_t max_work_group_size = 1;
  std::uint32_t max_num_sub_groups = 1;
  std::vector<std::size_t> sub_group_sizes;         ///< The last is what kernels get that ask for none.
  std::vector<std::size_t> smaller_sub_group_sizes; ///< Kernels may require these, too.
  std::size_t least_sub_group = 1;                  ///< Of what kernels may get that ask for none.
  bool sub_group_independent_forward_progress = false;
  /// char, short, int, long, float, double, half
  std::array<std::uint32_t, 7> preferred_vector_width{}, native_vector_width{};
  std::uint32_t max_clock_frequency = 0; ///< MHz
  std::uint64_t max_mem_alloc_size = 0, global_mem_size = 0, free_memory = 0;
  CacheType global_mem_cache_type = CacheType::read_write;
  std::uint32_t global_mem_cache_line_size = 64;
  std::uint64_t global_mem_cache_size = 0;
  std::uint64_t local_mem_size = 0;
  bool error_correction_support = false;
  std::size_t profiling_timer_resolution = 1; ///< ns
  std::uint32_t partition_max_sub_devices = 0;
  std::vector<AffinityDomain> partition_affinity_domains;
  PartitionKind partition = PartitionKind::none; ///< How this sub-device was made.
  AffinityDomain partition_domain = AffinityDomain::not_applicable;
  std::size_t max_parameter_size = 4096;
  std::size_t printf_buffer_size = 1 << 20;
  std::uint32_t mem_base_addr_align = 512; ///< bits
  bool fp_denormals = false;               ///< tasks keep denormals (WEFT_DENORMALS=keep)
  std::array<std::uint8_t, 16> uuid{};
  std::optional<std::uint32_t> device_id; ///< its number on the bus; of a CPU, the signature (CPUID)
  std::optional<BusInfo> bus;
  std::vector<Aspect> aspects;

  bool has(Aspect) const noexcept;
  bool takes_sub_groups(std::size_t size) const noexcept; ///< Whether a kernel may require them.
};

/// Which launches get code of their own on a device, and how long that takes to compile.
struct CodeTraits {
  /// Work-groups of another size are other code. Elsewhere code for any size will do.
  bool by_group_size = true;
  /// Lanes go along a dimension: code profits from knowing along which ones there are few work-items, and where there
  /// are few of them in all.
  bool by_extents = false;
  /// How many registers a work-item may have depends on how many of them run at once.
  bool by_items_per_unit = false;
  /// Code profits from knowing which pointers alone point to their allocations.
  bool by_distinct_pointers = false;
  /// Arithmetic in 64 bits takes several instructions: code profits from knowing which integers are small or equal. Ids
  /// beyond 32 bits are other code here and where group sizes are.
  bool by_wide_integers = false;
  /// Work-groups that a grid has along a dimension at most; launches of more are other code.
  std::array<std::size_t, 3> most_groups{SIZE_MAX, SIZE_MAX, SIZE_MAX};
  /// An integer argument that takes more values than that is likely to count something and is baked in no more.
  std::size_t most_baked_values = 2;
  /// Compiling takes so long that the kernels of a program are compiled before they are launched.
  bool compiles_ahead = false;
};

/// One device or sub-device. Immutable after discovery; thread-safe; compared by address.
class Device : public std::enable_shared_from_this<Device> {
public:
  virtual ~Device() = default;

  const DeviceInfo &info() const noexcept { return info_; }
  const CodeTraits &code_traits() const noexcept { return code_traits_; }
  bool has(Aspect a) const noexcept { return info_.has(a); }
  virtual const Backend &backend() const noexcept = 0;
  virtual std::shared_ptr<Platform> platform() const = 0;
  virtual std::shared_ptr<Device> parent() const { return nullptr; }

  // Sub-devices; each throws Error(feature_not_supported) or Error(invalid) naming the request (SYCL 2020, 4.6.4.3).
  virtual std::vector<std::shared_ptr<Device>> partition_equally(std::size_t units_each);
  virtual std::vector<std::shared_ptr<Device>> partition_by_counts(std::span<const std::size_t> units);
  virtual std::vector<std::shared_ptr<Device>> partition_by_affinity(AffinityDomain);

  virtual bool can_access_peer(const Device &) const { return false; }
  /// Whether atomics on memory of the peer are atomic for both.
  virtual bool has_peer_atomics(const Device &peer) const { return can_access_peer(peer); }
  virtual void enable_peer_access(const Device &) {}
  virtual void disable_peer_access(const Device &) {}

  /// Whether a group may wait for any other of its launch, where there are not too many.
  virtual bool runs_groups_together() const noexcept { return true; }
  /// How many groups of such a launch make progress at the same time; may compile its kernel.
  virtual std::size_t groups_together(const Launch &) { return runs_groups_together() ? info_.max_compute_units : 1; }
  /// Of each work-item. Throws Error(feature_not_supported) where that has no meaning.
  virtual std::uint32_t registers(const Launch &);
  /// Submits a launch whose groups wait for each other behind the last one of the device: side by side each would take
  /// what the other needs.
  Event submit_in_turn(Events, const std::function<Event(Events)> &submit);

  virtual std::shared_ptr<Queue> make_queue(std::shared_ptr<Context>, const QueueProperties &) = 0;

  // Raw memory below the pool; throw Error(memory_allocation) naming size and kind.
  virtual void *allocate(std::size_t bytes, std::size_t alignment, AllocationKind) = 0;
  /// What allocate() can be asked for.
  virtual std::size_t max_alignment() const noexcept { return std::size_t(1) << 30; }
  virtual void deallocate(void *pointer, std::size_t bytes, AllocationKind) noexcept = 0;

  /// What other libraries call it: CUDA's number of the device for programs that use CUDA directly; -1 where there is
  /// none.
  virtual int native_number() const noexcept { return -1; }
  /// The driver's context that everything here happens in, as its own number; 0 where there is none.
  virtual std::uintptr_t native_context() const { return 0; }
  /// Is this stream, which another library made with this device's driver, one of this device?
  virtual bool owns_stream(std::uintptr_t) const { return false; }
  /// An event that another library recorded with this device's driver. Throws Error(feature_not_supported) where there
  /// is none. It stays the caller's and must live as long as the result.
  virtual Event adopt_event(std::uintptr_t native);
  /// Memory that other libraries got from the driver of this device's platform, by any address inside; of unknown kind
  /// if it is none.
  virtual PointerInfo find_foreign(const void *address) const;

  /// Can programs register_host_memory() here?
  virtual bool registers_host_memory() const { return false; }
  /// Whole pages of the program's, which all devices of the platform reach by their addresses from now on. Throws
  /// Error(runtime) if the driver refuses them.
  virtual void register_host_memory(void *, std::size_t, bool) {}
  virtual void unregister_host_memory(void *) {}

  virtual std::uint64_t free_memory() const {
    return info_.free_memory;
  } ///< Now; what was free at discovery if unknown.
  /// True if host code reaches such memory by its pointer. If not, only the order of a queue matters when a block is
  /// reused.
  virtual bool host_accessible(AllocationKind) const { return true; }
  /// True if kernels reach all memory of the host by its pointers, as fast as their own.
  virtual bool shares_host_memory() const { return false; }

  /// What the vendor's libraries compute here; null for a device that has none.
  virtual DeviceLibraries *libraries() { return nullptr; }

  virtual const codegen::Finalizer &finalizer() const = 0;
  virtual std::shared_ptr<Executable> load(const codegen::Binary &) = 0;
  virtual std::string target() const = 0; ///< As Finalizer::target(), without loading the code generator.

protected:
  DeviceInfo info_;
  CodeTraits code_traits_;

private:
  RecursiveMutex turns_mutex_; ///< its holder submits
  Event last_turn_;
};

} // namespace weft::runtime

// Turns a kernel of a module into a binary for one target.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// What is fixed when a kernel is compiled. Two launches with equal specialisations share a binary.
struct Specialization {
  struct Baked {
    IntField field;
    std::int64_t value = 0;
    auto operator<=>(const Baked &) const = default;
  };

  /// A specialization constant that was set, by ConstantInfo::name.
  struct Constant {
    std::string name;
    Bytes value;
    bool operator==(const Constant &) const = default;
  };

  std::array<std::uint32_t, 3> local{}; ///< work-group size, [0] varies fastest; 0 for range kernels
  bool ids_fit_i32 = true;              ///< every global id and linear id is below 2^31
  bool has_offset = false;              ///< the launch has a non-zero global offset
  bool contract = true;                 ///< a*b+c may round once where the module allows it
  std::vector<Baked> baked;             ///< sorted by offset
  std::vector<Constant> constants;      ///< sorted by name
  /// Where the arguments hold pointers to allocations that none of the others points to; ascending. GPUs alone are
  /// told.
  std::vector<std::uint32_t> distinct;

  Hash hash() const;
};

/// Code for one target, with what the backend needs to launch it. `image` is an ELF object (cpu), a cubin or PTX
/// (cuda).
struct Binary {
  Bytes image;
  std::string entry;
  std::array<std::uint32_t, 3> unit{
      1, 1, 1};                    ///< CPU: work-items (nd-range: groups) that one unit of work covers, per dimension
  std::uint32_t context_fixed = 0; ///< CPU: scratch bytes per running group (codegen/cpu/abi.hpp)
  std::uint32_t context_per_item = 0; ///< CPU: further scratch bytes per work-item of the group
  std::uint32_t static_local = 0;
  std::uint32_t local_copies = 1; ///< CPU: groups that run at the same time, each with its local memory
  std::uint32_t sub_group_size = 1;
  std::uint32_t registers = 0;      ///< GPU: per work-item, where known
  std::uint32_t vector_width = 1;   ///< work-items per SIMD step; 1 says the scalar fallback ran
  std::uint32_t max_group_size = 0; ///< 0: the device's own limit

  Bytes serialize() const;
  static Binary
  parse(std::span<const std::byte> bytes); ///< Throws Error(build) for anything else than serialize() wrote.
};

/// One subclass per target. Thread-safe; compiling runs in the calling thread.
class Finalizer {
public:
  virtual ~Finalizer() = default;

  /// Names everything the code depends on besides module and specialisation: target, its features, options.
  virtual std::string target() const = 0;

  /// Throws Error(build) naming the kernel and the cause for what the target cannot do.
  virtual Binary finalize(const KernelModule &module, std::string_view kernel, const Specialization &) const = 0;
};

} // namespace weft::codegen

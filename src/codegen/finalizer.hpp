// Turns a kernel of a module into a binary for one target.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// What is fixed when a kernel is compiled. Two launches with equal specialisations share a binary.
struct Specialization {
  /// Work-items in a group of a range kernel on a GPU, at most where items_per_unit is given.
  static constexpr std::uint32_t range_group = 256;

  struct Baked {
    IntField field;
    std::int64_t value = 0;
    auto operator<=>(const Baked &) const = default;
  };

  /// An 8-byte field that holds what an earlier one holds, too.
  struct Repeated {
    std::uint32_t offset = 0, earlier = 0;
    auto operator<=>(const Repeated &) const = default;
  };

  /// A specialization constant that was set, by ConstantInfo::name.
  struct Constant {
    std::string name;
    Bytes value;
    bool operator==(const Constant &) const = default;
  };

  std::array<std::uint32_t, 3> local{}; ///< work-group size, [0] varies fastest; 0 for range kernels and any size
  /// Work-items along a dimension, or the next power of two, where these are so few that lanes go elsewhere: up to
  /// most_told. 0 says nothing. CPUs alone are told.
  std::array<std::uint32_t, 3> extents{};
  bool ids_fit_i32 = true;           ///< every global id and linear id is below 2^31
  bool has_offset = false;           ///< the launch has a non-zero global offset
  bool folded_groups = false;        ///< a GPU's grid lays all work-groups out along its first dimension
  bool contract = true;              ///< a*b+c may round once where the module allows it
  bool whole_sub_groups = false;     ///< of the GPU's size, every one of the launch's; for kernels that use them
  bool few_items = false;            ///< too few to fill lanes, of a kernel that loops; CPUs alone are told
  std::vector<Baked> baked;          ///< sorted by offset
  std::vector<Constant> constants;   ///< sorted by name
  std::vector<Repeated> repeated;    ///< sorted by offset; GPUs alone are told of these, and of the next
  std::vector<std::uint32_t> narrow; ///< offsets of 8-byte fields from 0 below 2^31; ascending
  /// Where the arguments hold pointers to allocations that none of the others points to; ascending. GPUs alone are
  /// told.
  std::vector<std::uint32_t> distinct;
  /// Work-items that a compute unit of a GPU gets of the launch, where these are so few that each may have many
  /// registers: the least power of two that is enough, from fewest_items to most_items; 0 for more.
  std::uint32_t items_per_unit = 0;

  static constexpr std::uint32_t fewest_items = 256, most_items = 1024, most_told = 8;

  Hash hash() const;
};

/// Code for one target.
struct Binary {
  Bytes image; ///< an ELF object, PTX, a cubin: what the target's backend loads
  std::string entry;
  std::uint32_t sub_group_size = 1;
  std::uint32_t vector_width = 1; ///< work-items per SIMD step; 1 says the scalar fallback ran
  Bytes launched_by;              ///< what else its backend needs for launches: the target's own struct, if it has one

  template <class T> void set_launched_by(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    launched_by.assign(bytes.begin(), bytes.end());
  }
  /// Throws Error(build) where another target made the binary.
  template <class T> T get_launched_by() const {
    T value;
    if (launched_by.size() != sizeof(T))
      throw_other_target();
    std::memcpy(&value, launched_by.data(), sizeof(T));
    return value;
  }

  Bytes serialize() const;
  static Binary
  parse(std::span<const std::byte> bytes); ///< Throws Error(build) for anything else than serialize() wrote.

private:
  [[noreturn]] void throw_other_target() const;
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

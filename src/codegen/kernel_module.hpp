// The waist: what every front door makes and every finalizer takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/aspects.hpp"
#include "support/hash.hpp"
#include "support/lock.hpp"

namespace weft::codegen {

using Bytes = std::vector<std::byte>;

/// How a kernel is launched: over a range, whose work-group shape is the device's to choose, or over an nd-range.
enum class LaunchForm : std::uint8_t { range, nd_range };

/// A captured integer that a finalizer may bake in: bytes [offset, offset + width) of the argument block.
struct IntField {
  std::uint32_t offset = 0;
  std::uint32_t width = 0; ///< 4 or 8

  auto operator<=>(const IntField &) const = default;
};

/// A specialization constant that a kernel reads: the type name of sycl::detail::specialization_constant<Id>, bytes.
struct ConstantInfo {
  std::string name;
  std::uint32_t size = 0;
};

/// One kernel of a module, as far as a launch has to know it without reading bitcode.
///
/// A kernel is `void name(ptr byval([args_size x i8]) align(args_align))`: one block of bytes holds all arguments.
struct KernelInfo {
  std::string name;   ///< symbol in the bitcode
  std::string pretty; ///< what messages and traces call it
  LaunchForm form = LaunchForm::range;
  std::uint8_t dims = 1;
  std::uint32_t args_size = 0;
  std::uint32_t args_align = 8;
  std::uint32_t static_local = 0;     ///< bytes of local memory beyond what the launch asks for
  bool takes_scratch = false;         ///< asks for a launch's work_group_scratch_size, unless by an import
  bool uses_sub_groups = false;       ///< or has its groups compute together, unless by an import
  bool loops_alone = false;           ///< has loops, and no work-item meets or hears of others
  std::uint32_t sub_group_size = 0;   ///< required, 0: the device chooses
  std::uint32_t local[3] = {0, 0, 0}; ///< required work-group size, 0: any
  std::vector<Aspect> aspects;        ///< required of the device, sorted
  std::vector<IntField> bakeable;     ///< integers whose value at launch may be baked in (small ones pay)
  static constexpr std::uint64_t any_word = ~std::uint64_t(0);
  std::uint64_t pointer_words = any_word; ///< of the first 64 of the arguments, as bits: those that may be pointers
  bool baked_together = false; ///< those are a shape, of which several are worth a binary each; not written down
  std::vector<ConstantInfo> constants;
  std::vector<std::string> imports; ///< SYCL_EXTERNAL functions that it calls and its module does not define
  std::uint32_t piece = 0;          ///< of the module's bitcode
};

/// Where words of the arguments lie that a mask names, in bytes, ascending.
std::vector<std::uint32_t> offsets_of(std::uint64_t words);

/// The SYCL_EXTERNAL functions that a module defines, for kernels of other modules.
struct Exports {
  std::vector<std::string> functions;
  std::vector<std::string> imports;    ///< what they call in turn and the module does not define
  std::vector<ConstantInfo> constants; ///< specialization constants that they read
};

/// Bitcode (scalar SPMD functions that reach the device through `__weft_*` only, libdevice/builtins.def), its hash, and
/// its kernels. Immutable and shared; thread-safe. Bitcode may be made on first need: the hash then names the recipe.
///
/// The bitcode of many kernels lies in pieces, so that a launch reads little more than its kernel needs.
class KernelModule {
public:
  using MakeBitcode = std::function<Bytes()>;

  KernelModule(Bytes bitcode, std::vector<KernelInfo> kernels);
  KernelModule(Hash hash, MakeBitcode make, std::vector<KernelInfo> kernels);
  /// Kernels name their piece; exported functions are in the last.
  KernelModule(Hash hash, std::vector<MakeBitcode> pieces, std::vector<KernelInfo> kernels, Exports exports);

  const Hash &hash() const noexcept { return hash_; }
  const std::vector<KernelInfo> &kernels() const noexcept { return kernels_; }
  const Exports &exports() const noexcept { return exports_; }

  /// Throws Error(kernel) naming the module's kernels if `name` is not one of them.
  const KernelInfo &kernel(std::string_view name) const;

  /// Bitcode with all that the kernel needs; made now if it was not yet.
  const Bytes &bitcode(const KernelInfo &kernel) const { return piece(kernel.piece); }
  const Bytes &exports_bitcode() const { return piece(pieces_.size() - 1); }

  /// The written container: "WEFTKMOD", version, kernels, zstd-compressed bitcode, checksum (grammar in
  /// docs/container.md).
  Bytes serialize() const;

  /// Throws Error(build) for bytes that are no container, are truncated, altered, or of another version.
  static std::shared_ptr<const KernelModule> parse(std::span<const std::byte> container);

private:
  struct Piece {
    explicit Piece(MakeBitcode m) : make(std::move(m)) {}
    MakeBitcode make;
    mutable Once made;
    mutable Bytes bitcode;
  };
  const Bytes &piece(std::size_t index) const;

  Hash hash_;
  std::vector<KernelInfo> kernels_;
  Exports exports_;
  std::deque<Piece> pieces_;
};

} // namespace weft::codegen

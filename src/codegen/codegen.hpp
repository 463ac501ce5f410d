// The seam between libweft, which never sees LLVM, and libweft-codegen, which is loaded when something must be
// compiled.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/builder.hpp"
#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"
#include "codegen/library.hpp"
#include "codegen/opencl/program.hpp"

namespace weft::codegen {

/// A hole of a kernel and the function that fills it: of libdevice, of the same type.
struct Binding {
  std::string hole, function;
};

class LanguageBuilder;

/// What a finalizer compiles for. "cpu" is this machine's unless it names a level (finished_targets.hpp); for "nvptx"
/// the architecture is as in 90 for sm_90, the version PTX's as in 88 for 8.8.
struct Target {
  std::string_view name;
  unsigned architecture = 0;
  unsigned version = 0;
  std::string_view level = {};
  bool gathers = true;         ///< hardware gathers are fast on the level's processors that are meant
  unsigned sub_group_size = 0; ///< of "spirv" where kernels use sub-groups; 0: the device chooses
};

/// What somebody may want to see of a compilation for this machine's CPU.
enum class Listing : std::uint8_t {
  written,   ///< IR as the front door wrote it
  optimised, ///< IR that machine code is made of
  assembly
};

/// What the LLVM side offers. One instance per process; thread-safe.
class Codegen {
public:
  virtual ~Codegen() = default;

  /// A builder for one kernel with this layout of arguments.
  virtual std::unique_ptr<Builder> builder(const KernelInfo &) const = 0;
  virtual std::unique_ptr<LanguageBuilder> language_builder(const KernelInfo &) const = 0;

  /// Reads kernels and their bakeable fields from bitcode of a device pass and wraps both up. Throws Error(build).
  virtual std::shared_ptr<const KernelModule> module_from_bitcode(Bytes bitcode) const = 0;

  /// Reads a program in the bitcode of an OpenCL C compiler or the SPIR-V translator. Throws Error(build).
  virtual std::shared_ptr<const opencl::Program> opencl_program(Bytes bitcode) const = 0;

  /// Bitcode of one kernel whose holes, functions that it calls and its module does not define, are the functions that
  /// the bindings name. Throws Error(build) for a hole that the kernel does not have.
  virtual Bytes bind(std::span<const std::byte> bitcode, std::string_view kernel,
                     std::span<const Binding> bindings) const = 0;

  /// Bitcode of a kernel with the SYCL_EXTERNAL functions that it imports, directly or not, from the libraries. Throws
  /// Error(build).
  virtual Bytes link(std::span<const std::byte> bitcode, std::string_view kernel,
                     std::span<const Library> libraries) const = 0;

  /// The module, and what a compiler says of device code before any device sees it. Throws Error(build): a line for
  /// each kernel that no device can run, with the user's file and line where the bitcode has debug information. The
  /// module is without such unless the lines are to be kept.
  virtual std::shared_ptr<const KernelModule> checked_module(Bytes bitcode, bool keep_lines) const = 0;

  /// A host object file that holds the module's container and, when loaded, calls __weft_register_image(id, container,
  /// size);
  /// __weft_unregister_image(container) when unloaded. Finished code (FinishedCode::serialize()), if there is any, is
  /// told of first by __weft_register_finished(code, size) and taken back by __weft_unregister_finished(code).
  virtual Bytes embed(const KernelModule &module, std::string_view id,
                      std::span<const std::byte> finished = {}) const = 0;

  /// Throws Error(invalid) for a name that no target has.
  virtual std::unique_ptr<Finalizer> finalizer(const Target &) const = 0;

  /// The text of one stage of a kernel that the finalizer for this machine's CPU compiles.
  virtual std::string listing(const KernelModule &module, std::string_view kernel, const Specialization &,
                              Listing) const = 0;
};

/// Loads libweft-codegen on first call. Throws Error(runtime) with the loader's message if it is missing.
const Codegen &codegen();

} // namespace weft::codegen

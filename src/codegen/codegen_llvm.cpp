// What libweft-codegen exports: the one Codegen instance.
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "codegen/builder_llvm.hpp"
#include "codegen/check.hpp"
#include "codegen/codegen.hpp"
#include "codegen/cpu/cpu_finalizer.hpp"
#include "codegen/embed.hpp"
#include "codegen/finished_targets.hpp"
#include "codegen/ir/bind.hpp"
#include "codegen/ir/dump.hpp"
#include "codegen/ir/externals.hpp"
#include "codegen/ir/read_module.hpp"
#include "codegen/nvptx/nvptx_finalizer.hpp"
#include "codegen/opencl/read_program.hpp"
#include "codegen/spirv/spirv_finalizer.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen {

namespace {

using MakeFinalizer = std::unique_ptr<Finalizer> (*)(const Target &);

constexpr std::array<std::pair<std::string_view, MakeFinalizer>, 3> finalizers{{
    {"cpu",
     [](const Target &target) -> std::unique_ptr<Finalizer> {
       if (target.level.empty())
         return std::make_unique<cpu::CpuFinalizer>();
       return std::make_unique<cpu::CpuFinalizer>(cpu_level(target.level), target.gathers);
     }},
    {"nvptx",
     [](const Target &target) -> std::unique_ptr<Finalizer> {
       return std::make_unique<nvptx::NvptxFinalizer>(target.architecture, target.version);
     }},
    {"spirv",
     [](const Target &target) -> std::unique_ptr<Finalizer> {
       return std::make_unique<spirv::SpirvFinalizer>(target.sub_group_size);
     }},
}};

class LlvmCodegen final : public Codegen {
public:
  std::unique_ptr<Builder> builder(const KernelInfo &kernel) const override {
    return std::make_unique<LlvmBuilder>(kernel);
  }
  std::unique_ptr<LanguageBuilder> language_builder(const KernelInfo &kernel) const override {
    return std::make_unique<LlvmBuilder>(kernel);
  }
  std::shared_ptr<const KernelModule> module_from_bitcode(Bytes bitcode) const override {
    return ir::read_module(std::move(bitcode));
  }
  std::shared_ptr<const opencl::Program> opencl_program(Bytes bitcode) const override {
    return opencl::read_program(std::move(bitcode));
  }
  Bytes bind(std::span<const std::byte> bitcode, std::string_view kernel,
             std::span<const Binding> bindings) const override {
    return ir::bind(bitcode, kernel, bindings);
  }
  Bytes link(std::span<const std::byte> bitcode, std::string_view kernel,
             std::span<const Library> libraries) const override {
    return ir::link(bitcode, kernel, libraries);
  }
  std::shared_ptr<const KernelModule> checked_module(Bytes bitcode, bool keep_lines) const override {
    return read_and_check(bitcode, keep_lines);
  }
  Bytes embed(const KernelModule &module, std::string_view id, std::span<const std::byte> finished) const override {
    return embed_module(module, id, finished);
  }
  std::unique_ptr<Finalizer> finalizer(const Target &target) const override {
    for (const auto &[name, make] : finalizers)
      if (name == target.name)
        return make(target);
    throw Error(Errc::invalid, "finalizer: there is none for '{}'", target.name);
  }
  std::string listing(const KernelModule &module, std::string_view kernel, const Specialization &specialization,
                      Listing what) const override {
    if (what == Listing::written)
      return ir::disassemble(module.bitcode(module.kernel(kernel)));
    const ir::Capture capture(what == Listing::optimised ? "final" : "s");
    cpu::CpuFinalizer().finalize(module, kernel, specialization);
    return capture.text();
  }
};
} // namespace

} // namespace weft::codegen

extern "C" __attribute__((visibility("default"))) const weft::codegen::Codegen *weft_codegen_instance() {
  static constinit weft::Lazy<weft::codegen::LlvmCodegen> instance;
  return &instance.get();
}

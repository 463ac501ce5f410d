// Target machines for the host, and object code out of modules.
#include "codegen/cpu/target.hpp"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
std::string host_features() {
  std::string text;
  for (const auto &feature : sys::getHostCPUFeatures())
    text += (text.empty() ? "" : ",") + std::string(feature.second ? "+" : "-") + feature.first().str();
  return text;
}

bool has(const std::string &features, const char *name) {
  return ("," + features + ",").find(std::string(",+") + name + ",") != std::string::npos;
}
} // namespace

HostTarget::HostTarget() : HostTarget(sys::getHostCPUName().str(), host_features()) {}

HostTarget::HostTarget(std::string cpu, std::string features) : cpu_(std::move(cpu)), features_(std::move(features)) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  const bool wide = has(features_, "avx512f") && has(features_, "avx512bw") && has(features_, "avx512dq") &&
                    has(features_, "avx512vl");
  vector_bits_ = wide ? 512 : has(features_, "avx2") ? 256 : 128;
}

std::unique_ptr<TargetMachine> HostTarget::make() const {
  const Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  WEFT_CHECK(target != nullptr, "no target for {}: {}", triple.str(), message);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Standard;
  options.UseInitArray = true;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(triple, cpu_, features_, options, Reloc::PIC_,
                                                                    CodeModel::Small, CodeGenOptLevel::Default, true));
}

HostTarget::Lease HostTarget::lend() const {
  std::unique_ptr<TargetMachine> machine;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      machine = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  return Lease(*this, machine ? std::move(machine) : make());
}

HostTarget::Lease::~Lease() {
  const std::lock_guard lock(host_.mutex_);
  host_.idle_.push_back(std::move(machine_));
}

void set_target_attributes(Module &module, const HostTarget &host) {
  const std::string width = std::to_string(host.vector_bits());
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", host.cpu());
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
    function.setDoesNotThrow();
  }
}

namespace {
void emit(Module &module, TargetMachine &machine, SmallVectorImpl<char> &out, CodeGenFileType type) {
  raw_svector_ostream stream(out);
  legacy::PassManager passes;
  const bool failed = machine.addPassesToEmitFile(passes, stream, nullptr, type, true);
  WEFT_CHECK(!failed, "the host target emits no code");
  passes.run(module);
}
} // namespace

Bytes emit_object(Module &module, TargetMachine &machine) {
  SmallString<0> buffer;
  emit(module, machine, buffer, CodeGenFileType::ObjectFile);
  const auto bytes = std::as_bytes(std::span(buffer.data(), buffer.size()));
  return {bytes.begin(), bytes.end()};
}

std::string emit_assembly(Module &module, TargetMachine &machine) {
  SmallString<0> buffer;
  const auto copy = CloneModule(module);
  emit(*copy, machine, buffer, CodeGenFileType::AssemblyFile);
  return buffer.str().str();
}

} // namespace weft::codegen::cpu

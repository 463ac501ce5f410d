// Target machines for the host, and object code out of modules.
#include "codegen/cpu/target.hpp"

#include <llvm/CodeGen/CodeGenTargetMachineImpl.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Those of this processor, or of one that has no wider vectors than WEFT_VECTOR_BITS.
std::string host_features() {
  const long bits = env::number("WEFT_VECTOR_BITS", 512);
  if (bits != 256 && bits != 512)
    throw Error(Errc::invalid, "WEFT_VECTOR_BITS={} is neither 256 nor 512", bits);
  std::string text;
  for (const auto &feature : sys::getHostCPUFeatures()) {
    const bool has = feature.second && (bits == 512 || !feature.first().starts_with("avx512"));
    text += (text.empty() ? "" : ",") + std::string(has ? "+" : "-") + feature.first().str();
  }
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

std::unique_ptr<Machine> HostTarget::make() const {
  const Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  WEFT_CHECK(target != nullptr, "no target for {}: {}", triple.str(), message);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Standard;
  options.UseInitArray = true;
  options.LoopAlignment = 64; // a line of decoded instructions: where a short loop starts is worth 5 % of its time
  return std::make_unique<Machine>(std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu_, features_, options, Reloc::PIC_, CodeModel::Small, CodeGenOptLevel::Default, true)));
}

HostTarget::Lease HostTarget::lend() const {
  std::unique_ptr<Machine> machine;
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
  if (machine_->broken())
    return;
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
/// As TargetMachine::addPassesToEmitFile does, less the list scheduler after register allocation, which LLVM's models
/// of AMD's cores ask for: its time grows with the square of a block's length, and these cores reorder by themselves.
void add_passes(TargetMachine &machine, legacy::PassManager &passes, raw_pwrite_stream &out, CodeGenFileType type) {
  auto &generator = static_cast<CodeGenTargetMachineImpl &>(machine);
  auto *modules = new MachineModuleInfoWrapperPass(&machine);
  TargetPassConfig *config = generator.createPassConfig(passes);
  config->setDisableVerify(true);
  config->disablePass(&PostRASchedulerID);
  passes.add(config);
  passes.add(modules);
  const auto check = [](bool failed) { WEFT_CHECK(!failed, "the host target emits no code"); };
  check(config->addISelPasses());
  config->addMachinePasses();
  config->setInitialized();
  check(generator.addAsmPrinter(passes, out, nullptr, type, modules->getMMI().getContext()));
  passes.add(createFreeMachineFunctionPass());
}
} // namespace

Machine::Machine(std::unique_ptr<TargetMachine> target) : target_(std::move(target)) {
  add_passes(*target_, passes_, stream_, CodeGenFileType::ObjectFile);
}

Bytes Machine::emit_object(Module &module) {
  broken_ = true;
  object_.clear();
  passes_.run(module);
  broken_ = false;
  const auto bytes = std::as_bytes(std::span(object_.data(), object_.size()));
  return {bytes.begin(), bytes.end()};
}

std::string emit_assembly(Module &module, TargetMachine &machine) {
  SmallString<0> buffer;
  raw_svector_ostream stream(buffer);
  legacy::PassManager passes;
  add_passes(machine, passes, stream, CodeGenFileType::AssemblyFile);
  passes.run(*CloneModule(module));
  return buffer.str().str();
}

} // namespace weft::codegen::cpu

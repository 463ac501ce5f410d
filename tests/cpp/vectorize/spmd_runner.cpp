// Vectorizes, compiles and runs, then compares memory byte by byte.
#include "spmd_runner.hpp"

#include <random>

#include <fmt/format.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/cpu/vectorize/vectorize.hpp"
#include "libdevice/rare.hpp"
#include "random_kernel.hpp"
#include "random_program.hpp"

namespace weft::test {

using namespace llvm;

namespace {

constexpr unsigned items = table_size / 4;

using Scalar = void (*)(const void *, const void *, const void *, void *, void *, void *, std::int64_t, std::int32_t,
                        std::int64_t);
using Vector = void (*)(const void *, const void *, const void *, void *, void *, void *, std::int64_t, std::int32_t,
                        std::int64_t, std::uint64_t);

struct Version {
  std::string name;
  unsigned width;
  bool masked;
};

void run_pipeline(Module &module, StringRef text) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager cgscc;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(cgscc);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, cgscc, modules);
  ModulePassManager pipeline;
  cantFail(builder.parsePassPipeline(pipeline, text));
  pipeline.run(module, modules);
}

/// Calls the vector function with the mask as a plain number.
void wrap(Function &vector, const Version &version, FunctionType *scalar) {
  SmallVector<Type *, 12> parameters(scalar->params());
  IRBuilder<> builder(vector.getContext());
  parameters.push_back(builder.getInt64Ty());
  auto *wrapper = Function::Create(FunctionType::get(builder.getVoidTy(), parameters, false), Function::ExternalLinkage,
                                   version.name, vector.getParent());
  builder.SetInsertPoint(BasicBlock::Create(vector.getContext(), "entry", wrapper));
  SmallVector<Value *, 12> arguments;
  for (unsigned i = 0; i < scalar->getNumParams(); ++i)
    arguments.push_back(wrapper->getArg(i));
  if (version.masked) {
    Value *bits = builder.CreateTrunc(wrapper->getArg(scalar->getNumParams()), builder.getIntNTy(version.width));
    arguments.push_back(builder.CreateBitCast(bits, FixedVectorType::get(builder.getInt1Ty(), version.width)));
  }
  builder.CreateCall(&vector, arguments);
  builder.CreateRetVoid();
}

std::unique_ptr<orc::LLJIT> make_jit() {
  static const bool ready = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)ready;
  auto machine = cantFail(orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(CodeGenOptLevel::Less);
  machine.getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  auto jit = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  const orc::ExecutorSymbolDef reciprocal(orc::ExecutorAddr::fromPtr(&__weft_rare_reciprocal_u64),
                                          JITSymbolFlags::Exported);
  cantFail(jit->getMainJITDylib().define(
      orc::absoluteSymbols({{jit->mangleAndIntern("__weft_rare_reciprocal_u64"), reciprocal}})));
  return jit;
}

/// The JIT takes modules over together with their context.
orc::ThreadSafeModule in_own_context(const Module &module) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  WriteBitcodeToFile(module, stream);
  auto context = std::make_unique<LLVMContext>();
  auto copy = cantFail(parseBitcodeFile(MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "kernel"), *context));
  return {std::move(copy), std::move(context)};
}

class Runs {
public:
  Runs(orc::LLJIT &jit, std::uint64_t seed) : jit_(jit), seed_(seed), uniform_(std::int32_t(std::mt19937_64(seed)())) {}

  Memory scalar(const std::vector<bool> &active) {
    Memory memory(seed_);
    auto function = cantFail(jit_.lookup("reference")).toPtr<Scalar>();
    for (unsigned id = 0; id < items; ++id)
      if (active[id])
        function(memory.ints.data(), memory.longs.data(), memory.floats.data(), memory.records.data(),
                 memory.row.data(), memory.counts.data(), items, uniform_, id);
    return memory;
  }

  Memory vector(const Version &version, const std::vector<bool> &active) {
    Memory memory(seed_);
    auto function = cantFail(jit_.lookup(version.name)).toPtr<Vector>();
    for (unsigned first = 0; first < items; first += version.width) {
      std::uint64_t mask = 0;
      for (unsigned lane = 0; lane < version.width; ++lane)
        mask |= std::uint64_t(active[first + lane]) << lane;
      if (mask)
        function(memory.ints.data(), memory.longs.data(), memory.floats.data(), memory.records.data(),
                 memory.row.data(), memory.counts.data(), items, uniform_, first, mask);
    }
    return memory;
  }

private:
  orc::LLJIT &jit_;
  std::uint64_t seed_;
  std::int32_t uniform_;
};

std::string first_difference(const Memory &expected, const Memory &got) {
  for (std::size_t i = 0; i < expected.records.size(); ++i)
    if (expected.records[i] != got.records[i])
      return fmt::format("record {} byte {}", i / record_bytes, i % record_bytes);
  for (std::size_t i = 0; i < expected.row.size(); ++i)
    if (expected.row[i] != got.row[i])
      return fmt::format("row {}: {} for {}", i, got.row[i], expected.row[i]);
  for (std::size_t i = 0; i < expected.counts.size(); ++i)
    if (expected.counts[i] != got.counts[i])
      return fmt::format("count {}: {} for {}", i, got.counts[i], expected.counts[i]);
  return "an input has changed";
}

} // namespace

Memory::Memory(std::uint64_t seed)
    : ints(table_size), longs(table_size), floats(table_size), records(items * record_bytes), row(2 * items),
      counts(counters) {
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < table_size; ++i) {
    ints[i] = std::int32_t(random()) >> (random() % 31);
    longs[i] = std::int64_t(random()) >> (random() % 63);
    floats[i] = float(int(random() % 2000) - 1000) / 8;
  }
}

Outcome compare_with_scalar(Module &module, Function &kernel, Prepare prepare, std::uint64_t seed) {
  ValueToValueMapTy map;
  CloneFunction(&kernel, map)->setName("reference");
  run_pipeline(
      module, prepare == Prepare::promote
                  ? "function(sroa)"
                  : "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop-mssa("
                    "loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>)");
  std::vector<Version> versions;
  constexpr unsigned widths[] = {4, 16, 8, 64, 32};
  for (unsigned width : {widths[seed % 5], widths[(seed / 5 + 1) % 5]})
    for (bool masked : {false, true}) {
      const bool gathers = (seed + masked) % 2, aligned = (seed / 2 + masked) % 2;
      const codegen::cpu::Vectorized result =
          codegen::cpu::vectorize(kernel, {.width = width,
                                           .masked = masked,
                                           .aligned = aligned,
                                           .tuning = {.gathers = gathers, .narrow_masks = (seed / 4) % 2 == 0}});
      if (!result)
        return {false, result.reason};
      versions.push_back({fmt::format("run{}{}_{}", width, masked ? "m" : "", versions.size()), width, masked});
      wrap(*result.function, versions.back(), kernel.getFunctionType());
    }
  std::string problems;
  raw_string_ostream stream(problems);
  if (verifyModule(module, &stream))
    return {true, "invalid: " + problems.substr(0, 300)};

  auto jit = make_jit();
  module.setDataLayout(jit->getDataLayout());
  cantFail(jit->addIRModule(in_own_context(module)));
  Runs runs(*jit, seed);
  std::mt19937_64 random(seed);
  std::vector<bool> everyone(items, true), some(items);
  for (unsigned i = 0; i < items; ++i)
    some[i] = random() % 3;
  const Memory all_scalar = runs.scalar(everyone), some_scalar = runs.scalar(some);
  for (const Version &version : versions) {
    const Memory got = runs.vector(version, version.masked ? some : everyone);
    const Memory &expected = version.masked ? some_scalar : all_scalar;
    if (!(got == expected))
      return {true, fmt::format("{}: {}", version.name, first_difference(expected, got))};
  }
  return {};
}

} // namespace weft::test

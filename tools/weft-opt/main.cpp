// weft-opt FILE.ll [--width=N] [--masked] ...: vectorizes every function with a "weft-varying" argument and prints the
// results.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/cpu/vectorize/vectorize.hpp"

using namespace llvm;
using namespace weft::codegen::cpu;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE.ll"), cl::init("-"));
static cl::opt<unsigned> width("width", cl::desc("lanes"), cl::init(8));
static cl::opt<bool> masked("masked", cl::desc("add the parameter of active lanes"));
static cl::opt<bool> aligned("aligned", cl::desc("lane 0 has a multiple of the width"));
static cl::opt<bool> scalar_loads("scalar-loads", cl::desc("prefer scalar loads and inserts to gathers"));
static cl::opt<bool> wide_masks("wide-masks", cl::desc("no masked accesses to 8 and 16-bit elements"));
static cl::opt<bool> no_transposes("no-transposes", cl::desc("no short vectors and transposes for records"));
static cl::opt<bool> combine_floats("combine-float-atomics", cl::desc("sum float atomics of all lanes first"));
static cl::opt<std::string> passes("then", cl::desc("LLVM passes to run on the results"), cl::init(""));

static void run_passes(Module &module) {
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
  if (Error error = builder.parsePassPipeline(pipeline, passes))
    report_fatal_error(std::move(error));
  pipeline.run(module, modules);
}

static bool is_spmd(const Function &function) {
  return any_of(function.args(), [&](const Argument &argument) {
    return function.getAttributes().hasParamAttr(argument.getArgNo(), "weft-varying");
  });
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "vectorizes SPMD functions\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  SmallVector<Function *, 8> results;
  for (Function &function : make_early_inc_range(*module)) {
    if (!is_spmd(function))
      continue;
    const Vectorized result = vectorize(
        function, {.width = width,
                   .masked = masked,
                   .aligned = aligned,
                   .combine_float_atomics = combine_floats,
                   .tuning = {.gathers = !scalar_loads, .narrow_masks = !wide_masks, .transposes = !no_transposes}});
    if (!result) {
      outs() << function.getName() << ": " << result.reason << "\n";
      continue;
    }
    results.push_back(result.function);
  }
  if (verifyModule(*module, &errs())) {
    for (Function *result : results)
      errs() << *result;
    return 1;
  }
  for (Function *result : results)
    result->setLinkage(GlobalValue::ExternalLinkage);
  if (!passes.empty())
    run_passes(*module);
  for (Function *result : results)
    outs() << *result << "\n";
  return 0;
}

// weft-ptx FILE: prints the PTX that kernels become, or SPIR-V. FILE is IR with a function @kernel, or the bitcode of a
// device pass (weft-clang++ -fsycl-device-only).
#include <cstring>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/codegen.hpp"
#include "support/error.hpp"

using namespace llvm;
using namespace weft::codegen;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"), cl::init("-"));
static cl::opt<bool> spirv("spirv", cl::desc("write SPIR-V, as a binary"));
static cl::opt<unsigned> sub_group_size("sub-group-size", cl::desc("of SPIR-V"), cl::init(32));
static cl::opt<unsigned> arch("arch", cl::desc("as in 90 for sm_90"), cl::init(90));
static cl::opt<unsigned> ptx_version("ptx-version", cl::desc("as in 80 for 8.0"), cl::init(80));
static cl::opt<std::string> named("kernel", cl::desc("kernels with this in their name"), cl::init(""));
static cl::opt<bool> range("range", cl::desc("@kernel is launched over a range"));
static cl::list<unsigned> distinct("distinct",
                                   cl::desc("offset of an argument that points to an allocation of its own"));
static cl::list<unsigned> local("local", cl::desc("work-group size, the fastest dimension first"), cl::CommaSeparated);
static cl::opt<unsigned> items_per_unit("items-per-unit", cl::desc("work-items per multiprocessor: 256, 512 or 1024"));
static cl::opt<bool> offset("offset", cl::desc("the launch has one"));
static cl::opt<bool> folded_groups("folded-groups", cl::desc("the launch's grid has one dimension"));
static cl::opt<bool> whole_sub_groups("whole-sub-groups", cl::desc("those of the launch have all their work-items"));
static cl::opt<unsigned> required_sub_group("required-sub-group", cl::desc("work-items that the kernel requires"));
static cl::list<unsigned> narrow("narrow", cl::desc("offset of an 8-byte argument from 0 below 2^31"));
static cl::list<std::string> repeat("repeat", cl::desc("offset:earlier of 8-byte arguments that are equal"));
static cl::list<std::string> bake("bake", cl::desc("offset:width:value of an argument to bake in"));

namespace {

KernelModule only_kernel(StringRef bitcode) {
  KernelInfo kernel;
  kernel.name = kernel.pretty = "kernel";
  kernel.sub_group_size = required_sub_group;
  kernel.form = range ? LaunchForm::range : LaunchForm::nd_range;
  Bytes bytes(bitcode.size());
  std::memcpy(bytes.data(), bitcode.data(), bitcode.size());
  return {std::move(bytes), {kernel}};
}

Specialization specialization() {
  Specialization spec;
  spec.distinct.assign(distinct.begin(), distinct.end());
  if (!local.empty())
    spec.local = {1, 1, 1};
  for (std::size_t d = 0; d < std::min<std::size_t>(local.size(), 3); ++d)
    spec.local[d] = local[d];
  spec.items_per_unit = items_per_unit;
  spec.has_offset = offset;
  spec.whole_sub_groups = whole_sub_groups;
  spec.folded_groups = folded_groups;
  spec.narrow.assign(narrow.begin(), narrow.end());
  for (const std::string &text : repeat) {
    Specialization::Repeated repeated;
    if (std::sscanf(text.c_str(), "%u:%u", &repeated.offset, &repeated.earlier) != 2)
      throw weft::Error(weft::Errc::invalid, "--repeat={}: not offset:earlier", text);
    spec.repeated.push_back(repeated);
  }
  for (const std::string &text : bake) {
    Specialization::Baked baked;
    if (std::sscanf(text.c_str(), "%u:%u:%ld", &baked.field.offset, &baked.field.width, &baked.value) != 3)
      throw weft::Error(weft::Errc::invalid, "--bake={}: not offset:width:value", text);
    spec.baked.push_back(baked);
  }
  return spec;
}

void print(const KernelModule &module) {
  const auto finalizer = codegen().finalizer({spirv ? "spirv" : "nvptx", arch, ptx_version, {}, true, sub_group_size});
  for (const KernelInfo &kernel : module.kernels()) {
    if (!StringRef(kernel.pretty).contains(named))
      continue;
    const Binary binary = finalizer->finalize(module, kernel.name, specialization());
    if (!spirv)
      outs() << "// " << kernel.pretty << "\n";
    outs() << StringRef(reinterpret_cast<const char *>(binary.image.data()), binary.image.size());
    if (!spirv)
      outs() << "\n";
  }
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "prints the PTX of kernels\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  const std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  StripDebugInfo(*module); // as the driver does
  SmallString<0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(*module, stream);
  try {
    KernelModule own = only_kernel(bitcode);
    if (module->getFunction("kernel") != nullptr)
      print(own);
    else
      print(*codegen().module_from_bitcode(own.exports_bitcode()));
  } catch (const weft::Error &error) {
    outs() << "error: " << error.what() << "\n";
    return 1;
  }
  return 0;
}

// LLVM cannot change the address space of a module's pointers in place, so the module goes through its text.
#include "codegen/opencl/flatten.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "support/error.hpp"

namespace weft::codegen::opencl {

using namespace llvm;

namespace {
constexpr unsigned local_space = 3;
constexpr const char *triple = "x86_64-pc-linux-gnu";
constexpr const char *layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Drops ` addrspace(N)` outside of quotes; a cast between address spaces becomes one that does nothing.
std::string without_address_spaces(StringRef text) {
  std::string flat;
  flat.reserve(text.size());
  bool quoted = false;
  while (!text.empty()) {
    if (text.front() == '"')
      quoted = !quoted;
    if (!quoted && text.consume_front(" addrspace(")) {
      text = text.drop_front(text.find(')') + 1);
    } else if (!quoted && text.consume_front("addrspacecast")) {
      flat += "bitcast";
    } else {
      flat += text.front();
      text = text.drop_front();
    }
  }
  return flat;
}
} // namespace

std::set<std::string> local_variables(const Module &module) {
  std::set<std::string> names;
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == local_space)
      names.insert(global.getName().str());
  return names;
}

std::unique_ptr<Module> flatten(const Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  SMDiagnostic problem;
  const std::string flat = without_address_spaces(text);
  auto parsed = parseAssemblyString(flat, problem, module.getContext());
  if (!parsed)
    throw Error(Errc::build, "OpenCL program: its address spaces cannot be joined ({}, line {})",
                problem.getMessage().str(), problem.getLineNo());
  parsed->setTargetTriple(Triple(triple));
  parsed->setDataLayout(layout);
  return parsed;
}

} // namespace weft::codegen::opencl

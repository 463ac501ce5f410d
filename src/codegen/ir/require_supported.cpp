// The last look at a kernel before code is made: what is left that a device does not have?
#include <algorithm>

#include <llvm/ADT/StringSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/ir/clean.hpp"
#include "codegen/ir/place.hpp"
#include "libdevice/bitcode.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
/// What the process gives to CPU kernels: output, strings, and the math that libdevice does not define.
const StringSet<> &host_functions() {
  static constinit Lazy<StringSet<>> names;
  return names.get([] {
    StringSet<> all{"printf", "dprintf", "puts",   "putchar", "__assert_fail", "memcpy",
                    "memset", "memmove", "memcmp", "bcmp",    "strlen",        "strcmp"};
    for (const char *name :
         {"acos",   "acosh",     "asin",      "asinh", "atan",      "atan2",  "atanh", "cbrt",  "ceil",   "copysign",
          "cos",    "cosh",      "erf",       "erfc",  "exp",       "exp10",  "exp2",  "expm1", "fabs",   "fdim",
          "floor",  "fma",       "fmax",      "fmin",  "fmod",      "frexp",  "hypot", "ilogb", "ldexp",  "lgamma",
          "llrint", "llround",   "log",       "log10", "log1p",     "log2",   "logb",  "lrint", "lround", "modf",
          "nan",    "nearbyint", "nextafter", "pow",   "remainder", "remquo", "rint",  "round", "scalbn", "sin",
          "sincos", "sinh",      "sqrt",      "tan",   "tanh",      "tgamma", "trunc"}) {
      all.insert(name);
      all.insert(std::string(name) + "f");
    }
    return all;
  });
}

} // namespace

bool is_library_function(StringRef name) {
  return host_functions().contains(name);
}

namespace {
bool throws(StringRef name) {
  return name.starts_with("__cxa_") || (name.starts_with("_ZSt") && name.contains("__throw_")) ||
         name == "_ZSt9terminatev" || name == "abort" || name == "__clang_call_terminate";
}

[[noreturn]] void reject_symbol(StringRef kernel, StringRef symbol) {
  const std::string name = demangle(symbol.str());
  if (throws(symbol))
    throw Error(Errc::build, "kernel {}: it can throw ({}); device code has no exceptions, check before", kernel.str(),
                name);
  throw Error(Errc::build,
              "kernel {}: undefined symbol {}; define it in the same file, declare it SYCL_EXTERNAL, or call what "
              "devices have",
              kernel.str(), name);
}

void check_type(const Type *type, StringRef kernel) {
  if (type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty())
    throw Error(Errc::build, "kernel {}: long double; devices have float and double", kernel.str());
}

void check_global(const GlobalVariable &global, StringRef kernel) {
  if (global.isThreadLocal())
    throw Error(Errc::build, "kernel {}: thread-local variable {}; devices have none", kernel.str(),
                demangle(global.getName().str()));
  if (global.isDeclaration() && global.getName().starts_with("_ZT"))
    throw Error(Errc::build, "kernel {}: run-time type information {}; devices have none", kernel.str(),
                demangle(global.getName().str()));
  if (global.isDeclaration() || !global.isConstant())
    throw Error(Errc::build, "kernel {}: global variable {} that is not constant; pass it as an argument", kernel.str(),
                demangle(global.getName().str()));
}

void check_constants(const Value *value, StringRef kernel, unsigned depth = 0) {
  if (const auto *global = dyn_cast<GlobalVariable>(value))
    return check_global(*global, kernel);
  if (isa<ConstantExpr>(value) && depth < 8)
    for (const Use &operand : cast<User>(value)->operands())
      check_constants(operand.get(), kernel, depth + 1);
}

void check_call(const CallBase &call, StringRef kernel, std::span<const std::string> imports, Libdevice libdevice) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr)
    throw Error(Errc::build, "kernel {}: call through a pointer that is only known at run time; devices have none",
                kernel.str());
  if (callee->isIntrinsic()) {
    if (callee->getName().starts_with("llvm.x86."))
      throw Error(Errc::build, "kernel {}: {} is of one processor only; write it in C++", kernel.str(),
                  callee->getName().str());
    return;
  }
  const StringRef name = callee->getName();
  if (!callee->isDeclaration()) // what can be inlined was
    throw Error(Errc::build, "kernel {}: {} calls itself through others; device code has no recursion", kernel.str(),
                demangle(name.str()));
  if (libdevice == Libdevice::to_be_linked && !libdevice::bitcode_of({name.data(), name.size()}).empty())
    return;
  if (!name.starts_with("__weft_") && !name.starts_with("weft.") && !is_library_function(name) &&
      std::ranges::find(imports, name) == imports.end())
    reject_symbol(kernel, name);
  if (name.starts_with("__weft_op_") || name.starts_with("__weft_math_"))
    reject_symbol(kernel, name);
}

void check_instruction(const Instruction &instruction, StringRef kernel, std::span<const std::string> imports,
                       Libdevice libdevice) {
  check_type(instruction.getType(), kernel);
  for (const Use &operand : instruction.operands()) {
    check_type(operand->getType(), kernel);
    check_constants(operand.get(), kernel);
  }
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    check_call(*call, kernel, imports, libdevice);
  if (isa<IndirectBrInst>(instruction))
    throw Error(Errc::build, "kernel {}: computed goto; use a switch", kernel.str());
  if (isa<VAArgInst>(instruction))
    throw Error(Errc::build, "kernel {}: variable arguments; pass a fixed list", kernel.str());
}
} // namespace

void require_supported(const Function &function, StringRef kernel, std::span<const std::string> imports,
                       Libdevice libdevice) {
  for (const Instruction &instruction : instructions(function))
    try {
      check_instruction(instruction, kernel, imports, libdevice);
    } catch (const Error &error) {
      throw Error(error.code(), "{}{}", place_of(instruction), error.what());
    }
}

} // namespace weft::codegen::ir

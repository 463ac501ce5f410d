// One subprogram per kernel; device functions are part of it, as they are of the code.
#include "codegen/cpu/debug_info.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/builder.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr StringRef source_mark = "weft.debug.source ", line_mark = "weft.debug.line",
                    variable_mark = "weft.debug.variable ";

StringRef mark_of(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee != nullptr && callee->getName().starts_with("weft.debug.") ? callee->getName() : StringRef();
}

unsigned line_of(const Instruction &mark) {
  return static_cast<unsigned>(cast<ConstantInt>(cast<CallInst>(mark).getArgOperand(0))->getZExtValue());
}

class DebugInfo {
public:
  DebugInfo(Function &spmd, const Instruction &mark, StringRef name)
      : spmd_(spmd), builder_(*spmd.getParent()), first_line_(line_of(mark)) {
    Module &module = *spmd.getParent();
    module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
    module.addModuleFlag(Module::Warning, "Dwarf Version", 4);
    const auto [path, function] = name.drop_front(source_mark.size()).split('\n');
    const std::filesystem::path whole(path.str());
    file_ = builder_.createFile(whole.filename().string(), whole.parent_path().string());
    builder_.createCompileUnit(dwarf::DW_LANG_Python, file_, "Weft", false, "", 0);
    auto *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
    subprogram_ = builder_.createFunction(file_, function, StringRef(), file_, first_line_, type, first_line_,
                                          DINode::FlagPrototyped, DISubprogram::SPFlagDefinition);
    spmd_.setSubprogram(subprogram_);
  }

  void run() {
    std::vector<Instruction *> marks;
    for (BasicBlock &block : spmd_) {
      unsigned line = line_before(block);
      for (Instruction &instruction : block) {
        const StringRef mark = mark_of(instruction);
        if (mark == line_mark)
          line = line_of(instruction);
        else if (mark.starts_with(variable_mark))
          declare(instruction, mark.drop_front(variable_mark.size()), line);
        if (!mark.empty())
          marks.push_back(&instruction);
        instruction.setDebugLoc(DILocation::get(spmd_.getContext(), line, 0, subprogram_));
      }
    }
    for (Instruction *mark : marks)
      mark->eraseFromParent();
    builder_.finalize();
  }

private:
  /// The line that a block without a mark goes on with: the first one of those that come to it.
  unsigned line_before(const BasicBlock &block) const {
    unsigned first = std::numeric_limits<unsigned>::max();
    for (const BasicBlock *before : predecessors(&block))
      if (const DebugLoc &at = before->getTerminator()->getDebugLoc())
        first = std::min(first, at.getLine());
    return first == std::numeric_limits<unsigned>::max() ? first_line_ : first;
  }

  void declare(Instruction &mark, StringRef text, unsigned line) {
    const auto [number, name] = text.split(' ');
    unsigned type = 0;
    number.getAsInteger(10, type);
    auto *variable =
        builder_.createAutoVariable(subprogram_, name, file_, line, type_of(static_cast<Type>(type)), true);
    builder_.insertDeclare(cast<CallInst>(mark).getArgOperand(0), variable, builder_.createExpression(),
                           DILocation::get(spmd_.getContext(), line, 0, subprogram_), mark.getIterator());
  }

  using Type = codegen::Type;
  DIType *type_of(Type type) {
    struct Row {
      const char *name;
      unsigned encoding;
    };
    static constexpr Row rows[] = {{"none", dwarf::DW_ATE_unsigned},
                                   {"bool", dwarf::DW_ATE_boolean},
                                   {"int8", dwarf::DW_ATE_signed},
                                   {"int16", dwarf::DW_ATE_signed},
                                   {"int32", dwarf::DW_ATE_signed},
                                   {"int64", dwarf::DW_ATE_signed},
                                   {"uint8", dwarf::DW_ATE_unsigned},
                                   {"uint16", dwarf::DW_ATE_unsigned},
                                   {"uint32", dwarf::DW_ATE_unsigned},
                                   {"uint64", dwarf::DW_ATE_unsigned},
                                   {"float16", dwarf::DW_ATE_float},
                                   {"bfloat16", dwarf::DW_ATE_float},
                                   {"float32", dwarf::DW_ATE_float},
                                   {"float64", dwarf::DW_ATE_float},
                                   {"complex64", dwarf::DW_ATE_complex_float},
                                   {"complex128", dwarf::DW_ATE_complex_float},
                                   {"pointer", dwarf::DW_ATE_address}};
    const Row &row = rows[std::min<std::size_t>(static_cast<std::size_t>(type), std::size(rows) - 1)];
    return builder_.createBasicType(row.name, 8 * size_of(type), row.encoding);
  }

  Function &spmd_;
  DIBuilder builder_;
  unsigned first_line_;
  DIFile *file_ = nullptr;
  DISubprogram *subprogram_ = nullptr;
};
} // namespace

bool take_debug_marks(Function &spmd) {
  for (Instruction &instruction : instructions(spmd)) {
    const StringRef mark = mark_of(instruction);
    if (!mark.starts_with(source_mark))
      continue;
    DebugInfo(spmd, instruction, mark).run();
    return true;
  }
  return false;
}

} // namespace weft::codegen::cpu

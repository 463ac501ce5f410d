// What it costs to run an instruction for lanes that do not need it.
#pragma once

#include <optional>

namespace llvm {
class Instruction;
}

namespace weft::codegen::cpu::spmd {

class PrivateMemory;
class Shapes;

/// Rough cost in vector instructions; none where the instruction must not run unless some lane is active.
std::optional<unsigned> flat_cost(const llvm::Instruction &inst, const Shapes &, const PrivateMemory &);

} // namespace weft::codegen::cpu::spmd

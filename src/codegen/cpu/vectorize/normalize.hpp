// Brings a copy of an SPMD function into the form that the rest of the vectorizer relies on.
#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace weft::codegen::cpu::spmd {

struct Normalized {
  llvm::Function *function = nullptr; ///< a copy, owned by the module; the caller erases it
  std::string reason;                 ///< why there is none
};

/// In the copy: one return, which every path reaches; no unreachable; loops reducible, with preheader, one latch and
/// exits of their own, in LCSSA form; no vectors where the scalarizer could split them; loads and stores of scalars
/// only; copies and fills of private arrays written out; constant offsets of addresses last.
Normalized normalize(llvm::Function &spmd);

} // namespace weft::codegen::cpu::spmd

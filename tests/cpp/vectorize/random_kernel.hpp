// Random SPMD functions that have no undefined behaviour and no races, so that any order of work-items gives the same
// memory.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::test {

inline constexpr unsigned table_size = 256; ///< elements of each input table

/// void name(ptr ints, ptr longs, ptr floats, ptr records, ptr row, ptr counts, i64 n, i32 uniform, i64 "weft-varying"
/// id), where id is less than n and n at most table_size / 4. `records` and `counts` are as random_program.hpp says.
llvm::Function *random_kernel(llvm::Module &module, std::uint64_t seed);

} // namespace weft::test

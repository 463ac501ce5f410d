// Runs SPMD functions both ways: work-item by work-item as scalar code, and vectorized for several widths and masks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::test {

/// Memory that the functions of random_kernel.hpp work on.
struct Memory {
  std::vector<std::int32_t> ints;
  std::vector<std::int64_t> longs;
  std::vector<float> floats;
  std::vector<std::byte> records;
  std::vector<std::int32_t> row;
  std::vector<std::int32_t> counts;

  explicit Memory(std::uint64_t seed);
  bool operator==(const Memory &) const = default;
};

struct Outcome {
  bool vectorized = true;
  std::string message; ///< empty if every vector version left the same memory behind as the scalar one
};

/// How the function is prepared before it is vectorized.
enum class Prepare { promote, optimize };

/// `kernel` has the signature of random_kernel().
Outcome compare_with_scalar(llvm::Module &module, llvm::Function &kernel, Prepare prepare, std::uint64_t seed);

} // namespace weft::test

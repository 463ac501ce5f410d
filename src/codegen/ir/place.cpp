// Walks out of inlined calls to the user's line.
#include "codegen/ir/place.hpp"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/Support/Path.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {
std::string path_of(const DILocation &location) {
  SmallString<256> path(location.getFilename());
  if (!sys::path::is_absolute(path)) {
    path = location.getDirectory();
    sys::path::append(path, location.getFilename());
  }
  return path.str().str();
}

bool is_users(const std::string &path) {
  const StringRef text(path);
  return !text.starts_with("/usr/") && !text.contains("/include/sycl/") && !text.contains("/include/weft/");
}
} // namespace

std::string place_of(const Instruction &instruction) {
  const DILocation *place = nullptr;
  for (const DILocation *at = instruction.getDebugLoc(); at != nullptr; at = at->getInlinedAt()) {
    place = at;
    if (at->getLine() != 0 && is_users(path_of(*at)))
      break;
  }
  return place == nullptr ? ""
                          : fmt::format("{}:{}:{}: error: ", path_of(*place), place->getLine(), place->getColumn());
}

} // namespace weft::codegen::ir

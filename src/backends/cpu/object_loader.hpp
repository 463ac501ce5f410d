// Loads the relocatable objects that the CPU finalizer makes: no linker and no LLVM are needed to run cached code.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::cpu {

/// An ELF64 x86-64 relocatable object in memory, relocated; no page is writable and executable at once. Unwind tables
/// are left out. Symbols that the object lacks are looked up in the process. Throws Error(build) for anything that is
/// no such object, is damaged, or needs what this loader does not do.
class LoadedObject {
public:
  explicit LoadedObject(std::span<const std::byte> object);
  ~LoadedObject();
  LoadedObject(const LoadedObject &) = delete;
  LoadedObject &operator=(const LoadedObject &) = delete;

  /// The address of a global function or variable that the object defines. Throws Error(build) if there is none.
  void *symbol(const std::string &name) const;

  /// The object with its sections' addresses, as debuggers read it; empty for one without debug information.
  const std::vector<std::byte> &for_debuggers() const noexcept { return for_debuggers_; }

private:
  friend class ObjectReader;
  std::byte *base_ = nullptr;
  std::size_t size_ = 0;
  std::unordered_map<std::string, void *> symbols_;
  std::vector<std::byte> for_debuggers_;
};

/// Gives an external symbol this address in objects loaded from now on, whatever the process defines. Used at start-up.
void define_external(std::string_view name, void *address);

} // namespace weft::cpu

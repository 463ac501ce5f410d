// Tells debuggers of code that was loaded, through the interface of GDB for compilers at run time, which LLDB reads,
// too.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace weft::cpu {

/// Registers an object file whose sections have their addresses; debuggers read it until this goes.
class GdbEntry {
public:
  explicit GdbEntry(std::vector<std::byte> object);
  ~GdbEntry();
  GdbEntry(const GdbEntry &) = delete;
  GdbEntry &operator=(const GdbEntry &) = delete;

private:
  struct Linked;
  Linked *linked_;
};

} // namespace weft::cpu

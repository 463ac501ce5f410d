// A fault in a kernel ends the kernel, not the process.
#pragma once

#include <optional>
#include <string>

namespace weft::cpu {

struct Fault {
  int signal = 0;
  const void *address = nullptr; ///< of the memory or instruction, where the processor says

  std::string describe() const; ///< "invalid access to address 0x10", "integer division by zero or overflow"
};

/// Calls work(context). A memory fault, arithmetic trap or illegal instruction in it, on this thread, ends the call:
/// objects of the frames that are left are not destroyed. Faults elsewhere go where they went before.
std::optional<Fault> call_guarded(void (*work)(void *), void *context);

} // namespace weft::cpu

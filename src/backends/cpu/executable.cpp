// Loads what the finalizer made.
#include "backends/cpu/executable.hpp"

namespace weft::cpu {

CpuExecutable::CpuExecutable(const codegen::Binary &binary)
    : Executable(binary), layout_(binary.get_launched_by<codegen::cpu::Layout>()), object_(binary.image),
      entry_(reinterpret_cast<codegen::cpu::Entry>(object_.symbol(binary.entry))),
      debug_(object_.for_debuggers().empty() ? nullptr : std::make_unique<GdbEntry>(object_.for_debuggers())),
      takes_turns_(binary.entry == codegen::cpu::entry_by_turns) {
  binary_.image = {};
}

} // namespace weft::cpu

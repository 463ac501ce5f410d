// Kernels compiled before anybody waits for them, and what launches do with them.
#pragma once

#include <memory>
#include <vector>

#include "codegen/finalizer.hpp"
#include "runtime/compilation.hpp"
#include "runtime/device.hpp"
#include "runtime/executable.hpp"
#include "runtime/kernel_slots.hpp"

namespace weft::runtime {

/// Has kernels ready before anybody waits for them, on threads of the runtime's own: on disk what processes before this
/// one launched them with, else as their program carries them, else compiled for a GPU as a first launch is likely to
/// ask: nothing baked in, each pointer into an allocation of its own. Launches need not wait for kernels that they do
/// not need. Failures are left to the launches. Does nothing with WEFT_COMPILE_AHEAD=0.
void make_ahead(const std::shared_ptr<Device> &, std::vector<Kernel>);

/// Is code for the first right for a launch that asks for the second? It assumes no more.
bool serves(const CodeTraits &, const codegen::Specialization &, const codegen::Specialization &asked);

struct StandIn {
  std::shared_ptr<Compilation> slot; ///< null where there is none
  bool better_comes = false;         ///< what was asked for is being compiled
};

/// What serves a launch while the specialisation that it asks for is not there: code made ahead that assumes less. From
/// the second request on, the specialisation is compiled meanwhile: a kernel that is launched once is not worth it.
StandIn stand_in(Device &, const Kernel &, const codegen::Specialization &);

/// How many compilations of what others stand in for have ended: until it changes, these are the best there is.
std::uint64_t ended_meanwhile() noexcept;

/// For the next process, where the kernel is one of those made ahead.
void note_launched(const Claim &);

/// As if no kernel had been made ahead in this process.
void forget_made_ahead();

} // namespace weft::runtime

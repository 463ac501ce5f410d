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

/// What serves a launch while the specialisation that it asks for is not there: code made ahead that assumes less. Null
/// where there is none. From the second request on, the specialisation is compiled meanwhile: a kernel that is launched
/// once is not worth it.
std::shared_ptr<Compilation> stand_in(Device &, const Kernel &, const codegen::Specialization &);

/// For the next process, where the kernel is one of those made ahead.
void note_launched(const Claim &);

/// As if no kernel had been made ahead in this process.
void forget_made_ahead();

} // namespace weft::runtime

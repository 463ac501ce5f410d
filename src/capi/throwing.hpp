// What dpctl's own Cython modules need of the runtime beyond the C API: errors with their messages, timed waits,
// owners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dpctl/syclinterface/dpctl_sycl_enum_types.h"
#include "dpctl/syclinterface/dpctl_sycl_types.h"

namespace weft::capi {

/// Why a function of the C API last failed in this thread; empty if none did since this was asked.
std::string take_last_error();

/// For Python, whose users leave waits by Ctrl-C (runtime/interruption.hpp).
void keep_callers_free();

/// Once the interpreter has ended: daemon threads may be anywhere.
void exit_without_other_threads() noexcept;

/// Waits at most so long; true once the work is done. Throws the work's error then.
bool wait_for(DPCTLSyclEventRef, int milliseconds);
bool wait_for(DPCTLSyclQueueRef, int milliseconds);

/// The events given are new references.
DPCTLSyclEventRef copy(DPCTLSyclQueueRef, void *to, const void *from, std::size_t bytes,
                       const DPCTLSyclEventRef *depends, std::size_t count);
/// After what was submitted to `after` too.
DPCTLSyclEventRef copy_after(DPCTLSyclQueueRef, void *to, const void *from, std::size_t bytes, DPCTLSyclQueueRef after);
DPCTLSyclEventRef fill(DPCTLSyclQueueRef, void *to, std::uint8_t byte, std::size_t bytes);
DPCTLSyclEventRef host_task(DPCTLSyclQueueRef, std::function<void()>, const DPCTLSyclEventRef *depends,
                            std::size_t count);

/// A block that is reused only after the queue's tasks submitted before its last owner lets go. Alignment 0: the
/// runtime's own. Throws Error(memory_allocation) for memory that cannot be had, Error(invalid) for an alignment that
/// is no power of two.
std::shared_ptr<void> allocate(std::size_t bytes, std::size_t alignment, DPCTLSyclUSMType, DPCTLSyclQueueRef);

/// Owns an allocation made by others: frees it once the queue's tasks submitted before the last owner lets go are done,
/// without waiting for them.
std::shared_ptr<void> own_allocation(DPCTLSyclUSMRef, DPCTLSyclQueueRef);

/// An owner of the same memory for when others use it on streams of their own: as the last one lets go, the queue is
/// ordered after all that the device was given.
std::shared_ptr<void> lent(std::shared_ptr<void>, DPCTLSyclQueueRef);

/// The queue's stream for other libraries, ordered after what the queue was given.
std::uintptr_t native_stream(DPCTLSyclQueueRef);

/// Bytes from an address to the end of its allocation; the largest number there is if that is unknown.
std::size_t room_from(const void *address);

/// Why devices that one may expect are not there; discovers devices.
std::vector<std::string> discovery_remarks();

std::uint32_t vendor_id(DPCTLSyclDeviceRef);
std::uint64_t free_memory(DPCTLSyclDeviceRef); ///< Bytes; 0 if unknown.

} // namespace weft::capi

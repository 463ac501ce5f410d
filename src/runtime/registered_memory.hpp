// Host memory of programs that devices reach like host allocations of their own.
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/memory.hpp"

namespace weft::runtime {

/// Until unregister_host_memory() the bytes count as a host allocation of the context, which stays the caller's.
/// `read_only`: no kernel writes them. Throws Error(feature_not_supported) if a device of the context cannot do that,
/// Error(invalid) for anything but whole pages, Error(runtime) for bytes that are registered already and for those
/// that a driver refuses.
void register_host_memory(void *base, std::size_t bytes, const std::shared_ptr<Context> &, bool read_only);

/// Throws Error(runtime) unless `base` is where registered memory of the context begins.
void unregister_host_memory(void *base, const std::shared_ptr<Context> &);

/// Looks up any address inside registered memory; of unknown kind where it is none.
PointerInfo find_registered(const void *address);

} // namespace weft::runtime

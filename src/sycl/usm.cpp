// USM allocation and pointer queries over runtime/memory (SYCL 2020, 4.8.3).
#include <sycl/usm.hpp>

#include <sycl/ext/oneapi/experimental/register_host_memory.hpp>

#include "runtime/registered_memory.hpp"
#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;
using weft::Errc;
using weft::Error;

namespace {

runtime::AllocationKind kind_of(usm::alloc kind) {
  switch (kind) {
  case usm::alloc::host:
    return runtime::AllocationKind::host;
  case usm::alloc::device:
    return runtime::AllocationKind::device;
  case usm::alloc::shared:
    return runtime::AllocationKind::shared;
  case usm::alloc::unknown:
    break;
  }
  WEFT_CHECK(false, "allocation of kind {}", static_cast<int>(kind));
}

/// The live allocation around `pointer`, of ours or of other libraries on the same GPU, if it belongs to the context;
/// its kind is unknown otherwise.
runtime::PointerInfo find(const void *pointer, const context &c) {
  const runtime::PointerInfo own = runtime::find_allocation(pointer);
  if (own.kind != runtime::AllocationKind::unknown)
    return !own.context || own.context == context_of(c) ? own : runtime::PointerInfo{};
  const runtime::PointerInfo foreign = runtime::find_any_allocation(pointer);
  const bool belongs = foreign.device != nullptr ? context_of(c)->contains(*foreign.device)
                                                 : foreign.context == context_of(c); // registered memory has no device
  return belongs ? foreign : runtime::PointerInfo{};
}

} // namespace

namespace detail {

void *allocate(std::size_t alignment, std::size_t bytes, const device *d, const context &c, usm::alloc kind) {
  return translated([&]() -> void * {
    const auto &owner = d != nullptr ? device_of(*d) : context_of(c)->devices().front();
    if (!context_of(c)->contains(*owner))
      throw Error(Errc::invalid, "USM allocation: device {} is not in the context", owner->info().name);
    // SYCL 2020, 4.8.3.2: an alignment or a kind that is not supported gives null; nothing is null, as DPC++ has it
    if ((alignment & (alignment - 1)) != 0 || kind == usm::alloc::unknown || bytes == 0)
      return nullptr;
    try {
      return runtime::allocate(bytes, alignment, kind_of(kind), owner, context_of(c));
    } catch (const Error &e) {
      if (e.code() == Errc::memory_allocation)
        return nullptr;
      throw;
    }
  });
}

void register_host_memory(void *pointer, std::size_t bytes, const context &c, bool read_only) {
  translated([&] { runtime::register_host_memory(pointer, bytes, context_of(c), read_only); });
}

} // namespace detail

void ext::oneapi::experimental::unregister_host_memory(void *pointer, const context &c) {
  translated([&] { runtime::unregister_host_memory(pointer, context_of(c)); });
}

void free(void *pointer, const context &) {
  translated([&] { runtime::deallocate_after_tasks(pointer); });
}

usm::alloc get_pointer_type(const void *pointer, const context &c) {
  switch (find(pointer, c).kind) {
  case runtime::AllocationKind::host:
    return usm::alloc::host;
  case runtime::AllocationKind::device:
    return usm::alloc::device;
  case runtime::AllocationKind::shared:
    return usm::alloc::shared;
  case runtime::AllocationKind::unknown:
    break;
  }
  return usm::alloc::unknown;
}

device get_pointer_device(const void *pointer, const context &c) {
  const runtime::PointerInfo found = find(pointer, c);
  if (found.kind == runtime::AllocationKind::unknown)
    throw exception(c, make_error_code(errc::invalid),
                    "get_pointer_device: the pointer is no live USM allocation of the context");
  return found.device ? make(found.device) : c.get_devices().front();
}

} // namespace sycl::inline _V1

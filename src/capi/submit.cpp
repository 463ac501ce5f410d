// Launches of a program's kernels, and the arguments that are more than numbers.
#include "capi/guard.hpp"
#include "capi/programs.hpp"
#include "dpctl/syclinterface/dpctl_sycl_extension_interface.h"
#include "dpctl/syclinterface/dpctl_sycl_queue_interface.h"
#include "opencl/arguments.hpp"
#include "support/error.hpp"
#include "sycl/bridge.hpp"
#include "sycl/programs.hpp"

namespace weft::capi {
namespace {

using opencl::Argument;

struct NumberType {
  const char *name;
  std::size_t size;
  Argument::Kind kind;
};

/// In the order of DPCTLKernelArgType.
constexpr NumberType number_types[] = {
    {"int8", 1, Argument::Kind::integer},     {"uint8", 1, Argument::Kind::integer},
    {"int16", 2, Argument::Kind::integer},    {"uint16", 2, Argument::Kind::integer},
    {"int32", 4, Argument::Kind::integer},    {"uint32", 4, Argument::Kind::integer},
    {"int64", 8, Argument::Kind::integer},    {"uint64", 8, Argument::Kind::integer},
    {"float32", 4, Argument::Kind::floating}, {"float64", 8, Argument::Kind::floating},
};

Argument local_argument(std::size_t bytes) {
  return {Argument::Kind::local, fmt::format("local memory of {} bytes", bytes), {}, bytes};
}

std::size_t bytes_of(const MDLocalAccessor &a) {
  if (a.ndim < 1 || a.ndim > 3 || a.dpctl_type_id > DPCTL_FLOAT64_T)
    throw Error(Errc::kernel_argument, "local accessor: {} dimensions of type {}; it has 1 to 3, of numbers", a.ndim,
                static_cast<int>(a.dpctl_type_id));
  const std::size_t extents[] = {a.dim0, a.dim1, a.dim2};
  std::size_t bytes = number_types[a.dpctl_type_id].size;
  for (std::size_t d = 0; d < a.ndim; ++d)
    if (__builtin_mul_overflow(bytes, extents[d], &bytes))
      throw Error(Errc::kernel_argument, "local accessor: {} x {} x {} elements exceed the address space", a.dim0,
                  a.dim1, a.dim2);
  return bytes;
}

/// `slot` is where the argument's pointer stands; a USM pointer is passed by its own bytes.
Argument argument_of(void *const &slot, DPCTLKernelArgType type, std::size_t number) {
  if (type == DPCTL_VOID_PTR)
    return {Argument::Kind::pointer, "a pointer", std::as_bytes(std::span(&slot, 1))};
  if (slot == nullptr)
    throw Error(Errc::kernel_argument, "kernel argument {}: null was given", number);
  switch (type) {
  case DPCTL_LOCAL_ACCESSOR:
    return local_argument(bytes_of(*static_cast<const MDLocalAccessor *>(slot)));
  case DPCTL_WORK_GROUP_MEMORY:
    return local_argument(static_cast<const RawWorkGroupMemory *>(slot)->nbytes);
  case DPCTL_RAW_KERNEL_ARG: {
    const auto &raw = *static_cast<const std::vector<unsigned char> *>(slot);
    return {Argument::Kind::raw, fmt::format("{} raw bytes", raw.size()), std::as_bytes(std::span(raw))};
  }
  default:
    break;
  }
  if (type > DPCTL_FLOAT64_T)
    throw Error(Errc::kernel_argument, "kernel argument {}: its type {} is none that kernels take", number,
                static_cast<int>(type));
  const NumberType &of = number_types[type];
  return {of.kind, of.name, {static_cast<const std::byte *>(slot), of.size}};
}

} // namespace

DPCTLSyclEventRef submit_kernel(DPCTLSyclKernelRef kernel, DPCTLSyclQueueRef queue, void **arguments,
                                const DPCTLKernelArgType *types, std::size_t count, const std::size_t *global,
                                const std::size_t *local, std::size_t dims, const DPCTLSyclEventRef *depends,
                                std::size_t depends_count) {
  const opencl::Kernel *launched = sycl_api::opencl_kernel_of(checked<sycl::kernel>(kernel));
  if (launched == nullptr)
    throw Error(Errc::kernel_argument, "kernel {}: arguments are set for kernels of OpenCL C and SPIR-V programs only",
                checked<sycl::kernel>(kernel).get_info<sycl::info::kernel::function_name>());
  const auto slots = checked(arguments, count);
  const auto kinds = checked(types, count);
  std::vector<Argument> given;
  for (std::size_t i = 0; i < count; ++i)
    given.push_back(argument_of(slots[i], kinds[i], i));
  std::vector<runtime::Event> events;
  for (const DPCTLSyclEventRef reference : checked(depends, depends_count))
    events.push_back(sycl_api::event_of(checked<sycl::event>(reference)));
  if (dims > 3)
    throw Error(Errc::nd_range, "a kernel's range has 1 to 3 dimensions, not {}", dims);
  std::optional<std::span<const std::size_t>> groups;
  if (local != nullptr)
    groups = checked(local, dims);
  return give(sycl_api::make(opencl::launch(*sycl_api::queue_of(checked<sycl::queue>(queue)), *launched, given,
                                            checked(global, dims), groups, events)));
}

} // namespace weft::capi

using namespace weft::capi;

extern "C" {

DPCTLSyclEventRef DPCTLQueue_SubmitRange(const DPCTLSyclKernelRef KRef, const DPCTLSyclQueueRef QRef, void **Args,
                                         const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t Range[3],
                                         size_t NRange, const DPCTLSyclEventRef *DepEvents, size_t NDepEvents) {
  return guarded<DPCTLSyclEventRef>(__func__, nullptr, [&] {
    return submit_kernel(KRef, QRef, Args, ArgTypes, NArgs, Range, nullptr, NRange, DepEvents, NDepEvents);
  });
}

DPCTLSyclEventRef DPCTLQueue_SubmitNDRange(const DPCTLSyclKernelRef KRef, const DPCTLSyclQueueRef QRef, void **Args,
                                           const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t gRange[3],
                                           const size_t lRange[3], size_t NDims, const DPCTLSyclEventRef *DepEvents,
                                           size_t NDepEvents) {
  return guarded<DPCTLSyclEventRef>(__func__, nullptr, [&] {
    checked(lRange, NDims);
    return submit_kernel(KRef, QRef, Args, ArgTypes, NArgs, gRange, lRange, NDims, DepEvents, NDepEvents);
  });
}

DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes) {
  return guarded<DPCTLSyclWorkGroupMemoryRef>(__func__, nullptr, [&] { return give(RawWorkGroupMemory{nbytes}); });
}

void DPCTLWorkGroupMemory_Delete(DPCTLSyclWorkGroupMemoryRef Ref) {
  delete unwrap<RawWorkGroupMemory>(Ref);
}

bool DPCTLWorkGroupMemory_Available(void) {
  return true;
}

DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count) {
  return guarded<DPCTLSyclRawKernelArgRef>(__func__, nullptr, [&] {
    const std::span<unsigned char> from = checked(static_cast<unsigned char *>(bytes), count);
    return give(std::vector<unsigned char>(from.begin(), from.end()));
  });
}

void DPCTLRawKernelArg_Delete(DPCTLSyclRawKernelArgRef Ref) {
  delete unwrap<std::vector<unsigned char>>(Ref);
}

bool DPCTLRawKernelArg_Available(void) {
  return true;
}
}

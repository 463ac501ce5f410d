// Launches of kernels with the arguments that a command group set: of programs in other languages, and plain functions.
#include <sycl/detail/kernel_arguments.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <span>

#include <sycl/kernel_bundle.hpp>

#include "opencl/arguments.hpp"
#include "support/lock.hpp"
#include "sycl/bridge.hpp"
#include "sycl/dynamic_graph.hpp"
#include "sycl/programs.hpp"
#include "sycl/requirements.hpp"

namespace sycl::inline _V1::detail {

using weft::Errc;
using weft::Error;
using weft::opencl::Argument;

namespace {

Argument argument_for(const kernel_argument &a, std::size_t number) {
  using kind = kernel_argument::kind;
  const auto as = [&](Argument::Kind of, std::string type) { return Argument{of, std::move(type), a.bytes, 0}; };
  switch (a.of) {
  case kind::integer:
    return as(Argument::Kind::integer, fmt::format("an integer of {} bytes", a.bytes.size()));
  case kind::floating:
    return as(Argument::Kind::floating, fmt::format("a floating-point number of {} bytes", a.bytes.size()));
  case kind::pointer:
    return as(Argument::Kind::pointer, "a pointer");
  case kind::raw:
    return as(Argument::Kind::raw, fmt::format("{} bytes", a.bytes.size()));
  case kind::local:
    return {Argument::Kind::local, fmt::format("local memory of {} bytes", a.local_bytes), {}, a.local_bytes};
  case kind::unset:
    break;
  }
  throw Error(Errc::kernel_argument, "launch of a kernel: argument {} was not set; call handler::set_arg", number);
}

} // namespace

namespace {

/// Written where a kernel is first asked for by its function; of the same kernel always the same.
struct Signatures {
  weft::Mutex mutex;
  std::map<const kernel_entry *, std::shared_ptr<const kernel_signature>> all;
};
Signatures &signatures() {
  static constinit weft::Lazy<Signatures> instance;
  return instance.get();
}

/// Moves a local accessor, or work_group_memory, behind so many bytes.
void move_local_memory(std::span<std::byte> value, std::uint32_t bytes) {
  std::uint32_t place[2]; // of local_place: offset and mark
  if (value.size() < sizeof place)
    return;
  std::memcpy(place, value.data(), sizeof place);
  place[0] += (place[1] & ~1u) == local_accessor_mark ? bytes : 0;
  std::memcpy(value.data(), place, sizeof place);
}

std::vector<std::byte> captures_of(const kernel_signature &signature, const std::vector<kernel_argument> &arguments,
                                   const std::string &name, std::uint32_t scratch_bytes) {
  if (arguments.size() != signature.parameters.size())
    throw Error(Errc::kernel_argument, "launch of {}: {} arguments were set, it takes {}", name, arguments.size(),
                signature.parameters.size());
  std::vector<std::byte> captures(signature.size);
  if (signature.dims == 0) { // the extent of a task
    constexpr std::size_t one = 1;
    std::memcpy(captures.data(), &one, sizeof one);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const kernel_argument &a = arguments[i];
    const std::vector<std::byte> &value = a.object.empty() ? a.bytes : a.object;
    const kernel_parameter &to = signature.parameters[i];
    if (a.of == kernel_argument::kind::unset)
      argument_for(a, i);
    if (value.size() != to.size)
      throw Error(Errc::kernel_argument, "launch of {}: argument {} has {} bytes, the parameter {}", name, i,
                  value.size(), to.size);
    std::ranges::copy(value, captures.begin() + static_cast<std::ptrdiff_t>(to.place));
    move_local_memory(std::span(captures).subspan(to.place, to.size), scratch_bytes);
  }
  return captures;
}

event launch_function(const queue &q, const kernel &k, const kernel_range &range,
                      const std::vector<kernel_argument> &arguments, event_list depends, launch_extras extras) {
  const auto name = k.get_info<info::kernel::function_name>();
  const auto signature = weft::sycl_api::signature_of(k);
  if (signature == nullptr)
    throw Error(Errc::invalid, "launch of {}: a kernel of the program itself is launched with its function object",
                name);
  const bool has_groups = range.local[0] != 0;
  if (has_groups != (signature->dims != 0) || (has_groups && range.dims != signature->dims) ||
      (!has_groups && range.global[0] * range.global[1] * range.global[2] != 1))
    throw Error(Errc::invalid, "launch of {}: it is {}", name,
                signature->dims == 0 ? "a task" : fmt::format("over an nd_range of {} dimensions", signature->dims));
  launch_shape shape;
  shape.dims = range.dims;
  for (int d = 0; d < range.dims; ++d) {
    shape.global[d] = range.global[range.dims - 1 - d];
    shape.local[d] = range.local[range.dims - 1 - d];
  }
  for (int d = range.dims; has_groups && d < 3; ++d)
    shape.local[d] = 1;
  const std::vector<std::byte> captures = captures_of(*signature, arguments, name, extras.scratch_bytes);
  if (extras.bundle == nullptr)
    extras.bundle = weft::sycl_api::bundle_of(k);
  const event done = launch(q, *weft::sycl_api::entry_of(k), shape, captures.data(), captures.size(), depends, extras);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].dynamic != nullptr)
      arguments[i].dynamic->bind(weft::sycl_api::recorded_kernel(done), signature->parameters[i].place);
  return done;
}

} // namespace

void describe_parameters(const kernel_entry &entry, const kernel_signature &signature) {
  Signatures &s = signatures();
  const std::lock_guard lock(s.mutex);
  if (auto &known = s.all[&entry]; known == nullptr)
    known = std::make_shared<const kernel_signature>(signature);
}

event launch_kernel(const queue &q, const kernel &k, const kernel_range &range,
                    const std::vector<kernel_argument> &arguments, event_list depends, const launch_extras &extras) {
  return weft::sycl_api::translated([&] {
    const weft::opencl::Kernel *launched = weft::sycl_api::opencl_kernel_of(k);
    if (launched == nullptr)
      return launch_function(q, k, range, arguments, depends, extras);
    std::vector<kernel_argument> now = arguments;
    std::vector<Argument> given;
    for (kernel_argument &a : now) {
      if (depends.requirements != nullptr && a.of == kernel_argument::kind::pointer)
        depends.requirements->fill_in(a.bytes);
      given.push_back(argument_for(a, given.size()));
    }
    const auto dims = static_cast<std::size_t>(range.dims);
    std::optional<std::span<const std::size_t>> local;
    if (range.local[0] != 0)
      local = std::span(range.local, dims);
    const event done =
        weft::sycl_api::submit_command(q, depends, [&](weft::runtime::Queue &queue, weft::runtime::Events events) {
          return weft::opencl::launch(queue, *launched, given, std::span(range.global, dims), local, events);
        });
    bind_captures(done, arguments);
    return done;
  });
}

} // namespace sycl::inline _V1::detail

namespace weft::sycl_api {

std::shared_ptr<const ::sycl::detail::kernel_signature> signature_of(const ::sycl::kernel &kernel) {
  ::sycl::detail::Signatures &s = ::sycl::detail::signatures();
  const std::lock_guard lock(s.mutex);
  const auto known = s.all.find(entry_of(kernel));
  return known != s.all.end() ? known->second : nullptr;
}

} // namespace weft::sycl_api

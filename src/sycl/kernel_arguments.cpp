// Launches of kernels of programs in other languages, with the arguments that a command group set.
#include <sycl/detail/kernel_arguments.hpp>

#include <span>

#include <sycl/kernel_bundle.hpp>

#include "opencl/arguments.hpp"
#include "sycl/bridge.hpp"
#include "sycl/programs.hpp"
#include "sycl/requirements.hpp"

namespace sycl::detail {

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

event launch_kernel(const queue &q, const kernel &k, const kernel_range &range,
                    const std::vector<kernel_argument> &arguments, event_list depends) {
  return weft::sycl_api::translated([&] {
    const weft::opencl::Kernel *launched = weft::sycl_api::opencl_kernel_of(k);
    if (launched == nullptr)
      throw Error(Errc::invalid, "launch of {}: a kernel of the program itself is launched with its function object",
                  k.get_info<info::kernel::function_name>());
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
    return weft::sycl_api::submit_command(q, depends, [&](weft::runtime::Queue &queue, weft::runtime::Events events) {
      return weft::opencl::launch(queue, *launched, given, std::span(range.global, dims), local, events);
    });
  });
}

} // namespace sycl::detail

// Fills the block of bytes that a kernel's entry reads.
#include "opencl/arguments.hpp"

#include <algorithm>
#include <cstring>

#include "support/error.hpp"

namespace weft::opencl {

using codegen::LaunchForm;
using codegen::opencl::Parameter;
using codegen::opencl::ParameterKind;

namespace {

constexpr std::uint32_t local_alignment = 64;

std::string named(const Kernel &kernel, std::size_t i) {
  const Parameter &p = kernel.info->parameters[i];
  return fmt::format("kernel {}: argument {}{}{}", kernel.info->name, i, p.name.empty() ? "" : " ", p.name);
}

std::string type_of(const Parameter &p) {
  if (!p.type.empty())
    return p.kind == ParameterKind::local ? "local " + p.type : p.type;
  return p.kind == ParameterKind::local     ? "a pointer to local memory"
         : p.kind == ParameterKind::pointer ? "a pointer"
                                            : fmt::format("{} bytes", p.size);
}

bool fits(const Parameter &p, const Argument &a) {
  switch (p.kind) {
  case ParameterKind::local:
    return a.kind == Argument::Kind::local;
  case ParameterKind::pointer:
    return a.kind == Argument::Kind::pointer;
  case ParameterKind::integer:
    return (a.kind == Argument::Kind::integer || a.kind == Argument::Kind::raw) && a.bytes.size() == p.size;
  case ParameterKind::floating:
    return (a.kind == Argument::Kind::floating || a.kind == Argument::Kind::raw) && a.bytes.size() == p.size;
  case ParameterKind::other:
    return a.kind == Argument::Kind::raw && a.bytes.size() == p.size;
  }
  return false;
}

void require_fitting(const Kernel &kernel, std::span<const Argument> arguments) {
  const auto &parameters = kernel.info->parameters;
  if (arguments.size() != parameters.size())
    throw Error(Errc::kernel_argument, "kernel {}: takes {} arguments, {} were given", kernel.info->name,
                parameters.size(), arguments.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!fits(parameters[i], arguments[i]))
      throw Error(Errc::kernel_argument, "{}: is of type {}, {} was given", named(kernel, i), type_of(parameters[i]),
                  arguments[i].type);
}

/// Kernels that meet have to be in work-groups: the largest of at most 256 items that divides the fastest dimension.
std::array<std::size_t, 3> group_for(const runtime::NdRange &range, const codegen::KernelInfo &entry) {
  if (entry.local[0] != 0)
    return {entry.local[0], std::max(1u, entry.local[1]), std::max(1u, entry.local[2])};
  std::size_t size = std::min<std::size_t>(256, range.global[0]);
  while (size > 1 && range.global[0] % size != 0)
    --size;
  return {std::max<std::size_t>(size, 1), 1, 1};
}

runtime::NdRange range_of(std::span<const std::size_t> global, std::optional<std::span<const std::size_t>> local) {
  if (global.empty() || global.size() > 3)
    throw Error(Errc::nd_range, "a kernel's range has 1 to 3 dimensions, not {}", global.size());
  if (local && local->size() != global.size())
    throw Error(Errc::nd_range, "the range has {} dimensions, its work-groups have {}", global.size(), local->size());
  runtime::NdRange range;
  range.dims = static_cast<int>(global.size());
  if (local)
    range.local = {1, 1, 1};
  for (std::size_t d = 0; d < global.size(); ++d) {
    range.global[d] = global[global.size() - 1 - d];
    if (local)
      range.local[d] = (*local)[global.size() - 1 - d];
    if (local && range.local[d] == 0)
      throw Error(Errc::nd_range, "a work-group of 0 items; sizes are positive");
  }
  return range;
}

} // namespace

runtime::Event launch(runtime::Queue &queue, const Kernel &kernel, std::span<const Argument> arguments,
                      std::span<const std::size_t> global, std::optional<std::span<const std::size_t>> local,
                      runtime::Events depends) {
  require_fitting(kernel, arguments);
  runtime::Launch launch{.kernel = {}, .range = range_of(global, local)};
  const runtime::Kernel grouped = kernel.entry(LaunchForm::nd_range, launch.range.dims);
  if (!local && (kernel.info->meets || grouped.info->local[0] != 0))
    launch.range.local = group_for(launch.range, *grouped.info);
  launch.kernel = launch.range.is_range() ? kernel.entry(LaunchForm::range, launch.range.dims) : grouped;
  std::vector<std::byte> block(launch.kernel.info->args_size);
  std::uint32_t first = 0;
  if (launch.range.is_range()) {
    first = 8u * static_cast<unsigned>(launch.range.dims);
    std::memcpy(block.data(), launch.range.global.data(), first);
  }
  std::size_t next = 0, local_bytes = 0;
  codegen::opencl::lay_out(*kernel.info, first, [&](const Parameter &p, std::uint32_t at) {
    const Argument &a = arguments[next++];
    if (p.kind == ParameterKind::local) {
      std::memcpy(block.data() + at, &local_bytes, sizeof local_bytes);
      local_bytes += (a.local_bytes + local_alignment - 1) / local_alignment * local_alignment;
    } else {
      std::memcpy(block.data() + at, a.bytes.data(), p.size);
    }
  });
  if (local_bytes > std::numeric_limits<std::uint32_t>::max())
    throw Error(Errc::kernel_argument, "kernel {}: {} bytes of local memory", kernel.info->name, local_bytes);
  launch.args = block;
  launch.local_bytes = static_cast<std::uint32_t>(local_bytes);
  return queue.launch(launch, depends);
}

} // namespace weft::opencl

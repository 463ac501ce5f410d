// The stand-in's modules, functions and launches.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <string_view>
#include <vector>

#include "world.hpp"

namespace {
constexpr unsigned most_of_variables = 48 << 10; // bytes of shared memory, as ptxas has it

std::string entry_of_ptx(std::string_view ptx) {
  constexpr std::string_view mark = ".entry ";
  const std::size_t entry = ptx.find(mark);
  if (entry == std::string_view::npos)
    return {};
  const std::size_t from = entry + mark.size();
  return std::string(ptx.substr(from, ptx.find_first_of("( \n", from) - from));
}

/// Of the variables that it declares, as in ".shared .align 16 .b8 name[64];" and ".shared .align 4 .u32 name;".
unsigned shared_bytes_of_ptx(std::string_view ptx) {
  constexpr std::string_view mark = ".shared .align ";
  unsigned bytes = 0;
  for (std::size_t at = ptx.find(mark); at != ptx.npos; at = ptx.find(mark, at)) {
    at += mark.size();
    const std::string_view variable = ptx.substr(at, ptx.find(';', at) - at);
    const std::size_t type = variable.find('.'), length = variable.find('[');
    const int bits = std::atoi(variable.data() + type + 2);
    bytes += static_cast<unsigned>(bits / 8 * (length == variable.npos ? 1 : std::atoi(variable.data() + length + 1)));
  }
  return bytes;
}

/// From the name of the section that has its code.
std::string entry_of_cubin(const char *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), image + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  const char *const names = image + sections[header.e_shstrndx].sh_offset;
  for (const Elf64_Shdr &section : sections)
    if (const std::string_view name = names + section.sh_name; name.starts_with(".text."))
      return std::string(name.substr(6));
  return {};
}

bool fits(const std::array<unsigned, 3> &extents, const std::array<unsigned, 3> &most) {
  for (std::size_t d = 0; d < 3; ++d)
    if (extents[d] == 0 || extents[d] > most[d])
      return false;
  return true;
}

/// out[i] = out[i] * factor + addend, as tests/cpp/devices has it.
struct AffineArguments {
  std::int64_t *out;
  std::int64_t factor, addend;
};

} // namespace

extern "C" {

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned, int *, void **) {
  ENTER();
  const auto *text = static_cast<const char *>(image);
  const bool finished = std::memcmp(text, ELFMAG, SELFMAG) == 0;
  const std::string name = finished ? entry_of_cubin(text) : entry_of_ptx(text);
  const unsigned shared = finished ? 0 : shared_bytes_of_ptx(text);
  if (name.empty() || shared > most_of_variables)
    return 218; // invalid PTX
  static std::atomic<long> loads = 0;
  if (++loads > number("loads", 1l << 32))
    return error_out_of_memory;
  wait_for_device();
  const bool crowded = std::strstr(text, ".minnctapersm ") != nullptr;
  *module = new CUmod_st{{name, crowded ? static_cast<int>(number("spills", 0)) : 0, contexts.back()->device, shared}};
  return success;
}
CUresult cuModuleUnload(CUmodule module) {
  ENTER();
  delete module;
  return success;
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  ENTER();
  *function = &module->function;
  return module->function.name == name ? success : not_found;
}
CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  ENTER();
  *value = attribute == function_max_threads_per_block ? static_cast<int>(number("threads", 1024))
           : attribute == function_local_size_bytes    ? function->local_bytes
           : attribute == function_shared_size_bytes   ? static_cast<int>(function->own_shared_bytes)
                                                       : 32;
  return success;
}
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  ENTER();
  const unsigned all = function->own_shared_bytes + static_cast<unsigned>(value);
  if (attribute != function_max_dynamic_shared_size_bytes || all > 227 << 10)
    return invalid_value;
  function->most_shared = std::max(function->most_shared, all);
  return success;
}
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction, std::size_t (*)(int), std::size_t, int) {
  ENTER();
  *grid = 8;
  *block = 256;
  return success;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction, int, std::size_t) {
  ENTER();
  *blocks = 2;
  return success;
}
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, CUstream stream, void **parameters, void **) {
  ENTER();
  if (contexts.back()->device != stream->device || function->device != stream->device)
    return invalid_handle;
  if (!fits({gx, gy, gz}, {0x7fffffff, 65535, 65535}) || !fits({bx, by, bz}, {1024, 1024, 64}) ||
      std::uint64_t(bx) * by * bz > static_cast<std::uint64_t>(number("threads", 1024)) ||
      function->local_bytes > number("stack", 64) || function->own_shared_bytes + shared > function->most_shared)
    return invalid_value;
  const std::string fault = setting("fault");
  const std::size_t colon = fault.find(':');
  if (colon != std::string::npos && function->name.find(fault.substr(0, colon)) != std::string::npos) {
    enqueue(stream, [code = std::atoi(fault.c_str() + colon + 1)] {
      const std::lock_guard lock(world().mutex);
      world().failure = code;
      world().changed.notify_all();
    });
  } else if (function->name == "affine") {
    AffineArguments arguments{};
    std::memcpy(&arguments, parameters[0], sizeof arguments);
    struct {
      std::array<std::uint64_t, 3> global, offset;
    } range{};
    std::memcpy(&range, parameters[1], sizeof range);
    enqueue(stream,
            [=, items = std::min(std::uint64_t(gx) * bx, range.global[0]), out = arguments.out + range.offset[0]] {
              for (std::uint64_t i = 0; i < items; ++i)
                out[i] = out[i] * arguments.factor + arguments.addend;
            });
  } else {
    enqueue(stream, [] {});
  }
  return success;
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                   unsigned bz, unsigned shared, CUstream stream, void **parameters) {
  if (std::uint64_t(gx) * gy * gz > 8)
    return 720;
  return cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, nullptr);
}

} // extern "C"

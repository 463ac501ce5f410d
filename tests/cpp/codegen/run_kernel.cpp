// The system linker and loader stand in for the CPU backend's own.
#include "run_kernel.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "support/error.hpp"

namespace weft::codegen::test {

namespace {
struct FreeMemory {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, FreeMemory>;

Memory aligned(std::size_t bytes) {
  return Memory(std::aligned_alloc(64, (bytes + 127) / 64 * 64));
}
} // namespace

LoadedBinary::LoadedBinary(Binary binary)
    : binary_(std::move(binary)), layout_(binary_.get_launched_by<cpu::Layout>()) {
  static int serial = 0;
  const std::string base = fmt::format("/tmp/weft_test_{}_{}", getpid(), serial++);
  std::ofstream(base + ".o", std::ios::binary)
      .write(reinterpret_cast<const char *>(binary_.image.data()), static_cast<std::streamsize>(binary_.image.size()));
  const std::string link = fmt::format("ld.lld-22 -shared {0}.o -o {0}.so", base);
  WEFT_CHECK(std::system(link.c_str()) == 0, "{}", link);
  library_ = dlopen((base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  WEFT_CHECK(library_ != nullptr, "{}", dlerror());
  entry_ = reinterpret_cast<cpu::Entry>(dlsym(library_, binary_.entry.c_str()));
  WEFT_CHECK(entry_ != nullptr, "no entry {}", binary_.entry);
  std::remove((base + ".o").c_str());
  std::remove((base + ".so").c_str());
}

LoadedBinary::~LoadedBinary() {
  dlclose(library_);
}

void LoadedBinary::run(const void *args, std::array<std::uint64_t, 3> global, std::array<std::uint64_t, 3> local,
                       std::size_t local_bytes, std::array<std::uint64_t, 3> offset) const {
  cpu::LaunchInfo info{};
  std::uint64_t units = 1, group = 1;
  for (int dim = 0; dim < 3; ++dim) {
    info.global[dim] = global[dim];
    info.local[dim] = local[0] == 0 ? layout_.unit[dim] : local[dim];
    info.groups[dim] = (global[dim] + info.local[dim] - 1) / info.local[dim];
    info.offset[dim] = offset[dim];
    units *= local[0] == 0 ? info.groups[dim] : (info.groups[dim] + layout_.unit[dim] - 1) / layout_.unit[dim];
    group *= info.local[dim];
  }
  info.local_stride = (local_bytes + layout_.static_local + cpu::local_margin + 63) / 64 * 64;
  const Memory local_memory = aligned(cpu::local_margin + info.local_stride * layout_.local_copies);
  std::byte *const local_start = static_cast<std::byte *>(local_memory.get()) + cpu::local_margin;
  const Memory context = aligned(layout_.context_fixed + layout_.context_per_item * group);
  const std::uint64_t half = units / 2;
  if (half != 0)
    entry_(args, &info, 0, half, local_start, context.get());
  entry_(args, &info, half, units, local_start, context.get());
}

std::unique_ptr<LoadedBinary> compile(const KernelModule &module, const std::string &kernel, Specialization spec) {
  return std::make_unique<LoadedBinary>(codegen().finalizer({"cpu"})->finalize(module, kernel, spec));
}

} // namespace weft::codegen::test

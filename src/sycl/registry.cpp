// Finds the kernel behind a launch: by translation unit and name, since internal names of several units may be equal
// (facts/clang22-sycl.md, T8).
#include "sycl/registry.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cxxabi.h>

#include "codegen/codegen.hpp"
#include "codegen/device_global.hpp"
#include "codegen/index_checks.hpp"
#include "codegen/kernel_module.hpp"
#include "runtime/executable.hpp"
#include "runtime/finished_code.hpp"
#include "runtime/make_ahead.hpp"
#include "runtime/requirements.hpp"
#include "support/device_code_split.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"
#include "sycl/bridge.hpp"
#include "sycl/constants.hpp"
#include "sycl/device_globals.hpp"
#include "sycl/dynamic_memory.hpp"
#include "sycl/requirements.hpp"

namespace weft::sycl_api {
namespace {

using KernelEntry = ::sycl::detail::kernel_entry;

struct Image {
  std::string tu;
  std::span<const std::byte> container;
  std::shared_ptr<const codegen::KernelModule> module; ///< Read on first use.
};

std::string demangled(const std::string &symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                     std::free);
  return status == 0 ? name.get() : symbol;
}

class Registry {
public:
  void add(const char *tu, std::span<const std::byte> container) {
    std::lock_guard lock(mutex_);
    images_.push_back({tu, container, nullptr});
  }

  void remove(const void *container) {
    std::lock_guard lock(mutex_);
    std::erase_if(images_, [=](const Image &i) { return i.container.data() == container; });
    std::erase_if(expected_, [=](const auto &of) { return of.first == container; });
  }

  const KernelEntry &find(std::string_view tu, std::string_view name, std::size_t args_size) {
    std::lock_guard lock(mutex_);
    for (Image &image : images_)
      if (image.tu == tu)
        return launched(image, name, args_size);
    throw Error(Errc::kernel,
                "launch of {}: no device code of its translation unit is loaded; was the object made by weft-clang++ "
                "without -fsycl, or stripped of its constructors?",
                name);
  }

  const KernelEntry *find_any(std::string_view tu, std::span<const char *const> symbols) {
    std::lock_guard lock(mutex_);
    for (const bool own : {true, false})
      for (Image &image : images_)
        if ((image.tu == tu) == own)
          for (const codegen::KernelInfo &info : module_of(image).kernels())
            if (std::ranges::find(symbols, info.name, [](const char *s) { return std::string_view(s); }) !=
                symbols.end())
              return &entry(image, info);
    return nullptr;
  }

  /// Of images whose translation unit `wanted` is true for.
  std::vector<const KernelEntry *> all(auto wanted) {
    std::lock_guard lock(mutex_);
    std::vector<const KernelEntry *> kernels;
    for (Image &image : images_)
      if (wanted(image.tu))
        for (const codegen::KernelInfo &info : module_of(image).kernels())
          kernels.push_back(&entry(image, info));
    return kernels;
  }

  /// Those that `device` was not told yet.
  std::vector<runtime::Kernel> expected(const runtime::Device &device) {
    constexpr std::size_t most_kernels = 32; // of more, most will not be launched
    std::lock_guard lock(mutex_);
    std::vector<runtime::Kernel> kernels;
    for (Image &image : images_) {
      if (!expected_.emplace(image.container.data(), &device).second)
        continue;
      const auto &all = module_of(image).kernels();
      const bool few = kernels.size() + all.size() <= most_kernels;
      for (const codegen::KernelInfo &info : all)
        if (few && info.imports.empty())
          kernels.push_back({image.module, &info});
    }
    return kernels;
  }

private:
  static const codegen::KernelModule &module_of(Image &image) {
    if (!image.module)
      image.module = codegen::KernelModule::parse(image.container);
    return *image.module;
  }

  const KernelEntry &launched(Image &image, std::string_view name, std::size_t args_size) {
    const codegen::KernelInfo &info = module_of(image).kernel(name);
    const std::size_t appended = sizeof(void *) * codegen::device_globals_of(info).size();
    if (info.args_size - appended != args_size)
      throw Error(
          Errc::kernel_argument,
          "launch of {}: its captures take {} bytes on the host and {} on the device; do not capture by #ifdef of "
          "__SYCL_DEVICE_ONLY__",
          info.pretty, args_size, info.args_size - appended);
    return entry(image, info);
  }

  const KernelEntry &entry(Image &image, const codegen::KernelInfo &info) {
    if (const auto known = entries_.find(&info); known != entries_.end())
      return known->second;
    KernelEntry entry{{image.module, &info}, image.tu};
    if (!info.imports.empty())
      link_imports(image, entry.kernel);
    return entries_.emplace(&info, std::move(entry)).first->second;
  }

  /// A module of the kernel with the SYCL_EXTERNAL functions that it needs of other images; linked when first compiled.
  void link_imports(const Image &image, runtime::Kernel &kernel) {
    std::vector<const Image *> libraries;
    std::vector<std::string> open = kernel.info->imports;
    while (!open.empty()) {
      const std::string symbol = std::move(open.back());
      open.pop_back();
      const Image &library = exporting(image, symbol, kernel.info->pretty);
      if (std::ranges::find(libraries, &library) != libraries.end())
        continue;
      libraries.push_back(&library);
      std::ranges::copy(library.module->exports().imports, std::back_inserter(open));
    }
    // Each makes a module of one kernel, and launches tell the kernels of a module apart by their number.
    Hash hash = combine(kernel.module->hash(), hash_text(kernel.info->name));
    codegen::KernelInfo info = *kernel.info;
    info.piece = 0;
    std::vector<std::pair<std::string, std::shared_ptr<const codegen::KernelModule>>> kept;
    for (const Image *library : libraries) {
      hash = combine(hash, library->module->hash());
      add_constants(info, library->module->exports().constants, library->tu);
      kept.emplace_back(library->tu, library->module);
    }
    auto make = [own = kernel, kept = std::move(kept)] {
      std::vector<codegen::Library> all;
      for (const auto &[tu, library] : kept)
        all.push_back({tu, library->exports_bitcode()});
      return codegen::codegen().link(own.module->bitcode(*own.info), own.info->name, all);
    };
    kernel.module = std::make_shared<const codegen::KernelModule>(hash, std::move(make), std::vector{std::move(info)});
    kernel.info = &kernel.module->kernels().front();
  }

  /// Adds what the functions of a library ask for; launches append a pointer for each of its device_globals.
  static void add_constants(codegen::KernelInfo &info, const std::vector<codegen::ConstantInfo> &constants,
                            std::string_view tu) {
    const std::size_t known = info.constants.size();
    for (const codegen::ConstantInfo &constant : constants) {
      codegen::ConstantInfo seen = codegen::seen_by_others(constant, tu);
      if (std::ranges::find(info.constants, seen.name, &codegen::ConstantInfo::name) == info.constants.end())
        info.constants.push_back(std::move(seen));
    }
    const auto pointers = codegen::device_globals_of(std::span(info.constants).subspan(known));
    if (pointers.empty())
      return;
    constexpr std::uint32_t width = sizeof(void *);
    info.args_size = (info.args_size + width - 1) / width * width + width * static_cast<std::uint32_t>(pointers.size());
    info.args_align = std::max(info.args_align, width);
  }

  const Image &exporting(const Image &user, const std::string &symbol, std::string_view kernel) {
    const Image *found = nullptr;
    for (Image &image : images_) {
      if (std::ranges::find(module_of(image).exports().functions, symbol) == image.module->exports().functions.end())
        continue;
      if (image.tu == user.tu)
        return image;
      if (found == nullptr)
        found = &image;
    }
    if (found == nullptr)
      throw Error(
          Errc::kernel,
          "launch of {}: it calls {}, which no loaded object defines as SYCL_EXTERNAL; link the object that does",
          kernel, demangled(symbol));
    return *found;
  }

  Mutex mutex_;
  std::vector<Image> images_;
  std::set<std::pair<const void *, const runtime::Device *>> expected_; ///< containers, and where for
  std::map<const codegen::KernelInfo *, KernelEntry> entries_;          ///< Callers keep references for ever.
};

/// Never destroyed: objects unregister from destructors that may run after ours.
Registry &registry() {
  static constinit Lazy<Registry> instance;
  return instance.get();
}

bool holds_local_accessor(std::span<const std::byte> arguments) {
  std::uint32_t word = 0;
  for (std::size_t at = sizeof word; at + sizeof word <= arguments.size(); at += 2 * sizeof word) {
    std::memcpy(&word, arguments.data() + at, sizeof word);
    if ((word & ~1u) == ::sycl::detail::local_accessor_mark)
      return true;
  }
  return false;
}

/// Does the user ask for it? Read once.
bool checks_indices() {
  static constinit std::atomic<int> known{-1};
  int wanted = known.load(std::memory_order_relaxed);
  if (wanted < 0) {
    wanted = translated([] { return env::flag("WEFT_CHECK"); });
    known.store(wanted, std::memory_order_relaxed);
  }
  return wanted != 0;
}

} // namespace

const KernelEntry *find_kernel(const char *tu, const char *const *symbols, std::size_t count) {
  return registry().find_any(tu, {symbols, count});
}

void expect_launches(const std::shared_ptr<runtime::Device> &device) {
  if (!device->code_traits().compiles_ahead)
    return;
  std::vector<runtime::Kernel> kernels;
  try {
    kernels = registry().expected(*device);
  } catch (const Error &) { // a damaged container: its launches will say so
  }
  runtime::make_ahead(device, std::move(kernels));
}

std::vector<const KernelEntry *> all_kernels() {
  return registry().all([](const std::string &) { return true; });
}

bool of_one_image(const KernelEntry &a, const KernelEntry &b) {
  const codegen::KernelInfo &x = *a.kernel.info, &y = *b.kernel.info;
  const DeviceCodeSplit split = split_of(a.tu);
  if (split == DeviceCodeSplit::per_kernel || split != split_of(b.tu))
    return &x == &y;
  return (split == DeviceCodeSplit::off || a.tu == b.tu) && x.aspects == y.aspects &&
         x.sub_group_size == y.sub_group_size && std::ranges::equal(x.local, y.local);
}

std::vector<const KernelEntry *> kernels_of_image(const KernelEntry &one) {
  if (split_of(one.tu) == DeviceCodeSplit::per_kernel)
    return {&one};
  std::vector<const KernelEntry *> kernels = registry().all([&](const std::string &tu) {
    return tu == one.tu || (split_of(one.tu) == DeviceCodeSplit::off && split_of(tu) == DeviceCodeSplit::off);
  });
  std::erase_if(kernels, [&](const KernelEntry *k) { return !of_one_image(*k, one); });
  return kernels;
}

} // namespace weft::sycl_api

void __weft_register_image(const char *tu, const void *container, std::size_t size) {
  weft::sycl_api::registry().add(tu, {static_cast<const std::byte *>(container), size});
}

void __weft_unregister_image(const void *container) {
  weft::sycl_api::registry().remove(container);
}

void __weft_register_finished(const void *code, std::size_t size) {
  weft::runtime::add_finished({static_cast<const std::byte *>(code), size});
}

void __weft_unregister_finished(const void *code) {
  weft::runtime::remove_finished(code);
}

namespace sycl::inline _V1::detail {

using namespace weft;
using namespace weft::sycl_api;

const kernel_entry &find_kernel(const char *tu, const char *name, std::size_t args_size) {
  return translated([&]() -> const kernel_entry & { return registry().find(tu, name, args_size); });
}

void require_supported(const queue &q, const kernel_entry &entry) {
  translated([&] { runtime::check_requirements(*entry.kernel.info, queue_of(q)->device()->info()); });
}

namespace {
/// What the kernel requires, or as many work-items as divide the range, up to 256, side by side first.
std::array<std::size_t, 3> choose_local(const kernel_entry &entry, const std::array<std::size_t, 3> &global,
                                        const runtime::DeviceInfo &device) {
  const auto &required = entry.kernel.info->local;
  std::array<std::size_t, 3> local{1, 1, 1};
  if (required[0] != 0) {
    std::ranges::transform(required, local.begin(), [](std::uint32_t n) { return std::max(n, 1u); });
    return local;
  }
  std::size_t room = std::min<std::size_t>(device.max_work_group_size, 256);
  for (int d = 0; d < 3; ++d) {
    local[d] = std::max<std::size_t>(1, std::min({room, global[d], device.max_work_item_sizes[d]}));
    while (global[d] % local[d] != 0)
      --local[d];
    room /= local[d];
  }
  return local;
}

[[noreturn]] void refuse_local_memory(const kernel_entry &entry) {
  detail::throw_error(errc::kernel_argument,
                      "launch of " + entry.kernel.info->pretty +
                          ": it has no work-groups, which local accessors need; launch it over an nd_range");
}
} // namespace

event launch(const queue &q, const kernel_entry &entry, const launch_shape &shape, const void *args,
             std::size_t args_size, event_list depends, const launch_extras &extras) {
  if (extras.bundle)
    require_in_bundle(entry, *extras.bundle);
  if (entry.kernel.info->takes_scratch && !extras.has_scratch)
    detail::throw_error(errc::memory_allocation, // as DPC++ has it
                        "launch of " + entry.kernel.info->pretty +
                            ": it calls get_work_group_scratch_memory; give the launch work_group_scratch_size(bytes) "
                            "among its properties");
  const bool has_groups = shape.local[0] != 0;
  if (!has_groups && extras.local_bytes != 0 && holds_local_accessor({static_cast<const std::byte *>(args), args_size}))
    refuse_local_memory(entry);
  runtime::Launch launch;
  launch.kernel = entry.kernel;
  std::copy_n(shape.global, 3, launch.range.global.begin());
  std::copy_n(shape.local, 3, launch.range.local.begin());
  if (shape.local[0] == launch_shape::chosen)
    launch.range.local = choose_local(entry, launch.range.global, queue_of(q)->device()->info());
  std::copy_n(shape.offset, 3, launch.range.offset.begin());
  launch.range.dims = shape.dims;
  launch.args = {static_cast<const std::byte *>(args), args_size};
  launch.local_bytes = has_groups ? extras.local_bytes : 0;
  launch.keep_alive = extras.keep_alive;
  launch.together = extras.together;
  std::vector<codegen::Specialization::Constant> constants;
  if (const Constants *set = extras.bundle ? bundle_constants(*extras.bundle) : extras.constants.get())
    launch.constants = constants = set->of(entry.tu.c_str(), *entry.kernel.info);
  if (checks_indices()) {
    constants.push_back({codegen::check_indices, {}});
    std::ranges::sort(constants, {}, &codegen::Specialization::Constant::name);
    launch.constants = constants;
  }
  std::vector<std::byte> filled_in;
  if (entry.kernel.info->args_size != args_size) { // pointers to device_globals follow
    filled_in.assign(launch.args.begin(), launch.args.end());
    filled_in.resize(entry.kernel.info->args_size);
    translated([&] { append_device_globals(entry.tu, *entry.kernel.info, *queue_of(q), filled_in); });
    launch.args = filled_in;
  }
  if (holds_placeholder(launch.args) || (depends.requirements != nullptr && depends.requirements->replaces())) {
    if (filled_in.empty())
      filled_in.assign(launch.args.begin(), launch.args.end());
    if (depends.requirements != nullptr)
      depends.requirements->fill_in(filled_in);
    if (holds_placeholder(filled_in))
      detail::throw_error(errc::kernel_argument,
                          "launch of " + entry.kernel.info->pretty +
                              ": it uses a placeholder accessor that the command group does not require; call "
                              "handler::require");
    launch.args = filled_in;
  }
  std::vector<DynamicPlace> dynamic;
  if (has_dynamic_memory() && !(dynamic = dynamic_places(launch.args)).empty()) {
    if (!has_groups)
      refuse_local_memory(entry);
    if (filled_in.empty())
      filled_in.assign(launch.args.begin(), launch.args.end());
    launch.local_bytes = translated([&] { return lay_out(dynamic, filled_in, extras.local_bytes); });
    launch.args = filled_in;
  }
  if (depends.requirements != nullptr) // compiled before the command takes its place in the order of buffers
    translated([&] { queue_of(q)->prepare(launch); });
  const event done = submit_command(
      q, depends, [&](runtime::Queue &queue, runtime::Events events) { return queue.launch(launch, events); });
  if (!dynamic.empty())
    keep_laid_out(event_of(done), std::move(dynamic), extras.local_bytes);
  return done;
}

} // namespace sycl::inline _V1::detail

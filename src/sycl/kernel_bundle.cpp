// Kernels by name over the registry of images (SYCL 2020, 4.11).
#include <sycl/ext/oneapi/experimental/kernel_compiler.hpp>
#include <sycl/kernel_bundle.hpp>

#include <algorithm>
#include <span>

#include <fmt/ranges.h>

#include "codegen/device_global.hpp"
#include "runtime/launch_check.hpp"
#include "runtime/requirements.hpp"
#include "sycl/bridge.hpp"
#include "sycl/constants.hpp"
#include "sycl/programs.hpp"
#include "sycl/registry.hpp"

namespace weft::sycl_api {

struct Bundle {
  ::sycl::context context;
  std::vector<::sycl::device> devices;
  std::vector<::sycl::kernel_id> kernels;                   ///< Image by image.
  std::shared_ptr<const opencl::Program> program = nullptr; ///< The kernels of one in OpenCL C have no ids.
  mutable std::shared_ptr<Constants> constants = nullptr;   ///< null: none set; bundles to be compiled change theirs
};

/// A kernel of the program itself or of one in OpenCL C.
struct BundledKernel {
  std::shared_ptr<const Bundle> bundle;
  const codegen::KernelInfo *info = nullptr; ///< lives as long as the bundle or, for kernels with ids, for ever
  opencl::Kernel opencl = {};
};

struct IdAccess {
  static ::sycl::kernel_id make(const ::sycl::detail::kernel_entry *entry) { return ::sycl::kernel_id(entry); }
  static const ::sycl::detail::kernel_entry &entry(const ::sycl::kernel_id &id) { return *id.entry_; }
  static const runtime::Kernel &kernel(const ::sycl::kernel_id &id) { return id.entry_->kernel; }
  static const codegen::KernelInfo &info(const ::sycl::kernel_id &id) { return *kernel(id).info; }
};

namespace {

const codegen::KernelInfo &info_of(const ::sycl::kernel_id &id) {
  return IdAccess::info(id);
}

using ::sycl::bundle_state;

bool brings_further(const ::sycl::device &d, bundle_state state) {
  return state == bundle_state::executable ||
         d.has(state == bundle_state::input ? ::sycl::aspect::online_compiler : ::sycl::aspect::online_linker);
}

void require_known(const ::sycl::context &c, const std::vector<::sycl::device> &devices) {
  if (devices.empty())
    throw Error(Errc::invalid, "kernel bundle: no devices given");
  for (const ::sycl::device &d : devices)
    if (!context_of(c)->contains(*device_of(d)))
      throw Error(Errc::invalid, "kernel bundle: device {} is not in the context", device_of(d)->info().name);
}

::sycl::kernel make_kernel(BundledKernel kernel) {
  return ::sycl::detail::access::make<::sycl::kernel>(
      std::shared_ptr<const BundledKernel>(std::make_shared<BundledKernel>(std::move(kernel))));
}

} // namespace

ProgramBundle make_program_bundle(const ::sycl::context &c, const ::sycl::device &d,
                                  std::shared_ptr<const opencl::Program> program) {
  require_known(c, {d});
  return ::sycl::detail::access::make<ProgramBundle>(
      std::shared_ptr<const Bundle>(std::make_shared<Bundle>(Bundle{c, {d}, {}, std::move(program)})));
}

std::optional<::sycl::kernel> find_kernel(const ProgramBundle &reference, std::string_view name) {
  const std::shared_ptr<const Bundle> &bundle = ::sycl::detail::access::impl(reference);
  if (bundle->program)
    if (opencl::Kernel kernel = opencl::find_kernel(bundle->program, name); kernel.info != nullptr) {
      const codegen::KernelInfo *info = kernel.entry(codegen::LaunchForm::nd_range, 1).info;
      return make_kernel({bundle, info, std::move(kernel)});
    }
  for (const ::sycl::kernel_id &id : bundle->kernels)
    if (name == id.get_name())
      return make_kernel({bundle, &info_of(id)});
  return std::nullopt;
}

const opencl::Kernel *opencl_kernel_of(const ::sycl::kernel &kernel) {
  const opencl::Kernel &found = ::sycl::detail::access::impl(kernel)->opencl;
  return found.info != nullptr ? &found : nullptr;
}

const ::sycl::detail::kernel_entry *entry_of(const ::sycl::kernel &kernel) {
  const BundledKernel &k = *::sycl::detail::access::impl(kernel);
  for (const ::sycl::kernel_id &id : k.bundle->kernels)
    if (&info_of(id) == k.info)
      return &IdAccess::entry(id);
  return nullptr;
}

std::shared_ptr<const Bundle> bundle_of(const ::sycl::kernel &kernel) {
  return ::sycl::detail::access::impl(kernel)->bundle;
}

} // namespace weft::sycl_api

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
using weft::Errc;
using weft::Error;
using weft::codegen::KernelInfo;

const char *kernel_id::get_name() const noexcept {
  return entry_->kernel.info->pretty.c_str();
}

std::vector<kernel_id> get_kernel_ids() {
  return translated([] {
    std::vector<kernel_id> ids;
    for (const detail::kernel_entry *entry : all_kernels())
      ids.push_back(IdAccess::make(entry));
    return ids;
  });
}

namespace detail {

kernel_id find_kernel_id(const char *tu, const kernel_symbols &symbols) {
  return translated([&] {
    const kernel_entry *entry = weft::sycl_api::find_kernel(tu, symbols.names, std::size(symbols.names));
    if (entry == nullptr)
      throw Error(Errc::invalid, "get_kernel_id: no kernel {} in the program or a loaded library", symbols.names[0]);
    return IdAccess::make(entry);
  });
}

kernel_id id_of_entry(const kernel_entry &entry) {
  return IdAccess::make(&entry);
}

bool is_compatible(const kernel_id &id, const device &d) {
  return weft::runtime::missing_requirement(info_of(id), device_of(d)->info()).empty();
}

namespace {
bool of_one_image(const kernel_id &a, const kernel_id &b) {
  return weft::sycl_api::of_one_image(IdAccess::entry(a), IdAccess::entry(b));
}

/// Image by image, in the order of their first kernels.
std::vector<kernel_id> grouped(std::vector<kernel_id> ids) {
  std::vector<kernel_id> sorted;
  while (!ids.empty()) {
    const auto beside_first = [first = ids.front()](const kernel_id &id) { return of_one_image(id, first); };
    std::ranges::copy_if(ids, std::back_inserter(sorted), beside_first);
    std::erase_if(ids, beside_first);
  }
  return sorted;
}

/// Without an image of that number: nothing.
std::span<const kernel_id> image_of(const Bundle &b, std::size_t image) {
  std::span<const kernel_id> rest = b.kernels;
  for (std::size_t i = 0; !rest.empty(); ++i) {
    const auto end =
        std::ranges::find_if_not(rest, [&](const kernel_id &id) { return of_one_image(id, rest.front()); });
    const auto size = static_cast<std::size_t>(end - rest.begin());
    if (i == image)
      return rest.first(size);
    rest = rest.subspan(size);
  }
  return {};
}

/// Each once, in their order.
std::vector<device> distinct(const std::vector<device> &devices) {
  std::vector<device> once;
  std::ranges::copy_if(devices, std::back_inserter(once),
                       [&](const device &d) { return std::ranges::count(once, d) == 0; });
  return once;
}

bool runs_on_one(const kernel_id &id, const std::vector<device> &devices) {
  return std::ranges::any_of(devices, [&](const device &d) { return is_compatible(id, d); });
}

void require_able(bundle_state state, const std::vector<device> &devices) {
  for (const device &d : devices)
    if (!brings_further(d, state))
      throw Error(Errc::invalid, "kernel bundle: device {} has no {}", device_of(d)->info().name,
                  state == bundle_state::input ? "compiler" : "linker");
}
} // namespace

bundle make_bundle(bundle_state state, const context &c, const std::vector<device> &devices,
                   const std::vector<kernel_id> &ids) {
  return translated([&] {
    require_known(c, devices);
    require_able(state, devices);
    std::vector<kernel_id> kept;
    std::ranges::copy_if(ids, std::back_inserter(kept), [&](const kernel_id &id) { return runs_on_one(id, devices); });
    return std::make_shared<const Bundle>(Bundle{c, distinct(devices), grouped(std::move(kept))});
  });
}

bundle make_bundle_of(bundle_state state, const context &c, const std::vector<device> &devices,
                      const std::vector<kernel_id> &ids) {
  return translated([&] {
    require_known(c, devices);
    for (const kernel_id &id : ids)
      if (!runs_on_one(id, devices))
        throw Error(Errc::invalid, "get_kernel_bundle: kernel {} requires {}", id.get_name(),
                    weft::runtime::missing_requirement(info_of(id), device_of(devices.front())->info()));
    std::vector<kernel_id> with_neighbours;
    for (const kernel_id &id : ids)
      if (std::ranges::find(with_neighbours, id) == with_neighbours.end())
        for (const kernel_entry *entry : weft::sycl_api::kernels_of_image(IdAccess::entry(id)))
          with_neighbours.push_back(IdAccess::make(entry));
    return make_bundle(state, c, devices, with_neighbours);
  });
}

bool has_bundle(bundle_state state, const context &c, const std::vector<device> &devices,
                const std::vector<kernel_id> &ids) {
  translated([&] { require_known(c, devices); });
  return std::ranges::all_of(devices, [&](const device &d) { return brings_further(d, state); }) &&
         std::ranges::all_of(ids, [&](const kernel_id &id) { return runs_on_one(id, devices); });
}

namespace {
std::vector<device> devices_of_all(const std::vector<bundle> &bundles) {
  std::vector<device> all;
  std::ranges::copy_if(bundles.front()->devices, std::back_inserter(all), [&](const device &d) {
    return std::ranges::all_of(bundles, [&](const bundle &b) { return std::ranges::count(b->devices, d) != 0; });
  });
  return all;
}
} // namespace

bundle combine_bundles(const std::vector<bundle> &bundles, const std::vector<device> *asked) {
  return translated([&] {
    if (bundles.empty())
      throw Error(Errc::invalid, "kernel bundle: none given");
    const context &c = bundles.front()->context;
    const std::vector<device> known = devices_of_all(bundles);
    const std::vector<device> &devices = asked == nullptr ? known : *asked;
    std::vector<kernel_id> kernels;
    auto constants = std::make_shared<Constants>();
    for (const bundle &b : bundles) {
      if (b->context != c)
        throw Error(Errc::invalid, "kernel bundle: bundles of several contexts; take them of one");
      std::ranges::copy_if(b->kernels, std::back_inserter(kernels),
                           [&](const kernel_id &id) { return std::ranges::count(kernels, id) == 0; });
      if (b->constants)
        constants->merge(*b->constants);
    }
    for (const device &d : devices)
      if (std::ranges::count(known, d) == 0)
        throw Error(Errc::invalid, "kernel bundle: device {} is not one of the bundle", device_of(d)->info().name);
    if (devices.empty())
      throw Error(Errc::invalid, "kernel bundle: no device that all bundles have");
    std::erase_if(kernels, [&](const kernel_id &id) { return !runs_on_one(id, devices); });
    return std::make_shared<const Bundle>(
        Bundle{c, distinct(devices), grouped(std::move(kernels)), nullptr, std::move(constants)});
  });
}

const context &bundle_context(const Bundle &b) {
  return b.context;
}
const std::vector<device> &bundle_devices(const Bundle &b) {
  return b.devices;
}
const std::vector<kernel_id> &bundle_kernels(const Bundle &b) {
  return b.kernels;
}
const Constants *bundle_constants(const Bundle &b) {
  return b.constants.get();
}
std::shared_ptr<Constants> &constants_to_set(const Bundle &b) {
  return b.constants;
}
std::size_t image_count(const Bundle &b) {
  std::size_t count = b.kernels.empty() ? 0 : 1;
  for (std::size_t i = 1; i < b.kernels.size(); ++i)
    count += of_one_image(b.kernels[i - 1], b.kernels[i]) ? 0 : 1;
  return count;
}
std::vector<kernel_id> kernels_of_image(const Bundle &b, std::size_t image) {
  const auto kernels = image_of(b, image);
  return {kernels.begin(), kernels.end()};
}
bool is_same_image(const Bundle &a, std::size_t image, const Bundle &b, std::size_t other) {
  const Constants none;
  const auto constants = [&](const Bundle &of) -> const Constants & { return of.constants ? *of.constants : none; };
  return a.context == b.context && std::ranges::is_permutation(a.devices, b.devices) &&
         std::ranges::is_permutation(image_of(a, image), image_of(b, other)) && constants(a) == constants(b);
}
bool reads_constant(const Bundle &b, const char *name) {
  return std::ranges::any_of(b.kernels, [=](const kernel_id &id) {
    const auto &constants = info_of(id).constants;
    return name == nullptr ? constants.size() > weft::codegen::device_globals_of(info_of(id)).size()
                           : std::ranges::count(constants, name, &weft::codegen::ConstantInfo::name) != 0;
  });
}

void require_in_bundle(const kernel_entry &entry, const Bundle &bundle) {
  if (std::ranges::find(bundle.kernels, IdAccess::make(&entry)) == bundle.kernels.end())
    detail::throw_error(errc::kernel_not_supported,
                        "launch of " + entry.kernel.info->pretty + ": use_kernel_bundle named a bundle without it");
}

bool holds(const Bundle &b, const kernel_id &id) noexcept {
  return std::find(b.kernels.begin(), b.kernels.end(), id) != b.kernels.end();
}
bool holds(const Bundle &b, const kernel_id &id, const device &d) noexcept {
  return holds(b, id) && std::find(b.devices.begin(), b.devices.end(), d) != b.devices.end() && is_compatible(id, d);
}

bool image_holds(const Bundle &b, std::size_t image, const kernel_id &id) noexcept {
  const auto kernels = image_of(b, image);
  return std::ranges::find(kernels, id) != kernels.end();
}

bool has_named_kernel(const bundle &b, const std::string &name) {
  return weft::sycl_api::find_kernel(access::make<ProgramBundle>(b), name).has_value();
}

kernel get_named_kernel(const bundle &b, const std::string &name) {
  auto found = weft::sycl_api::find_kernel(access::make<ProgramBundle>(b), name);
  if (!found)
    detail::throw_error(errc::invalid, "ext_oneapi_get_kernel: the bundle has no kernel " + name);
  return *std::move(found);
}

kernel get_kernel(const bundle &b, const kernel_id &id) {
  if (!holds(*b, id))
    detail::throw_error(errc::invalid, std::string("get_kernel: the bundle has no kernel ") + id.get_name());
  return make_kernel({b, &info_of(id)});
}

} // namespace detail

backend kernel::get_backend() const noexcept {
  return impl_->bundle->context.get_backend();
}
context kernel::get_context() const {
  return impl_->bundle->context;
}
kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return detail::access::make<kernel_bundle<bundle_state::executable>>(impl_->bundle);
}

namespace {
/// A launch to ask about: of one group, with arguments that are nothing.
struct Asked {
  Asked(const kernel &k, const KernelInfo &info, std::size_t group_size, std::size_t local_bytes)
      : arguments(info.args_size) {
    const detail::kernel_entry *const entry = entry_of(k);
    if (entry == nullptr)
      throw Error(Errc::feature_not_supported, "get_info of {}: it is of a program in OpenCL C", info.pretty);
    launch.kernel = entry->kernel;
    launch.range.dims = info.dims;
    launch.range.global[0] = launch.range.local[0] = group_size;
    launch.range.local[1] = launch.range.local[2] = 1;
    launch.args = arguments;
    launch.local_bytes = static_cast<std::uint32_t>(local_bytes);
  }
  std::vector<std::byte> arguments;
  weft::runtime::Launch launch;
};
} // namespace

std::size_t kernel::groups_together(const queue &q, std::size_t group_size, std::size_t local_bytes) const {
  return translated([&] {
    const auto device = device_of(q.get_device());
    const Asked asked(*this, *impl_->info, group_size, local_bytes);
    if (group_size > device->info().max_work_group_size || local_bytes > device->info().local_mem_size)
      return std::size_t{0};
    weft::runtime::check_launch(asked.launch, device->info());
    return device->groups_together(asked.launch);
  });
}

template <>
WEFT_API std::uint32_t kernel::query<info::kernel_device_specific::ext_codeplay_num_regs>(const device &d) const {
  return translated([&] {
    require_known(impl_->bundle->context, {d});
    const KernelInfo &k = *impl_->info;
    return device_of(d)->registers(Asked(*this, k, k.local[0] != 0 ? k.local[0] : 1, 0).launch);
  });
}

template <>
WEFT_API std::size_t kernel::query<ext::intel::info::kernel_device_specific::spill_memory_size>(const device &d) const {
  detail::throw_error(errc::feature_not_supported,
                      "get_info: " + d.get_info<info::device::name>() + " does not tell its spill_memory_size");
}

template <> WEFT_API std::uint32_t kernel::query<info::kernel::num_args>() const {
  if (impl_->opencl.info != nullptr)
    return static_cast<std::uint32_t>(impl_->opencl.info->parameters.size());
  if (const auto signature = signature_of(*this))
    return static_cast<std::uint32_t>(signature->parameters.size());
  detail::throw_error(errc::invalid, "get_info: num_args is for built-in kernels and those of a backend's own");
}
template <> WEFT_API std::string kernel::query<info::kernel::function_name>() const {
  return impl_->info->pretty;
}
template <> WEFT_API std::string kernel::query<info::kernel::attributes>() const {
  const KernelInfo &k = *impl_->info;
  std::string text;
  const auto size = [&](int d) { return d < k.dims ? k.local[d] : 1; };
  if (k.local[0] != 0) // three numbers, as OpenCL's drivers put it
    text = fmt::format("reqd_work_group_size({},{},{})", size(0), size(1), size(2));
  if (k.sub_group_size != 0)
    text += fmt::format("{}reqd_sub_group_size({})", text.empty() ? "" : " ", k.sub_group_size);
  return text;
}

namespace {

/// SYCL's first dimension is the slowest, the runtime's the fastest.
range<3> required_group(const KernelInfo &k) {
  range<3> sizes(0, 0, 0);
  for (int d = 0; d < 3 && k.local[0] != 0; ++d)
    sizes[d] = d < k.dims ? k.local[k.dims - 1 - d] : 1;
  return sizes;
}

[[noreturn]] range<3> no_global_size() {
  detail::throw_error(errc::invalid, "get_info: global_work_size is for custom devices and built-in kernels");
}

} // namespace

// One line per descriptor; `k` is the kernel's, `i` the device's information.
#define WEFT_ANSWER(Name, ...)                                                                                         \
  template <>                                                                                                          \
  WEFT_API info::kernel_device_specific::Name::return_type kernel::query<info::kernel_device_specific::Name>(          \
      const device &d) const {                                                                                         \
    translated([&] { require_known(impl_->bundle->context, {d}); });                                                   \
    [[maybe_unused]] const KernelInfo &k = *impl_->info;                                                               \
    [[maybe_unused]] const weft::runtime::DeviceInfo &i = device_of(d)->info();                                        \
    return __VA_ARGS__;                                                                                                \
  }

WEFT_ANSWER(global_work_size, no_global_size())
WEFT_ANSWER(work_group_size, i.max_work_group_size)
WEFT_ANSWER(compile_work_group_size, required_group(k))
WEFT_ANSWER(preferred_work_group_size_multiple,
            k.sub_group_size != 0 ? k.sub_group_size
                                  : std::max(i.sub_group_sizes.front(), std::size_t{i.preferred_vector_width[4]}))
WEFT_ANSWER(private_mem_size, 0)
WEFT_ANSWER(max_num_sub_groups, k.sub_group_size != 0
                                    ? static_cast<std::uint32_t>(i.max_work_group_size / k.sub_group_size)
                                    : i.max_num_sub_groups)
WEFT_ANSWER(compile_num_sub_groups, 0)
WEFT_ANSWER(max_sub_group_size,
            k.sub_group_size != 0 ? k.sub_group_size : static_cast<std::uint32_t>(i.sub_group_sizes.back()))
WEFT_ANSWER(compile_sub_group_size, k.sub_group_size)
#undef WEFT_ANSWER

bool is_compatible(const std::vector<kernel_id> &ids, const device &d) {
  return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) { return detail::is_compatible(id, d); });
}

namespace {
template <bundle_state To, bundle_state From>
kernel_bundle<To> combine(const std::vector<kernel_bundle<From>> &all, const std::vector<device> *devices) {
  std::vector<detail::bundle> bundles;
  for (const auto &one : all)
    bundles.push_back(detail::access::impl(one));
  return detail::access::make<kernel_bundle<To>>(detail::combine_bundles(bundles, devices));
}
} // namespace

using input_bundle = kernel_bundle<bundle_state::input>;
using object_bundle = kernel_bundle<bundle_state::object>;
using executable_bundle = kernel_bundle<bundle_state::executable>;

object_bundle compile(const input_bundle &b, const std::vector<device> &devices, const property_list &) {
  return combine<bundle_state::object>(std::vector{b}, &devices);
}
object_bundle compile(const input_bundle &b, const property_list &) {
  return compile(b, b.get_devices());
}
executable_bundle link(const std::vector<object_bundle> &objects, const std::vector<device> &devices,
                       const property_list &) {
  return combine<bundle_state::executable>(objects, &devices);
}
executable_bundle link(const object_bundle &object, const std::vector<device> &devices, const property_list &) {
  return link(std::vector{object}, devices);
}
executable_bundle link(const std::vector<object_bundle> &objects, const property_list &) {
  return combine<bundle_state::executable>(objects, nullptr);
}
executable_bundle link(const object_bundle &object, const property_list &) {
  return link(std::vector{object}, object.get_devices());
}
executable_bundle build(const input_bundle &b, const std::vector<device> &devices, const property_list &) {
  return combine<bundle_state::executable>(std::vector{b}, &devices);
}
executable_bundle build(const input_bundle &b, const property_list &) {
  return build(b, b.get_devices());
}

namespace detail {
/// Makes bundles of text and reads it.
struct source_access {
  using source_bundle = ext::oneapi::experimental::source_bundle;
  static source_bundle make(const context &c, const std::string &source) { return {c, source}; }
  static const context &context_of(const source_bundle &b) { return b.context_; }
  static const std::string &source_of(const source_bundle &b) { return b.source_; }
};
} // namespace detail

namespace ext::oneapi::experimental {

build_options::build_options(const std::string &option) : opts{option} {}
build_options::build_options(const std::vector<std::string> &options) : opts(options) {}
registered_names::registered_names(const std::string &name) : names{name} {}
registered_names::registered_names(const std::vector<std::string> &all) : names(all) {}
void registered_names::add(const std::string &name) {
  names.push_back(name);
}

source_bundle create_kernel_bundle_from_source(const context &c, source_language language, const std::string &source) {
  if (language != source_language::opencl)
    detail::throw_error(errc::feature_not_supported,
                        "create_kernel_bundle_from_source: programs at run time are in OpenCL C");
  return detail::source_access::make(c, source);
}
source_bundle create_kernel_bundle_from_source(const context &c, source_language language,
                                               const std::vector<std::byte> &bytes) {
  if (language == source_language::opencl)
    detail::throw_error(errc::invalid, "create_kernel_bundle_from_source: OpenCL C is text, not bytes");
  return create_kernel_bundle_from_source(c, language,
                                          std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
}

executable_bundle build(const source_bundle &program, const std::vector<device> &devices,
                        const build_options &options) {
  std::string all;
  for (const std::string &option : options.opts)
    all += (all.empty() ? "" : " ") + option;
  return translated([&] {
    const context &c = detail::source_access::context_of(program);
    require_known(c, devices);
    auto compiled = weft::opencl::program_from_source(detail::source_access::source_of(program), all);
    return detail::access::make<executable_bundle>(
        std::make_shared<const Bundle>(Bundle{c, detail::distinct(devices), {}, std::move(compiled)}));
  });
}
executable_bundle build(const source_bundle &program, const build_options &options) {
  return build(program, program.get_devices(), options);
}
executable_bundle build(const source_bundle &program, const std::vector<device> &devices) {
  return build(program, devices, build_options(std::vector<std::string>()));
}
executable_bundle build(const source_bundle &program) {
  return build(program, program.get_devices());
}

} // namespace ext::oneapi::experimental

} // namespace sycl::inline _V1

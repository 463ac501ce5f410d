// Kernels by name: kernel_id, kernel_bundle and kernel (SYCL 2020, 4.11), as far as kernels of the program itself go.
//
// A kernel is compiled for a device when first launched there, so a bundle of any state is the list of its kernels with
// the specialization constants that were set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/detail/constants.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>

namespace weft::sycl_api {
struct Bundle;
struct BundledKernel;
struct IdAccess;
} // namespace weft::sycl_api

namespace sycl {
inline namespace _V1 {

enum class bundle_state { input, object, executable, ext_oneapi_source };

template <bundle_state State> class kernel_bundle;
class handler;
class kernel;

/// Names a kernel of the program, whatever the device.
class kernel_id {
public:
  kernel_id() = delete;
  WEFT_API const char *get_name() const noexcept;

  friend bool operator==(const kernel_id &a, const kernel_id &b) noexcept { return a.entry_ == b.entry_; }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) noexcept { return a.entry_ != b.entry_; }

private:
  explicit kernel_id(const detail::kernel_entry *entry) noexcept : entry_(entry) {}
  const detail::kernel_entry *entry_;
  friend struct weft::sycl_api::IdAccess;
  friend struct std::hash<kernel_id>;
};

namespace detail {

using bundle = std::shared_ptr<const weft::sycl_api::Bundle>;

struct kernel_query {};
struct kernel_device_query {};
struct kernel_queue_query {};

struct kernel_symbols {
  const char *names[6];
};

/// The kernel of any of these symbols: first of translation unit `tu`, then of any other. Throws errc::invalid where
/// there is none.
WEFT_API kernel_id find_kernel_id(const char *tu, const kernel_symbols &);
WEFT_API bool is_compatible(const kernel_id &, const device &);

/// A new bundle with no more than the kernels that a device runs. Throws errc::invalid unless all devices are of the
/// context and can bring kernels of that state further.
WEFT_API bundle make_bundle(bundle_state, const context &, const std::vector<device> &, const std::vector<kernel_id> &);
/// One of all kernels in the device images of these, each of which has to run on one of the devices.
WEFT_API bundle make_bundle_of(bundle_state, const context &, const std::vector<device> &,
                               const std::vector<kernel_id> &);
WEFT_API bool has_bundle(bundle_state, const context &, const std::vector<device> &, const std::vector<kernel_id> &);
/// The kernels and constants of all, which must be of one context, for these devices, which all must know.
WEFT_API bundle combine_bundles(const std::vector<bundle> &, const std::vector<device> *);
WEFT_API const context &bundle_context(const weft::sycl_api::Bundle &);
WEFT_API const std::vector<device> &bundle_devices(const weft::sycl_api::Bundle &);
WEFT_API const std::vector<kernel_id> &bundle_kernels(const weft::sycl_api::Bundle &);
WEFT_API std::shared_ptr<weft::sycl_api::Constants> &constants_to_set(const weft::sycl_api::Bundle &);
WEFT_API std::size_t image_count(const weft::sycl_api::Bundle &);
WEFT_API std::vector<kernel_id> kernels_of_image(const weft::sycl_api::Bundle &, std::size_t image);
/// Of the same kernels with the same constants for the same devices?
WEFT_API bool is_same_image(const weft::sycl_api::Bundle &, std::size_t image, const weft::sycl_api::Bundle &,
                            std::size_t other);
WEFT_API bool reads_constant(const weft::sycl_api::Bundle &, const char *name); ///< Null: any at all.
WEFT_API bool holds(const weft::sycl_api::Bundle &, const kernel_id &) noexcept;
WEFT_API bool holds(const weft::sycl_api::Bundle &, const kernel_id &, const device &) noexcept;
WEFT_API bool image_holds(const weft::sycl_api::Bundle &, std::size_t image, const kernel_id &) noexcept;
WEFT_API kernel get_kernel(const bundle &, const kernel_id &);
WEFT_API bool has_named_kernel(const bundle &, const std::string &name);
WEFT_API kernel get_named_kernel(const bundle &, const std::string &name); ///< Throws errc::invalid for another name.

} // namespace detail

WEFT_API std::vector<kernel_id> get_kernel_ids(); ///< Of all kernels in the program and its libraries.

#if WEFT_HAS_KERNELS
template <class Name> kernel_id get_kernel_id() {
  using namespace detail;
  return find_kernel_id(unit(), {{__builtin_sycl_unique_stable_name(range_kernel<1, Name>),
                                  __builtin_sycl_unique_stable_name(range_kernel<2, Name>),
                                  __builtin_sycl_unique_stable_name(range_kernel<3, Name>),
                                  __builtin_sycl_unique_stable_name(nd_range_kernel<1, Name>),
                                  __builtin_sycl_unique_stable_name(nd_range_kernel<2, Name>),
                                  __builtin_sycl_unique_stable_name(nd_range_kernel<3, Name>)}});
}
template <class Name> bool is_compatible(const device &d) {
  return detail::is_compatible(get_kernel_id<Name>(), d);
}
#endif

/// True if the device has what each kernel requires.
WEFT_API bool is_compatible(const std::vector<kernel_id> &ids, const device &d);

namespace info {
#define WEFT_DESCRIPTOR(Query, Name, ...)                                                                              \
  struct Name : sycl::detail::Query {                                                                                  \
    using return_type = __VA_ARGS__;                                                                                   \
  }
namespace kernel {
WEFT_DESCRIPTOR(kernel_query, num_args, std::uint32_t);
WEFT_DESCRIPTOR(kernel_query, attributes, std::string);
WEFT_DESCRIPTOR(kernel_query, function_name, std::string);
WEFT_DESCRIPTOR(kernel_query, context, sycl::context);
WEFT_DESCRIPTOR(kernel_query, reference_count, std::uint32_t);
} // namespace kernel
namespace kernel_device_specific {
WEFT_DESCRIPTOR(kernel_device_query, global_work_size, range<3>);
WEFT_DESCRIPTOR(kernel_device_query, work_group_size, std::size_t);
WEFT_DESCRIPTOR(kernel_device_query, compile_work_group_size, range<3>);
WEFT_DESCRIPTOR(kernel_device_query, preferred_work_group_size_multiple, std::size_t);
WEFT_DESCRIPTOR(kernel_device_query, private_mem_size, std::size_t);
WEFT_DESCRIPTOR(kernel_device_query, max_num_sub_groups, std::uint32_t);
WEFT_DESCRIPTOR(kernel_device_query, compile_num_sub_groups, std::uint32_t);
WEFT_DESCRIPTOR(kernel_device_query, max_sub_group_size, std::uint32_t);
WEFT_DESCRIPTOR(kernel_device_query, compile_sub_group_size, std::uint32_t);
WEFT_DESCRIPTOR(kernel_device_query, ext_codeplay_num_regs, std::uint32_t); ///< Of each work-item, on GPUs.
} // namespace kernel_device_specific
} // namespace info

/// What devices of aspect ext_intel_spill_memory_size tell, of which there is none.
namespace ext::intel::info::kernel_device_specific {
WEFT_DESCRIPTOR(kernel_device_query, spill_memory_size, std::size_t);
} // namespace ext::intel::info::kernel_device_specific

/// What depends on the device and on the shape of groups (sycl_ext_oneapi_launch_queries).
namespace ext::oneapi::experimental::info::kernel_queue_specific {
WEFT_DESCRIPTOR(kernel_queue_query, max_num_work_groups, std::size_t);
WEFT_DESCRIPTOR(kernel_queue_query, max_num_work_group_sync, std::size_t); ///< as it was called first
WEFT_DESCRIPTOR(kernel_queue_query, max_work_group_size, std::size_t);
WEFT_DESCRIPTOR(kernel_queue_query, max_sub_group_size, std::uint32_t);
WEFT_DESCRIPTOR(kernel_queue_query, num_sub_groups, std::uint32_t);
template <int Dimensions> WEFT_DESCRIPTOR(kernel_queue_query, max_work_item_sizes, id<Dimensions>);
} // namespace ext::oneapi::experimental::info::kernel_queue_specific
#undef WEFT_DESCRIPTOR

namespace detail {
template <class Param> inline constexpr bool is_item_sizes = false;
template <int D>
inline constexpr bool is_item_sizes<ext::oneapi::experimental::info::kernel_queue_specific::max_work_item_sizes<D>> =
    true;
} // namespace detail

/// One kernel of a bundle.
class kernel : public detail::shared_object<kernel, const weft::sycl_api::BundledKernel> {
public:
  kernel() = delete;

  WEFT_API backend get_backend() const noexcept;
  WEFT_API context get_context() const;
  WEFT_API kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::kernel_query, Param>, "not an info::kernel descriptor");
    if constexpr (std::is_same_v<Param, info::kernel::context>)
      return get_context();
    else if constexpr (std::is_same_v<Param, info::kernel::reference_count>)
      return static_cast<std::uint32_t>(impl_.use_count());
    else
      return query<Param>();
  }
  /// Throws errc::invalid if the device is not one of the kernel's context.
  template <class Param> typename Param::return_type get_info(const device &d) const {
    if constexpr (std::is_base_of_v<detail::kernel_query, Param>) { // the same on every device
      return get_info<Param>();
    } else {
      static_assert(std::is_base_of_v<detail::kernel_device_query, Param>,
                    "not an info::kernel_device_specific descriptor");
      return query<Param>(d);
    }
  }
  /// Their names in SYCL 1.2.1 (4.8.5), and in DPC++'s extension for sub-groups.
  template <class Param> typename Param::return_type get_work_group_info(const device &d) const {
    return get_info<Param>(d);
  }
  template <class Param> typename Param::return_type get_sub_group_info(const device &d) const {
    return get_info<Param>(d);
  }
  template <class Param, int D>
  typename Param::return_type get_sub_group_info(const device &d, const range<D> &group) const {
    return get_info<Param>(d, group);
  }
  /// Of launches on the queue, with work-groups of that size and so many bytes of local accessors.
  template <class Param>
  typename Param::return_type ext_oneapi_get_info(const queue &q, std::size_t group_size = 1,
                                                  std::size_t local_bytes = 0) const {
    static_assert(std::is_base_of_v<detail::kernel_queue_query, Param>, "not a kernel_queue_specific descriptor");
    using namespace ext::oneapi::experimental::info::kernel_queue_specific;
    if constexpr (std::is_same_v<Param, max_work_group_size>)
      return get_info<info::kernel_device_specific::work_group_size>(q.get_device());
    else if constexpr (std::is_same_v<Param, max_sub_group_size>)
      return get_info<info::kernel_device_specific::max_sub_group_size>(q.get_device());
    else if constexpr (detail::is_item_sizes<Param>)
      return item_sizes<Param>(q.get_device());
    else if constexpr (std::is_same_v<Param, num_sub_groups>)
      return sub_groups_of(q.get_device(), group_size);
    else
      return groups_together(q, group_size, local_bytes);
  }
  template <class Param, int D>
  typename Param::return_type ext_oneapi_get_info(const queue &q, const range<D> &group,
                                                  std::size_t local_bytes = 0) const {
    return ext_oneapi_get_info<Param>(q, group.size(), local_bytes);
  }

  /// The same, of a launch with work-groups of that shape: no answer depends on it.
  template <class Param, int D> typename Param::return_type get_info(const device &d, const range<D> &) const {
    return get_info<Param>(d);
  }

private:
  explicit kernel(std::shared_ptr<const weft::sycl_api::BundledKernel> impl) noexcept
      : shared_object(std::move(impl)) {}
  template <class Param> typename Param::return_type query() const;
  template <class Param> typename Param::return_type query(const device &) const;
  WEFT_API std::size_t groups_together(const queue &q, std::size_t group_size, std::size_t local_bytes) const;
  /// The device's, of which no group of the kernel is larger in any dimension.
  template <class Param> typename Param::return_type item_sizes(const device &d) const {
    constexpr int dimensions = Param::return_type::dimensions;
    typename Param::return_type sizes = d.get_info<info::device::max_work_item_sizes<dimensions>>();
    const std::size_t most = get_info<info::kernel_device_specific::work_group_size>(d);
    for (int i = 0; i < dimensions; ++i)
      sizes[i] = sizes[i] < most ? sizes[i] : most;
    return sizes;
  }
  std::uint32_t sub_groups_of(const device &d, std::size_t group_size) const {
    const std::uint32_t size = get_info<info::kernel_device_specific::max_sub_group_size>(d);
    return static_cast<std::uint32_t>((group_size + size - 1) / size);
  }
  friend struct detail::access;
};

/// What a bundle consists of: the kernels of a translation unit that require the same, unless -fsycl-device-code-split
/// asked for other images.
template <bundle_state State> class device_image {
public:
  device_image() = delete;
  bool has_kernel(const kernel_id &id) const noexcept { return detail::image_holds(*bundle_, index_, id); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    return has_kernel(id) && detail::holds(*bundle_, id, d);
  }

  friend bool operator==(const device_image &a, const device_image &b) {
    return detail::is_same_image(*a.bundle_, a.index_, *b.bundle_, b.index_);
  }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }

private:
  device_image(detail::bundle b, std::size_t index) noexcept : bundle_(std::move(b)), index_(index) {}
  template <bundle_state> friend class kernel_bundle;
  friend struct std::hash<device_image>;
  detail::bundle bundle_;
  std::size_t index_;
};

/// Kernels in a context: to be compiled (input), to be linked (object), or ready to run (executable).
template <bundle_state State>
class kernel_bundle : public detail::shared_object<kernel_bundle<State>, const weft::sycl_api::Bundle> {
  using base = detail::shared_object<kernel_bundle, const weft::sycl_api::Bundle>;

public:
  using device_image_type = device_image<State>;
  using device_image_iterator = const device_image_type *;

  kernel_bundle() = delete;

  bool empty() const noexcept { return get_kernel_ids().empty(); }
  backend get_backend() const noexcept { return get_context().get_backend(); }
  context get_context() const noexcept { return detail::bundle_context(*this->impl_); }
  std::vector<device> get_devices() const noexcept { return detail::bundle_devices(*this->impl_); }
  std::vector<kernel_id> get_kernel_ids() const { return detail::bundle_kernels(*this->impl_); }

  bool has_kernel(const kernel_id &id) const noexcept { return detail::holds(*this->impl_, id); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept { return detail::holds(*this->impl_, id, d); }
  /// Throws errc::invalid if the bundle lacks the kernel.
  kernel get_kernel(const kernel_id &id) const {
    static_assert(State == bundle_state::executable, "only executable bundles have kernels; build() this one");
    return detail::get_kernel(this->impl_, id);
  }

  /// By its name in a program in another language (sycl_ext_oneapi_kernel_compiler).
  bool ext_oneapi_has_kernel(const std::string &name) const { return detail::has_named_kernel(this->impl_, name); }
  kernel ext_oneapi_get_kernel(const std::string &name) const { return detail::get_named_kernel(this->impl_, name); }

#if WEFT_HAS_KERNELS
  // Of plain functions (ext/oneapi/experimental/free_function_kernels.hpp).
  template <auto *Function> bool ext_oneapi_has_kernel() const;
  template <auto *Function> bool ext_oneapi_has_kernel(const device &d) const;
  template <auto *Function> kernel ext_oneapi_get_kernel() const;
#endif

  bool contains_specialization_constants() const noexcept { return detail::reads_constant(*this->impl_, nullptr); }
  /// Compiled into the code of kernels.
  bool native_specialization_constant() const noexcept { return contains_specialization_constants(); }

#if WEFT_HAS_KERNELS
  template <class Name> bool has_kernel() const noexcept { return has_kernel(get_kernel_id<Name>()); }
  template <class Name> bool has_kernel(const device &d) const noexcept { return has_kernel(get_kernel_id<Name>(), d); }
  template <class Name> kernel get_kernel() const { return get_kernel(get_kernel_id<Name>()); }

  template <auto &Id> bool has_specialization_constant() const noexcept {
    return detail::reads_constant(*this->impl_, detail::constant_key<Id>().name);
  }
  template <auto &Id> void set_specialization_constant(const detail::specialization_type<Id> &value) {
    static_assert(State == bundle_state::input, "specialization constants are set before a bundle is compiled");
    detail::set_constant(detail::constants_to_set(*this->impl_), detail::constant_key<Id>(), &value, sizeof value);
  }
  template <auto &Id> detail::specialization_type<Id> get_specialization_constant() const {
    return detail::constant_or_default<Id>(detail::bundle_constants(*this->impl_));
  }
#endif

  device_image_iterator begin() const { return images_.data(); }
  device_image_iterator end() const { return images_.data() + images_.size(); }

private:
  explicit kernel_bundle(detail::bundle impl) : base(std::move(impl)) {
    for (std::size_t i = 0, n = detail::image_count(*this->impl_); i < n; ++i)
      images_.push_back(device_image_type(this->impl_, i));
  }
  friend struct detail::access;
  std::vector<device_image_type> images_;
};

// get_kernel_bundle(context, [devices,] [kernels or selector]) and has_kernel_bundle, which says whether the former
// would succeed. Without devices: all of the context; without kernels: all that a device of them can run.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  return detail::access::make<kernel_bundle<State>>(detail::make_bundle_of(State, c, devices, ids));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return detail::access::make<kernel_bundle<State>>(detail::make_bundle(State, c, devices, get_kernel_ids()));
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
namespace detail {
template <bundle_state State, class Selector>
using if_image_selector = std::enable_if_t<std::is_invocable_r_v<bool, const Selector &, const device_image<State> &>>;
}
template <bundle_state State, class Selector, class = detail::if_image_selector<State, Selector>>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices, const Selector &selector) {
  const auto all = get_kernel_bundle<State>(c, devices);
  std::vector<kernel_id> chosen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(all.end() - all.begin()); ++i)
    if (selector(all.begin()[i]))
      for (const kernel_id &id : detail::kernels_of_image(*detail::access::impl(all), i))
        chosen.push_back(id);
  return detail::access::make<kernel_bundle<State>>(detail::make_bundle(State, c, devices, chosen));
}
template <bundle_state State, class Selector, class = detail::if_image_selector<State, Selector>>
kernel_bundle<State> get_kernel_bundle(const context &c, const Selector &selector) {
  return get_kernel_bundle<State>(c, c.get_devices(), selector);
}

template <bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  return detail::has_bundle(State, c, devices, ids);
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  const std::vector<kernel_id> all = get_kernel_ids();
  return detail::has_bundle(State, c, devices, {}) && std::any_of(all.begin(), all.end(), [&](const kernel_id &id) {
           return has_kernel_bundle<State>(c, devices, {id});
         });
}
template <bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <bundle_state State, class Selector, class = detail::if_image_selector<State, Selector>>
bool has_kernel_bundle(const context &c, const std::vector<device> &devices, const Selector &selector) {
  if (!has_kernel_bundle<State>(c, devices))
    return false;
  const auto all = get_kernel_bundle<State>(c, devices);
  return std::any_of(all.begin(), all.end(), selector);
}
template <bundle_state State, class Selector, class = detail::if_image_selector<State, Selector>>
bool has_kernel_bundle(const context &c, const Selector &selector) {
  return has_kernel_bundle<State>(c, c.get_devices(), selector);
}

#if WEFT_HAS_KERNELS
template <class Name, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return get_kernel_bundle<State>(c, devices, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(c, devices, {get_kernel_id<Name>()});
}
#endif

/// One bundle of the kernels of several. Of none: an empty one of the default context.
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  if (bundles.empty()) {
    const context c;
    return detail::access::make<kernel_bundle<State>>(detail::make_bundle(State, c, c.get_devices(), {}));
  }
  std::vector<detail::bundle> all;
  for (const auto &one : bundles)
    all.push_back(detail::access::impl(one));
  return detail::access::make<kernel_bundle<State>>(detail::combine_bundles(all, nullptr));
}

// From one state to the next. Without devices: those of the bundle; of several, those that all have.
WEFT_API kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &b,
                                                     const std::vector<device> &devices, const property_list & = {});
WEFT_API kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &b,
                                                     const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<bundle_state::object>> &objects,
                                                      const std::vector<device> &devices, const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &object,
                                                      const std::vector<device> &devices, const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<bundle_state::object>> &objects,
                                                      const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &object,
                                                      const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &b,
                                                       const std::vector<device> &devices, const property_list & = {});
WEFT_API kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &b,
                                                       const property_list & = {});

/// By the kernel's name (sycl_ext_oneapi_get_kernel_info).
#if WEFT_HAS_KERNELS
namespace ext::oneapi::experimental {
template <class Name, class Param> typename Param::return_type get_kernel_info(const context &c) {
  return get_kernel_bundle<Name, bundle_state::executable>(c).template get_kernel<Name>().template get_info<Param>();
}
template <class Name, class Param> typename Param::return_type get_kernel_info(const context &c, const device &d) {
  return get_kernel_bundle<Name, bundle_state::executable>(c).template get_kernel<Name>().template get_info<Param>(d);
}
template <class Name, class Param, class... Launch>
typename Param::return_type get_kernel_info(const queue &q, const Launch &...launch) {
  const kernel k = get_kernel_bundle<Name, bundle_state::executable>(q.get_context()).template get_kernel<Name>();
  if constexpr (std::is_base_of_v<sycl::detail::kernel_queue_query, Param>)
    return k.template ext_oneapi_get_info<Param>(q, launch...);
  else
    return k.template get_info<Param>(q.get_device());
}
} // namespace ext::oneapi::experimental
#endif

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const noexcept { return std::hash<const void *>()(id.entry_); }
};
template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &image) const {
    std::size_t sum = 0; // in any order
    for (const sycl::kernel_id &id : sycl::detail::kernels_of_image(*image.bundle_, image.index_))
      sum += std::hash<sycl::kernel_id>()(id);
    return sum;
  }
};
template <> struct std::hash<sycl::kernel> : sycl::detail::hash_by_identity<sycl::kernel> {};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>> : sycl::detail::hash_by_identity<sycl::kernel_bundle<State>> {};

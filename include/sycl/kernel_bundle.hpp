// Kernels by name: kernel_id, kernel_bundle and kernel (SYCL 2020, 4.11), as far as kernels of the program itself go.
//
// A kernel is compiled for a device when first launched there, so every bundle of ready kernels is just their list:
// only bundle_state::executable exists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/detail/kernel.hpp>

namespace weft::sycl_api {
struct Bundle;
struct BundledKernel;
struct IdAccess;
} // namespace weft::sycl_api

namespace sycl {

enum class bundle_state { input, object, executable };

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

struct kernel_query {};
struct kernel_device_query {};

struct kernel_symbols {
  const char *names[6];
};

/// The kernel of any of these symbols: first of translation unit `tu`, then of any other. Throws errc::invalid where
/// there is none.
WEFT_API kernel_id find_kernel_id(const char *tu, const kernel_symbols &);
WEFT_API bool is_compatible(const kernel_id &, const device &);
WEFT_API std::shared_ptr<const weft::sycl_api::Bundle> make_bundle(const context &, std::vector<device>,
                                                                   std::vector<kernel_id>);
WEFT_API bool has_bundle(const context &, const std::vector<device> &, const std::vector<kernel_id> &);

} // namespace detail

WEFT_API std::vector<kernel_id> get_kernel_ids(); ///< Of all kernels in the program and its libraries.

#if WEFT_HAS_KERNELS
template <class Name> kernel_id get_kernel_id() {
  using namespace detail;
  return find_kernel_id(__WEFT_TU_ID__, {{__builtin_sycl_unique_stable_name(range_kernel<1, Name>),
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
inline bool is_compatible(const std::vector<kernel_id> &ids, const device &d) {
  return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) { return detail::is_compatible(id, d); });
}

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
} // namespace kernel_device_specific
#undef WEFT_DESCRIPTOR
} // namespace info

/// One kernel of a bundle.
class kernel : public detail::shared_object<kernel, const weft::sycl_api::BundledKernel> {
public:
  kernel() = delete;

  WEFT_API backend get_backend() const noexcept;
  WEFT_API context get_context() const;
  inline kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

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
    static_assert(std::is_base_of_v<detail::kernel_device_query, Param>,
                  "not an info::kernel_device_specific descriptor");
    return query<Param>(d);
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
  WEFT_API std::shared_ptr<const weft::sycl_api::Bundle> bundle() const noexcept;
  friend struct detail::access;
};

/// Kernels ready to run in a context.
template <bundle_state State>
class kernel_bundle : public detail::shared_object<kernel_bundle<State>, const weft::sycl_api::Bundle> {
  static_assert(State == bundle_state::executable, "only executable kernel bundles exist in Weft");
  using base = detail::shared_object<kernel_bundle, const weft::sycl_api::Bundle>;

public:
  kernel_bundle() = delete;

  bool empty() const noexcept { return get_kernel_ids().empty(); }
  WEFT_API backend get_backend() const noexcept;
  WEFT_API context get_context() const noexcept;
  WEFT_API std::vector<device> get_devices() const noexcept;
  WEFT_API std::vector<kernel_id> get_kernel_ids() const;

  bool has_kernel(const kernel_id &id) const noexcept {
    const std::vector<kernel_id> ids = get_kernel_ids();
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    const std::vector<device> devices = get_devices();
    return has_kernel(id) && std::find(devices.begin(), devices.end(), d) != devices.end() &&
           detail::is_compatible(id, d);
  }
  WEFT_API kernel get_kernel(const kernel_id &) const; ///< Throws errc::invalid if the bundle lacks the kernel.

#if WEFT_HAS_KERNELS
  template <class Name> bool has_kernel() const noexcept { return has_kernel(get_kernel_id<Name>()); }
  template <class Name> bool has_kernel(const device &d) const noexcept { return has_kernel(get_kernel_id<Name>(), d); }
  template <class Name> kernel get_kernel() const { return get_kernel(get_kernel_id<Name>()); }
#endif

private:
  explicit kernel_bundle(std::shared_ptr<const weft::sycl_api::Bundle> impl) noexcept : base(std::move(impl)) {}
  friend struct detail::access;
};

inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return detail::access::make<kernel_bundle<bundle_state::executable>>(bundle());
}

// get_kernel_bundle(context, [devices,] [kernels]) and has_kernel_bundle, which says whether the former would succeed.
// Without devices: all of the context; without kernels: all that a device of them can run.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  return detail::access::make<kernel_bundle<State>>(detail::make_bundle(c, devices, ids));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  std::vector<kernel_id> ids = get_kernel_ids();
  ids.erase(std::remove_if(ids.begin(), ids.end(),
                           [&](const kernel_id &id) {
                             return std::none_of(devices.begin(), devices.end(),
                                                 [&](const device &d) { return detail::is_compatible(id, d); });
                           }),
            ids.end());
  return get_kernel_bundle<State>(c, devices, ids);
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(c, c.get_devices(), ids);
}

template <bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  static_assert(State == bundle_state::executable, "only executable kernel bundles exist in Weft");
  return detail::has_bundle(c, devices, ids);
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(c, devices, get_kernel_ids());
}
template <bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(c, c.get_devices(), ids);
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

} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const noexcept { return std::hash<const void *>()(id.entry_); }
};
template <> struct std::hash<sycl::kernel> : sycl::detail::hash_by_identity<sycl::kernel> {};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>> : sycl::detail::hash_by_identity<sycl::kernel_bundle<State>> {};

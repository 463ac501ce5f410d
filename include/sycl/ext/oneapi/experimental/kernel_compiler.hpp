// Kernels of a program that is text at run time (sycl_ext_oneapi_kernel_compiler, with OpenCL C as its language).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/kernel_bundle.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {

enum class source_language { opencl, spirv, sycl };

/// What clBuildProgram takes; also a property of build().
struct build_options {
  std::vector<std::string> opts;
  WEFT_API build_options(const std::string &option);
  WEFT_API build_options(const std::vector<std::string> &options);
};

/// A property of build(): where what the compiler says is put.
struct save_log {
  std::string *log;
  save_log(std::string *to) : log(to) {}
};

/// A property of build(), for languages whose names are mangled: OpenCL C has none of these.
struct registered_names {
  std::vector<std::string> names;
  registered_names() = default;
  WEFT_API registered_names(const std::string &name);
  WEFT_API registered_names(const std::vector<std::string> &all);
  WEFT_API void add(const std::string &name);
};

using build_options_key = build_options;
using save_log_key = save_log;
using registered_names_key = registered_names;

} // namespace ext::oneapi::experimental

namespace detail {
struct source_access;
}

/// A program that build() makes kernels of.
template <> class kernel_bundle<bundle_state::ext_oneapi_source> {
public:
  context get_context() const { return context_; }
  backend get_backend() const noexcept { return context_.get_backend(); }
  std::vector<device> get_devices() const { return context_.get_devices(); }

private:
  friend struct detail::source_access;
  kernel_bundle(context c, std::string source) : context_(std::move(c)), source_(std::move(source)) {}
  context context_;
  std::string source_;
};

namespace ext::oneapi::experimental {

using source_bundle = kernel_bundle<bundle_state::ext_oneapi_source>;

inline bool is_source_kernel_bundle_supported(const context &, source_language language) {
  return language == source_language::opencl;
}
inline bool is_source_kernel_bundle_supported(backend, source_language language) {
  return language == source_language::opencl;
}

/// Throws errc::feature_not_supported for another language than OpenCL C.
WEFT_API source_bundle create_kernel_bundle_from_source(const context &c, source_language language,
                                                        const std::string &source);
WEFT_API source_bundle create_kernel_bundle_from_source(const context &c, source_language language,
                                                        const std::vector<std::byte> &bytes);

/// Throws errc::build with what the compiler said.
WEFT_API kernel_bundle<bundle_state::executable> build(const source_bundle &program, const std::vector<device> &devices,
                                                       const build_options &options);
WEFT_API kernel_bundle<bundle_state::executable> build(const source_bundle &program, const build_options &options);
WEFT_API kernel_bundle<bundle_state::executable> build(const source_bundle &program,
                                                       const std::vector<device> &devices);
WEFT_API kernel_bundle<bundle_state::executable> build(const source_bundle &program);
template <class Given> build_options options_among(const Given &given) {
  if constexpr (Given::template has_property<build_options>())
    return given.template get_property<build_options>();
  else
    return std::vector<std::string>();
}
template <class... Properties>
kernel_bundle<bundle_state::executable> build(const source_bundle &program, const std::vector<device> &devices,
                                              const properties<sycl::detail::property_pack<Properties...>> &given) {
  using Given = properties<sycl::detail::property_pack<Properties...>>;
  if constexpr (Given::template has_property<registered_names>())
    sycl::detail::throw_error(errc::invalid,
                              "build: registered_names are not for OpenCL C, whose kernels have their own");
  if constexpr (Given::template has_property<save_log>()) {
    try {
      return build(program, devices, options_among(given));
    } catch (const exception &e) {
      *given.template get_property<save_log>().log = e.what();
      throw;
    }
  } else {
    return build(program, devices, options_among(given));
  }
}
template <class... Properties>
kernel_bundle<bundle_state::executable> build(const source_bundle &program,
                                              const properties<sycl::detail::property_pack<Properties...>> &given) {
  return build(program, program.get_devices(), given);
}

} // namespace ext::oneapi::experimental

inline bool device::ext_oneapi_can_compile(ext::oneapi::experimental::source_language language) const {
  return language == ext::oneapi::experimental::source_language::opencl;
}
} // namespace _V1
} // namespace sycl

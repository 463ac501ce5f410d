// Kernels of a program that is text at run time (sycl_ext_oneapi_kernel_compiler, with OpenCL C as its language).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sycl/kernel_bundle.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

enum class source_language { opencl, spirv, sycl };

/// What clBuildProgram takes.
struct build_options {
  std::vector<std::string> opts;
  build_options(const std::string &option) : opts{option} {}
  build_options(const std::vector<std::string> &options) : opts(options) {}
};

/// A program that build() makes kernels of.
class source_bundle {
public:
  context get_context() const { return context_; }
  backend get_backend() const noexcept { return context_.get_backend(); }
  std::vector<device> get_devices() const { return context_.get_devices(); }

private:
  WEFT_API friend source_bundle create_kernel_bundle_from_source(const context &, source_language, const std::string &);
  WEFT_API friend kernel_bundle<bundle_state::executable> build(const source_bundle &, const std::vector<device> &,
                                                                const build_options &);
  source_bundle(context c, std::string source) : context_(std::move(c)), source_(std::move(source)) {}
  context context_;
  std::string source_;
};

inline bool is_source_kernel_bundle_supported(const context &, source_language language) {
  return language == source_language::opencl;
}

/// Throws errc::feature_not_supported for another language than OpenCL C.
WEFT_API source_bundle create_kernel_bundle_from_source(const context &c, source_language language,
                                                        const std::string &source);

/// Throws errc::build with what the compiler said.
WEFT_API kernel_bundle<bundle_state::executable> build(const source_bundle &program, const std::vector<device> &devices,
                                                       const build_options &options);
inline kernel_bundle<bundle_state::executable> build(const source_bundle &program, const build_options &options) {
  return build(program, program.get_devices(), options);
}
inline kernel_bundle<bundle_state::executable> build(const source_bundle &program, const std::vector<device> &devices) {
  return build(program, devices, build_options(std::vector<std::string>()));
}
inline kernel_bundle<bundle_state::executable> build(const source_bundle &program) {
  return build(program, program.get_devices());
}

} // namespace ext::oneapi::experimental

inline bool device::ext_oneapi_can_compile(ext::oneapi::experimental::source_language language) const {
  return language == ext::oneapi::experimental::source_language::opencl;
}
} // namespace sycl

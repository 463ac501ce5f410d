// class program of SYCL 1.2.1 (4.8.2), over kernel bundles, which took its place.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
inline namespace _V1 {

enum class program_state { none, compiled, linked };

/// One kernel of the program, compiled for the devices. Options are kept and change nothing: each kernel has its own.
class program {
public:
  explicit program(const context &c, const property_list &properties = {}) : program(c, c.get_devices(), properties) {}
  program(const context &c, std::vector<device> devices, const property_list & = {})
      : context_(c), devices_(std::move(devices)) {}

#if WEFT_HAS_KERNELS
  template <class Name> void compile_with_kernel_type(std::string options = {}) {
    expect(program_state::none);
    object_ = get_kernel_bundle<Name, bundle_state::object>(context_, devices_);
    state_ = program_state::compiled;
    compile_options_ = std::move(options);
  }
  template <class Name> void build_with_kernel_type(std::string options = {}) {
    expect(program_state::none);
    executable_ = get_kernel_bundle<Name, bundle_state::executable>(context_, devices_);
    state_ = program_state::linked;
    build_options_ = std::move(options);
  }

  template <class Name> bool has_kernel() const {
    return executable_ && executable_->has_kernel(get_kernel_id<Name>());
  }
  template <class Name> kernel get_kernel() const {
    expect(program_state::linked);
    return executable_->get_kernel(get_kernel_id<Name>());
  }
#endif

  void link(std::string options = {}) {
    expect(program_state::compiled);
    executable_ = sycl::link(*object_, devices_);
    state_ = program_state::linked;
    link_options_ = std::move(options);
  }

  backend get_backend() const noexcept { return context_.get_backend(); }
  context get_context() const { return context_; }
  std::vector<device> get_devices() const { return devices_; }
  program_state get_state() const noexcept { return state_; }
  const std::string &get_compile_options() const noexcept { return compile_options_; }
  const std::string &get_link_options() const noexcept { return link_options_; }
  const std::string &get_build_options() const noexcept { return build_options_; }
  static constexpr bool is_host() noexcept { return false; }

private:
  void expect(program_state state) const {
    if (state_ != state)
      throw exception(make_error_code(errc::invalid), "program: what is asked is for one of another state");
  }

  context context_;
  std::vector<device> devices_;
  program_state state_ = program_state::none;
  std::optional<kernel_bundle<bundle_state::object>> object_;
  std::optional<kernel_bundle<bundle_state::executable>> executable_;
  std::string compile_options_, link_options_, build_options_;
};

} // namespace _V1
} // namespace sycl

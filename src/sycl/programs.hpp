// What is behind kernels as SYCL objects: those of programs in OpenCL C, and those of the program itself.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <sycl/detail/kernel_arguments.hpp>
#include <sycl/kernel_bundle.hpp>

#include "opencl/program.hpp"

namespace weft::sycl_api {

using ProgramBundle = ::sycl::kernel_bundle<::sycl::bundle_state::executable>;

ProgramBundle make_program_bundle(const ::sycl::context &, const ::sycl::device &,
                                  std::shared_ptr<const opencl::Program>);

/// The kernel of that name; none where the bundle has none.
std::optional<::sycl::kernel> find_kernel(const ProgramBundle &, std::string_view name);

/// Null for kernels that are not of a program in OpenCL C.
const opencl::Kernel *opencl_kernel_of(const ::sycl::kernel &);

/// Null for those that are.
const ::sycl::detail::kernel_entry *entry_of(const ::sycl::kernel &);
std::shared_ptr<const Bundle> bundle_of(const ::sycl::kernel &);
/// Null for kernels whose arguments are not set one by one.
std::shared_ptr<const ::sycl::detail::kernel_signature> signature_of(const ::sycl::kernel &);

} // namespace weft::sycl_api

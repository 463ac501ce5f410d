// The classes of errors that SYCL 1.2.1 had (its 4.9.2). The runtime throws objects of these, all of which are a
// sycl::exception, so that programs of either age catch them. Their names are in namespace sycl, as DPC++ had them
// until 2023, but for runtime_error, which programs that open namespace std, too, mean of that; <CL/sycl.hpp> has it as
// well.
#pragma once

#include <string>

#include <sycl/detail/config.hpp>
#include <sycl/exception.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// A virtual base, so that one error may be of two classes and still be one exception.
class WEFT_API any_error : public virtual exception {
protected:
  any_error(errc code, const std::string &message) : exception(make_error_code(code), message) {}
};

#define WEFT_ERROR(Name, Base, usual)                                                                                  \
  class WEFT_API Name : public Base {                                                                                  \
  public:                                                                                                              \
    Name(errc code, const std::string &message) : exception(make_error_code(code), message), Base(code, message) {}    \
    explicit Name(const std::string &message = #Name, int /*OpenCL's code*/ = 0) : Name(usual, message) {}             \
  };
WEFT_ERROR(runtime_error, any_error, errc::runtime)
WEFT_ERROR(kernel_error, runtime_error, errc::kernel)
WEFT_ERROR(accessor_error, runtime_error, errc::accessor)
WEFT_ERROR(nd_range_error, runtime_error, errc::nd_range)
WEFT_ERROR(event_error, runtime_error, errc::event)
WEFT_ERROR(invalid_parameter_error, runtime_error, errc::invalid)
WEFT_ERROR(device_error, any_error, errc::platform)
WEFT_ERROR(compile_program_error, device_error, errc::build)
WEFT_ERROR(link_program_error, device_error, errc::build)
WEFT_ERROR(invalid_object_error, device_error, errc::invalid)
WEFT_ERROR(memory_allocation_error, device_error, errc::memory_allocation)
WEFT_ERROR(platform_error, device_error, errc::platform)
WEFT_ERROR(profiling_error, device_error, errc::profiling)
WEFT_ERROR(feature_not_supported, device_error, errc::feature_not_supported)
#undef WEFT_ERROR

// SYCL 2020 has one code for what were two classes.
#define WEFT_ERROR(Name, First, Second)                                                                                \
  class WEFT_API Name : public First, public Second {                                                                  \
  public:                                                                                                              \
    Name(errc code, const std::string &message)                                                                        \
        : exception(make_error_code(code), message), First(code, message), Second(code, message) {}                    \
  };
WEFT_ERROR(invalid_error, invalid_parameter_error, invalid_object_error)
WEFT_ERROR(build_error, compile_program_error, link_program_error)
#undef WEFT_ERROR

} // namespace detail
using detail::accessor_error, detail::compile_program_error, detail::device_error, detail::event_error,
    detail::feature_not_supported, detail::invalid_object_error, detail::invalid_parameter_error, detail::kernel_error,
    detail::link_program_error, detail::memory_allocation_error, detail::nd_range_error, detail::platform_error,
    detail::profiling_error;
} // namespace _V1
} // namespace sycl

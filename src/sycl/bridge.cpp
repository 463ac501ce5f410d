// Translates devices, backends, aspects and errors between the runtime and SYCL.
#include "sycl/bridge.hpp"

#include <algorithm>

namespace weft::sycl_api {

std::vector<::sycl::device> make(const std::vector<std::shared_ptr<runtime::Device>> &devices) {
  std::vector<::sycl::device> made;
  made.reserve(devices.size());
  for (const auto &d : devices)
    made.push_back(make(d));
  return made;
}

::sycl::backend backend_of(runtime::ToldBackend told) noexcept {
  switch (told) {
  case runtime::ToldBackend::opencl:
    return ::sycl::backend::opencl;
  case runtime::ToldBackend::cuda:
    return ::sycl::backend::ext_oneapi_cuda;
  case runtime::ToldBackend::null:
    return ::sycl::backend::ext_weft_null;
  }
  return ::sycl::backend::host;
}

runtime::Aspect aspect_of(::sycl::aspect a) noexcept {
  return static_cast<runtime::Aspect>(a);
}

::sycl::errc errc_of(Errc code) noexcept {
  switch (code) {
  case Errc::runtime:
    return ::sycl::errc::runtime;
  case Errc::kernel:
    return ::sycl::errc::kernel;
  case Errc::nd_range:
    return ::sycl::errc::nd_range;
  case Errc::memory_allocation:
    return ::sycl::errc::memory_allocation;
  case Errc::kernel_argument:
    return ::sycl::errc::kernel_argument;
  case Errc::build:
    return ::sycl::errc::build;
  case Errc::platform:
    return ::sycl::errc::platform;
  case Errc::profiling:
    return ::sycl::errc::profiling;
  case Errc::feature_not_supported:
    return ::sycl::errc::feature_not_supported;
  case Errc::kernel_not_supported:
    return ::sycl::errc::kernel_not_supported;
  case Errc::backend_mismatch:
    return ::sycl::errc::backend_mismatch;
  default:
    return ::sycl::errc::invalid;
  }
}

void rethrow_translated() {
  try {
    throw;
  } catch (const Error &e) {
    ::sycl::detail::throw_error(errc_of(e.code()), e.what());
  } catch (const InternalError &e) {
    ::sycl::detail::throw_error(::sycl::errc::runtime, e.what());
  }
}

std::exception_ptr translate(std::exception_ptr error) {
  try {
    translated([&] { std::rethrow_exception(error); });
  } catch (...) {
    return std::current_exception();
  }
  return error;
}

runtime::AsyncHandler handler_of(::sycl::async_handler handler) {
  if (!handler)
    return {};
  return [handler = std::move(handler)](std::vector<std::exception_ptr> errors) {
    std::ranges::transform(errors, errors.begin(), translate);
    handler(::sycl::exception_list(std::move(errors)));
  };
}

Depends::Depends(const ::sycl::event *events, std::size_t count) : count_(count) {
  if (count == 0)
    return;
  if (count > capacity)
    many_.resize(count);
  else
    few_.emplace();
  std::transform(events, events + count, few_ ? few_->data() : many_.data(), event_of);
}

} // namespace weft::sycl_api

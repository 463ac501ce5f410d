// sycl::exception and its error category (SYCL 2020, 4.13).
#include <sycl/context.hpp>
#include <sycl/detail/errors.hpp>
#include <sycl/exception.hpp>

#include "support/lock.hpp"

namespace sycl::inline _V1 {
namespace {

class Category final : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }
  std::string message(int value) const override {
    static constexpr const char *texts[] = {"success",
                                            "runtime error",
                                            "error in a kernel",
                                            "invalid accessor",
                                            "invalid nd_range",
                                            "invalid event",
                                            "invalid argument of a kernel",
                                            "a kernel did not compile",
                                            "invalid argument",
                                            "out of memory",
                                            "platform error",
                                            "profiling was not enabled",
                                            "feature not supported by the device",
                                            "kernel not supported by the device",
                                            "backends do not match"};
    return value >= 0 && value < static_cast<int>(std::size(texts)) ? texts[value] : "unknown SYCL error";
  }
};

} // namespace

const std::error_category &sycl_category() noexcept {
  static constinit weft::Lazy<const Category> category;
  return category.get();
}

exception::exception(std::error_code code, const std::string &message, std::shared_ptr<context> about)
    : code_(code), message_(std::make_shared<const std::string>(message)), context_(std::move(about)) {}
exception::exception(const context &about, std::error_code code, const std::string &message)
    : exception(code, message, std::make_shared<context>(about)) {}
exception::exception(const context &about, std::error_code code, const char *message)
    : exception(about, code, std::string(message)) {}
exception::exception(const context &about, std::error_code code) : exception(about, code, code.message()) {}
exception::exception(const context &about, int value, const std::error_category &category, const std::string &message)
    : exception(about, std::error_code(value, category), message) {}
exception::exception(const context &about, int value, const std::error_category &category)
    : exception(about, std::error_code(value, category)) {}

void detail::throw_error(errc code, const std::string &message) {
  switch (code) {
  case errc::kernel:
    throw kernel_error(code, message);
  case errc::accessor:
    throw accessor_error(code, message);
  case errc::nd_range:
    throw nd_range_error(code, message);
  case errc::event:
    throw event_error(code, message);
  case errc::kernel_argument:
  case errc::invalid:
    throw invalid_error(code, message);
  case errc::build:
    throw build_error(code, message);
  case errc::memory_allocation:
    throw memory_allocation_error(code, message);
  case errc::platform:
    throw platform_error(code, message);
  case errc::profiling:
    throw profiling_error(code, message);
  case errc::feature_not_supported:
  case errc::kernel_not_supported:
    throw feature_not_supported(code, message);
  default:
    throw runtime_error(code, message);
  }
}

context exception::get_context() const {
  if (!context_)
    detail::throw_error(errc::invalid, "get_context: this error belongs to no context");
  return *context_;
}

} // namespace sycl::inline _V1

// Errors: error codes, the exception class and asynchronous errors (SYCL 2020, 4.13).
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {

class context;

enum class errc : unsigned {
  success = 0,
  runtime,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch,
};

/// The category of every sycl::errc; its name is "sycl".
WEFT_API const std::error_category &sycl_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept {
  return {static_cast<int>(e), sycl_category()};
}

/// A synchronous or asynchronous error of the runtime, with its code and, where it has one, its context.
class WEFT_API exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string &message) : exception(code, message, nullptr) {}
  exception(std::error_code code, const char *message) : exception(code, std::string(message), nullptr) {}
  exception(std::error_code code) : exception(code, code.message(), nullptr) {}
  exception(int value, const std::error_category &category, const std::string &message)
      : exception(std::error_code(value, category), message, nullptr) {}
  exception(int value, const std::error_category &category) : exception(std::error_code(value, category)) {}
  exception(const context &, std::error_code code, const std::string &message);
  exception(const context &, std::error_code code, const char *message);
  exception(const context &, std::error_code code);
  exception(const context &, int value, const std::error_category &category, const std::string &message);
  exception(const context &, int value, const std::error_category &category);

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override { return message_->c_str(); }
  bool has_context() const noexcept { return context_ != nullptr; }
  context get_context() const;                   ///< Throws errc::invalid if there is none.
  int get_cl_code() const noexcept { return 0; } ///< SYCL 1.2.1: no device is OpenCL's, so no error has a code of it.

private:
  exception(std::error_code code, const std::string &message, std::shared_ptr<context> about);

  std::error_code code_;
  std::shared_ptr<const std::string> message_; // shared, so that copying does not throw
  std::shared_ptr<context> context_;
};

namespace detail {
/// Throws an exception of the class that SYCL 1.2.1 had for this code (errors.hpp).
[[noreturn]] WEFT_API void throw_error(errc code, const std::string &message);
} // namespace detail

/// Asynchronous errors handed to an async_handler.
class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  exception_list() = default;
  explicit exception_list(std::vector<std::exception_ptr> errors) : errors_(std::move(errors)) {}

  size_type size() const noexcept { return errors_.size(); }
  iterator begin() const noexcept { return errors_.begin(); }
  iterator end() const noexcept { return errors_.end(); }

private:
  std::vector<std::exception_ptr> errors_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace _V1
} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

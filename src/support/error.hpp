// Weft's two kinds of error: the user's (weft::Error, with a code that front doors translate) and ours (WEFT_CHECK).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft {

/// What went wrong, in the terms of the front doors: SYCL's errc (SYCL 2020, 4.13.2) and Python's exception classes.
enum class Errc {
  invalid,           ///< sycl::errc::invalid; Python ValueError
  runtime,           ///< sycl::errc::runtime; Python RuntimeError
  kernel,            ///< a kernel faulted or could not be made
  nd_range,          ///< a launch's ranges do not fit the device or each other
  memory_allocation, ///< Python USMAllocationError or MemoryError
  kernel_argument,
  build, ///< a kernel did not compile
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported, ///< a kernel requires what the device lacks
  backend_mismatch,
  placement,     ///< operands live on different queues; Python ExecutionPlacementError
  type,          ///< Python TypeError
  index,         ///< Python IndexError
  zero_division, ///< Python ZeroDivisionError
  overflow,      ///< Python OverflowError
  buffer,        ///< Python BufferError
};

/// An error of the user's program. The message names the operation, the offending value and the way out.
class Error : public std::runtime_error {
public:
  template <class... Args>
  explicit Error(Errc code, fmt::format_string<Args...> format, Args &&...args)
      : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)), code_(code) {}

  Errc code() const noexcept { return code_; }

private:
  Errc code_;
};

/// A broken invariant of Weft itself.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Throws InternalError that says the failure is a bug of Weft, with the place and the failed condition.
[[noreturn]] void fail_check(const char *file, int line, const char *condition, const std::string &message);

} // namespace weft

/// Holds whatever the user does; a failure is our bug. The message (a fmt format and its arguments) says which value
/// was off.
#define WEFT_CHECK(condition, ...)                                                                                     \
  do {                                                                                                                 \
    if (!(condition)) [[unlikely]]                                                                                     \
      ::weft::fail_check(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__));                                  \
  } while (false)

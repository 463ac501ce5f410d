// What LAPACK of oneMKL throws, with the number that LAPACK itself gives as info.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/mkl/exceptions.hpp>

namespace oneapi::mkl::lapack {

class exception {
public:
  exception(std::string what, std::int64_t info, std::int64_t detail = 0)
      : what_(std::move(what)), info_(info), detail_(detail) {}
  virtual ~exception() = default;
  virtual const char *what() const noexcept { return what_.c_str(); }
  std::int64_t info() const noexcept { return info_; }
  std::int64_t detail() const noexcept { return detail_; }

private:
  std::string what_;
  std::int64_t info_, detail_;
};

/// info() is the step that found it, counted from one.
class computation_error : public mkl::computation_error, public lapack::exception {
public:
  computation_error(const std::string &function, const std::string &info, std::int64_t code)
      : mkl::computation_error("lapack", function, info), lapack::exception(mkl::computation_error::what(), code) {}
  const char *what() const noexcept override { return lapack::exception::what(); }
};

/// -info() is the argument's place, counted from one without the queue.
class invalid_argument : public mkl::invalid_argument, public lapack::exception {
public:
  invalid_argument(const std::string &function, const std::string &info, std::int64_t code)
      : mkl::invalid_argument("lapack", function, info), lapack::exception(mkl::invalid_argument::what(), code) {}
  const char *what() const noexcept override { return lapack::exception::what(); }
};

/// Of several matrices: which of them failed, and how; info() says how many.
class batch_error : public mkl::batch_error, public lapack::exception {
public:
  batch_error(const std::string &function, std::vector<std::int64_t> ids, std::vector<std::exception_ptr> exceptions)
      : mkl::batch_error("lapack", function, std::to_string(ids.size()) + " matrices failed"),
        lapack::exception(mkl::batch_error::what(), static_cast<std::int64_t>(ids.size())), ids_(std::move(ids)),
        exceptions_(std::move(exceptions)) {}
  const char *what() const noexcept override { return lapack::exception::what(); }
  const std::vector<std::int64_t> &ids() const { return ids_; }
  const std::vector<std::exception_ptr> &exceptions() const { return exceptions_; }

private:
  std::vector<std::int64_t> ids_;
  std::vector<std::exception_ptr> exceptions_;
};

} // namespace oneapi::mkl::lapack

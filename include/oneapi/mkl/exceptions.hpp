// What oneMKL throws: the part of it and the function that found an error, and the error.
#pragma once

#include <exception>
#include <string>

namespace oneapi::mkl {

class exception : public std::exception {
public:
  exception(const std::string &domain, const std::string &function, const std::string &info = "")
      : what_("oneapi::mkl::" + domain + (domain.empty() ? "" : "::") + function + (info.empty() ? "" : ": ") + info) {}
  const char *what() const noexcept override { return what_.c_str(); }

private:
  std::string what_;
};

class unsupported_device : public exception {
  using exception::exception;
};
class host_bad_alloc : public exception {
  using exception::exception;
};
class device_bad_alloc : public exception {
  using exception::exception;
};
class unimplemented : public exception {
  using exception::exception;
};
class invalid_argument : public exception {
  using exception::exception;
};
class uninitialized : public exception {
  using exception::exception;
};
class computation_error : public exception {
  using exception::exception;
};
class batch_error : public exception {
  using exception::exception;
};

} // namespace oneapi::mkl

// What every function of the C API shares: references, errors that end in the log and a fallback, texts that C frees.
#pragma once

#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "dpctl/syclinterface/dpctl_sycl_type_casters.hpp"

namespace weft::capi {

using dpctl::syclinterface::unwrap;
using dpctl::syclinterface::wrap;

/// Tells the log of DPCTLService_InitLogger, and stderr as DPCTL_VERBOSITY says (none, error, warning).
void log_error(std::string_view function, std::string_view what) noexcept;

/// Runs `f`; an exception is logged and gives `fallback`, since C callers know only that.
template <class R, class F> R guarded(const char *function, R fallback, F &&f) noexcept {
  try {
    return std::forward<F>(f)();
  } catch (const std::exception &error) {
    log_error(function, error.what());
  } catch (...) {
    log_error(function, "unknown error");
  }
  return fallback;
}

/// As guarded(), for functions that give nothing.
template <class F> void guarded_do(const char *function, F &&f) noexcept {
  guarded(function, 0, [&] {
    std::forward<F>(f)();
    return 0;
  });
}

/// The object of a reference; throws for null, so that guarded() logs it.
template <class T, class Ref> T &checked(Ref reference) {
  if (reference == nullptr)
    throw std::invalid_argument("a null reference was given");
  return *unwrap<T>(reference);
}

/// What lies behind a pointer and a count; throws for null with a count, so that guarded() logs it.
template <class T> std::span<T> checked(T *first, std::size_t count) {
  if (first == nullptr && count != 0)
    throw std::invalid_argument("null was given for " + std::to_string(count) + " elements");
  return {first, count};
}

/// A new object, owned by the caller of the C API.
template <class T> auto give(T object) {
  return wrap<T>(new T(std::move(object)));
}

/// A copy that DPCTLCString_Delete frees.
inline const char *give_text(const std::string &text) {
  char *copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// References to new copies of the elements, owned by the caller of the C API.
template <class T> auto give_vector(const std::vector<T> &elements) {
  using Ref = decltype(wrap<T>(static_cast<const T *>(nullptr)));
  auto *references = new std::vector<Ref>;
  references->reserve(elements.size());
  for (const T &element : elements)
    references->push_back(give(element));
  return wrap<std::vector<Ref>>(references);
}

} // namespace weft::capi

// Between SYCL objects and the runtime objects they share, and between Weft's errors and SYCL's.
#pragma once

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/platform.hpp>
#include <sycl/queue.hpp>

#include "runtime/context.hpp"
#include "runtime/device.hpp"
#include "runtime/event.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "runtime/reusable_event.hpp"
#include "support/error.hpp"
#include "support/float_modes.hpp"

namespace weft::sycl_api {

inline const std::shared_ptr<runtime::Platform> &platform_of(const ::sycl::platform &p) {
  return ::sycl::detail::access::impl(p);
}
inline const std::shared_ptr<runtime::Device> &device_of(const ::sycl::device &d) {
  return ::sycl::detail::access::impl(d);
}
inline const std::shared_ptr<runtime::Context> &context_of(const ::sycl::context &c) {
  return ::sycl::detail::access::impl(c);
}
inline const std::shared_ptr<runtime::Queue> &queue_of(const ::sycl::queue &q) {
  return ::sycl::detail::access::impl(q);
}
/// What it stands for by now, if it stands for one command after another.
inline runtime::Event event_of(const ::sycl::event &e) {
  const std::shared_ptr<runtime::EventState> &state = ::sycl::detail::access::impl(e);
  if (const auto *reusable = dynamic_cast<const runtime::ReusableEvent *>(state.get()))
    return reusable->current();
  return runtime::Event(state);
}

inline ::sycl::platform make(std::shared_ptr<runtime::Platform> p) {
  return ::sycl::detail::access::make<::sycl::platform>(std::move(p));
}
inline ::sycl::device make(std::shared_ptr<runtime::Device> d) {
  return ::sycl::detail::access::make<::sycl::device>(std::move(d));
}
inline ::sycl::context make(std::shared_ptr<runtime::Context> c) {
  return ::sycl::detail::access::make<::sycl::context>(std::move(c));
}
inline ::sycl::queue make(std::shared_ptr<runtime::Queue> q) {
  return ::sycl::detail::access::make<::sycl::queue>(std::move(q));
}
inline ::sycl::event make(const runtime::Event &e) {
  return ::sycl::detail::access::make<::sycl::event>(e.state());
}

std::vector<::sycl::device> make(const std::vector<std::shared_ptr<runtime::Device>> &);

::sycl::backend backend_of(runtime::ToldBackend) noexcept;
runtime::Aspect aspect_of(::sycl::aspect) noexcept;

::sycl::errc errc_of(Errc) noexcept;

/// The same error as SYCL programs expect it: weft::Error becomes sycl::exception, everything else stays.
std::exception_ptr translate(std::exception_ptr);

/// Rethrows the exception being handled, translated. For use inside a catch block.
[[noreturn]] void rethrow_translated();

/// Runs `f` and lets errors, but no floating-point traps, out as SYCL programs expect them.
template <class F> decltype(auto) translated(F &&f) {
  const WithoutFloatTraps quiet;
  try {
    return std::forward<F>(f)();
  } catch (...) {
    rethrow_translated();
  }
}

/// Gives the runtime an async_handler; an empty one stays empty.
runtime::AsyncHandler handler_of(::sycl::async_handler);

/// Events of a command as the runtime takes them, without allocating for a few.
class Depends {
public:
  explicit Depends(const ::sycl::event *events, std::size_t count);
  operator runtime::Events() const noexcept { return {few_ ? few_->data() : many_.data(), count_}; }

private:
  static constexpr std::size_t capacity = 4;
  std::size_t count_;
  std::optional<std::array<runtime::Event, capacity>> few_; ///< most commands have none, and make none
  std::vector<runtime::Event> many_;
};

} // namespace weft::sycl_api

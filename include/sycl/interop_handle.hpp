// class interop_handle: what a host task is told of the queue that it stands in (SYCL 2020, 4.10.2). Native handles
// and memory objects are not declared: no backend of Weft has an interoperability API.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/queue.hpp>

namespace sycl {

class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return backend_; }

private:
  explicit interop_handle(backend b) noexcept : backend_(b) {}
  backend backend_;
  friend class handler;
};

} // namespace sycl

// Buffers in the place of pointers to USM: they are copied there, and back when the function ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

template <class T> std::shared_ptr<T> device_memory(const sycl::queue &queue, std::int64_t count) {
  return {sycl::malloc_device<T>(static_cast<std::size_t>(count > 0 ? count : 1), queue),
          [queue](T *p) { sycl::free(p, queue); }};
}

template <class T> class Held {
public:
  Held(sycl::queue &queue, sycl::buffer<T, 1> buffer)
      : queue_(queue), buffer_(std::move(buffer)),
        memory_(device_memory<T>(queue, static_cast<std::int64_t>(buffer_.size()))) {
    copy([to = memory_.get()](const auto &from, std::size_t i) { to[i] = from[i]; });
  }
  T *in_usm() const { return memory_.get(); }
  void give_back() {
    copy([from = memory_.get()](const auto &to, std::size_t i) { to[i] = from[i]; });
  }

private:
  template <class Copy> void copy(Copy one) {
    queue_
        .submit([&](sycl::handler &handler) {
          const sycl::accessor there(buffer_, handler, sycl::read_write);
          handler.parallel_for(buffer_.get_range(), [=](sycl::id<1> id) { one(there, id[0]); });
        })
        .wait();
  }

  sycl::queue queue_;
  sycl::buffer<T, 1> buffer_;
  std::shared_ptr<T> memory_;
};

template <class T> struct is_buffer : std::false_type {};
template <class T> struct is_buffer<sycl::buffer<T, 1>> : std::true_type {};
template <class... Arguments>
using if_buffers = std::enable_if_t<(is_buffer<std::remove_cv_t<std::remove_reference_t<Arguments>>>::value || ...)>;

template <class T> Held<T> held(sycl::queue &queue, sycl::buffer<T, 1> &buffer) {
  return {queue, buffer};
}
template <class T> T held(sycl::queue &, const T &value) {
  return value;
}
template <class T> T *in_usm(const Held<T> &held) {
  return held.in_usm();
}
template <class T> T in_usm(const T &value) {
  return value;
}
template <class T> void give_back(Held<T> &held) {
  held.give_back();
}
template <class T> void give_back(const T &) {}

/// Calls a function of pointers to USM, and waits for it.
template <class Function, class... Arguments>
void with_buffers(const Function &function, sycl::queue &queue, Arguments &...arguments) {
  auto all = std::tuple(held(queue, arguments)...);
  std::apply(
      [&](auto &...each) {
        function(queue, in_usm(each)...).wait();
        (give_back(each), ...);
      },
      all);
}

/// A function that takes buffers, too, and returns nothing then.
template <class Function> struct OfBuffers {
  template <class... Arguments, class = if_buffers<Arguments...>>
  void operator()(sycl::queue &queue, Arguments &&...arguments) const {
    with_buffers(static_cast<const Function &>(*this), queue, arguments...);
  }
};

} // namespace oneapi::mkl::blas::detail

/// The same for a function template: `name` of buffers.
#define WEFT_OF_BUFFERS(name)                                                                                          \
  template <class... Arguments, class = detail::if_buffers<Arguments...>>                                              \
  void name(sycl::queue &queue, Arguments &&...arguments) {                                                            \
    detail::with_buffers([](auto &&...each) { return name(each...); }, queue, arguments...);                           \
  }

// A command of a command group, kept until the group function has returned: a callable in place, without allocating for
// kernels of usual size.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <sycl/event.hpp>

namespace sycl {
inline namespace _V1 {

class handler;

namespace detail {

class command {
public:
  command() = default;
  command(const command &) = delete;
  command &operator=(const command &) = delete;
  ~command() {
    if (operations_ != nullptr)
      operations_->destroy(*this);
  }

  explicit operator bool() const noexcept { return operations_ != nullptr; }

  template <class F> void set(F &&f) {
    using Stored = std::decay_t<F>;
    if constexpr (fits<Stored>)
      new (static_cast<void *>(room_)) Stored(std::forward<F>(f));
    else
      new (static_cast<void *>(room_)) Stored *(new Stored(std::forward<F>(f)));
    operations_ = &operations_of<Stored>;
  }

  event operator()(handler &h) { return operations_->run(*this, h); }

private:
  // No type's: flags such as -mlong-double-64 must not change what the library shares with programs.
  static constexpr std::size_t room = 256, alignment = 16;
  template <class F> static constexpr bool fits = sizeof(F) <= room && alignof(F) <= alignment;

  struct operations {
    event (*run)(command &, handler &);
    void (*destroy)(command &);
  };
  template <class F> F &stored() {
    if constexpr (fits<F>)
      return *std::launder(reinterpret_cast<F *>(room_));
    else
      return **std::launder(reinterpret_cast<F **>(room_));
  }
  template <class F> static void destroy(command &c) {
    if constexpr (fits<F>)
      c.stored<F>().~F();
    else
      delete &c.stored<F>();
  }
  template <class F> static event run(command &c, handler &h) { return c.stored<F>()(h); }
  template <class F> static constexpr operations operations_of{&run<F>, &destroy<F>};

  alignas(alignment) unsigned char room_[room];
  const operations *operations_ = nullptr;
};

} // namespace detail
} // namespace _V1
} // namespace sycl

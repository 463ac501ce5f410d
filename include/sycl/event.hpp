// class event: completes when the command it stands for has (SYCL 2020, 4.6.6).
#pragma once

#include <cstdint>
#include <vector>

#include <sycl/detail/objects.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>

namespace sycl {
inline namespace _V1 {

class event : public detail::shared_object<event, weft::runtime::EventState> {
public:
  event() noexcept : number_(new_number()) {} ///< Complete from the start, and equal to its copies only.

  WEFT_API backend get_backend() const noexcept;
  static constexpr bool is_host() noexcept { return false; } ///< SYCL 1.2.1's device that was none.
  WEFT_API void wait() const;
  WEFT_API void wait_and_throw() const; ///< Waits, then throws the command's error or hands it to the async_handler.
  static void wait(const std::vector<event> &events) {
    for (const event &e : events)
      e.wait();
  }
  static void wait_and_throw(const std::vector<event> &events) {
    for (const event &e : events)
      e.wait_and_throw();
  }
  WEFT_API std::vector<event> get_wait_list() const; ///< What the command was submitted to wait for.

  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::event_query, Param>, "not an info::event descriptor");
    if constexpr (std::is_same_v<Param, info::event::reference_count>)
      return static_cast<std::uint32_t>(impl_ ? impl_.use_count() : 1);
    else
      return status();
  }

  /// Nanoseconds; throws errc::invalid unless the queue was made with property::queue::enable_profiling.
  template <class Param> typename Param::return_type get_profiling_info() const {
    static_assert(std::is_base_of_v<detail::profiling_query, Param>, "not an info::event_profiling descriptor");
    if constexpr (std::is_same_v<Param, info::event_profiling::command_submit>)
      return profile(0);
    else if constexpr (std::is_same_v<Param, info::event_profiling::command_start>)
      return profile(1);
    else
      return profile(2);
  }

private:
  explicit event(std::shared_ptr<weft::runtime::EventState> impl) noexcept
      : shared_object(std::move(impl)), number_(impl_ ? 0 : new_number()) {}
  std::uintptr_t identity() const noexcept { return impl_ ? shared_object::identity() : number_; }
  WEFT_API static std::uintptr_t new_number() noexcept; ///< Odd, so that it is no address of a state.
  WEFT_API info::event_command_status status() const;
  WEFT_API std::uint64_t profile(int point) const;
  friend class detail::shared_object<event, weft::runtime::EventState>;
  friend struct detail::access;

  std::uintptr_t number_; ///< What it is told apart by if it stands for no command.
};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::event> : sycl::detail::hash_by_identity<sycl::event> {};

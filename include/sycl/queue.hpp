// class queue: where commands are submitted (SYCL 2020, 4.6.5), with the USM shortcuts (4.9.4.3).
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/access.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/memory_object.hpp>
#include <sycl/detail/parallel_for.hpp>
#include <sycl/detail/submit.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
inline namespace _V1 {

class handler;
namespace ext::oneapi::experimental {
enum class graph_state;
enum class queue_state;
template <graph_state State> class command_graph;
} // namespace ext::oneapi::experimental
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder> class accessor;

class queue : public detail::shared_object<queue, weft::runtime::Queue> {
  using graph_state = ext::oneapi::experimental::graph_state;
  using modifiable_graph = ext::oneapi::experimental::command_graph<graph_state(0)>;
  using executable_graph = ext::oneapi::experimental::command_graph<graph_state(1)>;

public:
  explicit queue(const property_list &properties = {}) : queue(device(), properties) {}
  explicit queue(const async_handler &handler, const property_list &properties = {})
      : queue(device(), handler, properties) {}

  /// Converts, as it did before SYCL 2020.
  WEFT_API queue(const device_selector &selector, const property_list &properties = {});
  template <class Selector, class = detail::if_selector<Selector>,
            class = std::enable_if_t<!std::is_base_of_v<device_selector, Selector>>>
  explicit queue(const Selector &selector, const property_list &properties = {})
      : queue(device(selector), properties) {}
  template <class Selector, class = detail::if_selector<Selector>>
  explicit queue(const Selector &selector, const async_handler &handler, const property_list &properties = {})
      : queue(device(selector), handler, properties) {}

  explicit queue(const device &d, const property_list &properties = {}) : queue(d, async_handler(), properties) {}
  WEFT_API explicit queue(const device &d, const async_handler &handler, const property_list &properties = {});

  template <class Selector, class = detail::if_selector<Selector>>
  queue(const context &c, const Selector &selector, const property_list &properties = {})
      : queue(c, device(selector), properties) {}
  template <class Selector, class = detail::if_selector<Selector>>
  queue(const context &c, const Selector &selector, const async_handler &handler, const property_list &properties = {})
      : queue(c, device(selector), handler, properties) {}
  queue(const context &c, const device &d, const property_list &properties = {})
      : queue(c, d, async_handler(), properties) {}
  WEFT_API queue(const context &c, const device &d, const async_handler &handler, const property_list &properties = {});

  WEFT_API backend get_backend() const noexcept;
  static constexpr bool is_host() noexcept { return false; } ///< SYCL 1.2.1's device that was none.
  WEFT_API context get_context() const;
  WEFT_API device get_device() const;
  WEFT_API bool is_in_order() const;

  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::queue_query, Param>, "not an info::queue descriptor");
    if constexpr (std::is_same_v<Param, info::queue::context>)
      return get_context();
    else if constexpr (std::is_same_v<Param, info::queue::reference_count>)
      return static_cast<std::uint32_t>(impl_.use_count());
    else
      return get_device();
  }
  template <class Property> bool has_property() const noexcept {
    return properties().template has_property<Property>();
  }
  template <class Property> Property get_property() const { return properties().template get_property<Property>(); }

  WEFT_API void wait() const;
  WEFT_API void wait_and_throw() const;     ///< Waits, then hands asynchronous errors to the async_handler or throws.
  WEFT_API void throw_asynchronous() const; ///< As wait_and_throw(), without waiting.

  /// Runs a command group function now and submits the command it describes (defined with class handler).
  template <class CommandGroup> event submit(CommandGroup &&group);
  /// The same; where this queue refuses the command, the other one gets it.
  template <class CommandGroup> event submit(CommandGroup &&group, const queue &secondary);

  template <class Name = detail::unnamed, class F> event single_task(const F &f) {
    return detail::launch_task<Name>(*this, f, {});
  }
  template <class Name = detail::unnamed, class F> event single_task(const event &depends, const F &f) {
    return detail::launch_task<Name>(*this, f, depends);
  }
  template <class Name = detail::unnamed, class F> event single_task(const std::vector<event> &depends, const F &f) {
    return detail::launch_task<Name>(*this, f, depends);
  }

  template <class Name = detail::unnamed, class P, class F>
  event single_task(const ext::oneapi::experimental::properties<P> &, const F &f) {
    return single_task<Name>(detail::with_properties<ext::oneapi::experimental::properties<P>, F>(f));
  }

// parallel_for(space, [events,] [reductions...,] function). Ranges are spelled out so that numbers and lists convert.
#define WEFT_PARALLEL_FOR(Space, ...)                                                                                  \
  template <class Name = detail::unnamed, __VA_ARGS__ class... Rest, class = detail::if_kernel<Rest...>>               \
  event parallel_for(Space space, const Rest &...rest) {                                                               \
    return detail::parallel_for<Name>(*this, space, {}, {}, rest...);                                                  \
  }                                                                                                                    \
  template <class Name = detail::unnamed, __VA_ARGS__ class... Rest, class = detail::if_kernel<Rest...>>               \
  event parallel_for(Space space, const event &depends, const Rest &...rest) {                                         \
    return detail::parallel_for<Name>(*this, space, depends, {}, rest...);                                             \
  }                                                                                                                    \
  template <class Name = detail::unnamed, __VA_ARGS__ class... Rest, class = detail::if_kernel<Rest...>>               \
  event parallel_for(Space space, const std::vector<event> &depends, const Rest &...rest) {                            \
    return detail::parallel_for<Name>(*this, space, depends, {}, rest...);                                             \
  }
// With an offset of ids, as SYCL 2020 still has it (deprecated there).
#define WEFT_PARALLEL_FOR_OFFSET(D)                                                                                    \
  template <class Name = detail::unnamed, class F> event parallel_for(range<D> space, id<D> offset, const F &f) {      \
    return detail::launch_range<Name>(*this, space, offset, f, {});                                                    \
  }                                                                                                                    \
  template <class Name = detail::unnamed, class F>                                                                     \
  event parallel_for(range<D> space, id<D> offset, const event &depends, const F &f) {                                 \
    return detail::launch_range<Name>(*this, space, offset, f, depends);                                               \
  }                                                                                                                    \
  template <class Name = detail::unnamed, class F>                                                                     \
  event parallel_for(range<D> space, id<D> offset, const std::vector<event> &depends, const F &f) {                    \
    return detail::launch_range<Name>(*this, space, offset, f, depends);                                               \
  }
  WEFT_PARALLEL_FOR_OFFSET(1)
  WEFT_PARALLEL_FOR_OFFSET(2)
  WEFT_PARALLEL_FOR_OFFSET(3)
#undef WEFT_PARALLEL_FOR_OFFSET
#define WEFT_COMMA ,
  WEFT_PARALLEL_FOR(range<1>)
  WEFT_PARALLEL_FOR(range<2>)
  WEFT_PARALLEL_FOR(range<3>)
  WEFT_PARALLEL_FOR(nd_range<D>, int D WEFT_COMMA)
#undef WEFT_COMMA
#undef WEFT_PARALLEL_FOR

  event memcpy(void *to, const void *from, std::size_t bytes) { return detail::copy(*this, to, from, bytes, {}); }
  event memcpy(void *to, const void *from, std::size_t bytes, const event &depends) {
    return detail::copy(*this, to, from, bytes, depends);
  }
  event memcpy(void *to, const void *from, std::size_t bytes, const std::vector<event> &depends) {
    return detail::copy(*this, to, from, bytes, depends);
  }

  template <class T> event copy(const T *from, T *to, std::size_t count) { return memcpy(to, from, count * sizeof(T)); }
  template <class T> event copy(const T *from, T *to, std::size_t count, const event &depends) {
    return memcpy(to, from, count * sizeof(T), depends);
  }
  template <class T> event copy(const T *from, T *to, std::size_t count, const std::vector<event> &depends) {
    return memcpy(to, from, count * sizeof(T), depends);
  }

  // Copies of a device_global: bytes or elements, and where they begin.
  template <class T, class P, class... Depends>
  event memcpy(ext::oneapi::experimental::device_global<T, P> &to, const void *from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const Depends &...depends) {
    return memcpy(detail::device_global_memory(*this, to, bytes, offset), from, bytes, depends...);
  }
  template <class T, class P, class... Depends>
  event memcpy(void *to, const ext::oneapi::experimental::device_global<T, P> &from, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const Depends &...depends) {
    return memcpy(to, detail::device_global_memory(*this, from, bytes, offset), bytes, depends...);
  }
  template <class T, class P, class... Depends>
  event copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, P> &to,
             std::size_t count = detail::elements<T>, std::size_t first = 0, const Depends &...depends) {
    return memcpy(to, from, count * detail::element_bytes<T>, first * detail::element_bytes<T>, depends...);
  }
  template <class T, class P, class... Depends>
  event copy(const ext::oneapi::experimental::device_global<T, P> &from, std::remove_all_extents_t<T> *to,
             std::size_t count = detail::elements<T>, std::size_t first = 0, const Depends &...depends) {
    return memcpy(to, from, count * detail::element_bytes<T>, first * detail::element_bytes<T>, depends...);
  }

  // What accessors without a command stand for (defined with class handler).
#define WEFT_ACCESSOR_TYPE(N) accessor<T##N, D##N, Mode##N, Target##N, P##N>
#define WEFT_ACCESSOR_PARAMETERS(N)                                                                                    \
  class T##N, int D##N, access_mode Mode##N, target Target##N, access::placeholder P##N
  template <WEFT_ACCESSOR_PARAMETERS(0), class To> event copy(const WEFT_ACCESSOR_TYPE(0) & from, To *to);
  template <WEFT_ACCESSOR_PARAMETERS(0), class To>
  event copy(const WEFT_ACCESSOR_TYPE(0) & from, const std::shared_ptr<To> &to);
  template <class From, WEFT_ACCESSOR_PARAMETERS(0)> event copy(const From *from, const WEFT_ACCESSOR_TYPE(0) & to);
  template <class From, WEFT_ACCESSOR_PARAMETERS(0)>
  event copy(const std::shared_ptr<From> &from, const WEFT_ACCESSOR_TYPE(0) & to);
  template <WEFT_ACCESSOR_PARAMETERS(0), WEFT_ACCESSOR_PARAMETERS(1)>
  event copy(const WEFT_ACCESSOR_TYPE(0) & from, const WEFT_ACCESSOR_TYPE(1) & to);
  template <WEFT_ACCESSOR_PARAMETERS(0)>
  event fill(const WEFT_ACCESSOR_TYPE(0) & to, const std::common_type_t<T0> &pattern);
  template <WEFT_ACCESSOR_PARAMETERS(0)> event update_host(const WEFT_ACCESSOR_TYPE(0) & a);

  event memset(void *to, int value, std::size_t bytes) { return memset(to, value, bytes, std::vector<event>()); }
  event memset(void *to, int value, std::size_t bytes, const event &depends) {
    const auto byte = static_cast<unsigned char>(value);
    return detail::fill(*this, to, &byte, 1, bytes, depends);
  }
  event memset(void *to, int value, std::size_t bytes, const std::vector<event> &depends) {
    const auto byte = static_cast<unsigned char>(value);
    return detail::fill(*this, to, &byte, 1, bytes, depends);
  }

  template <class T> event fill(void *to, const T &pattern, std::size_t count) {
    return fill(to, pattern, count, std::vector<event>());
  }
  template <class T> event fill(void *to, const T &pattern, std::size_t count, const event &depends) {
    static_assert(is_device_copyable_v<T>, "fill needs a pattern that is device copyable");
    return detail::fill(*this, to, &pattern, sizeof(T), count, depends);
  }
  template <class T> event fill(void *to, const T &pattern, std::size_t count, const std::vector<event> &depends) {
    static_assert(is_device_copyable_v<T>, "fill needs a pattern that is device copyable");
    return detail::fill(*this, to, &pattern, sizeof(T), count, depends);
  }

  event prefetch(const void *pointer, std::size_t bytes) { return detail::prefetch(*this, pointer, bytes, {}); }
  event prefetch(const void *pointer, std::size_t bytes, const event &depends) {
    return detail::prefetch(*this, pointer, bytes, depends);
  }
  event prefetch(const void *pointer, std::size_t bytes, const std::vector<event> &depends) {
    return detail::prefetch(*this, pointer, bytes, depends);
  }

  event mem_advise(const void *pointer, std::size_t bytes, int advice) {
    return detail::advise(*this, pointer, bytes, advice, {});
  }
  event mem_advise(const void *pointer, std::size_t bytes, int advice, const event &depends) {
    return detail::advise(*this, pointer, bytes, advice, depends);
  }
  event mem_advise(const void *pointer, std::size_t bytes, int advice, const std::vector<event> &depends) {
    return detail::advise(*this, pointer, bytes, advice, depends);
  }

  // Rows that lie apart (sycl_ext_oneapi_memcpy2d): pitches and widths in bytes, or in elements where there is a type.
  // `depends` is nothing, an event, or several.
  event ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
                            std::size_t height, detail::event_list depends = {}) {
    return ext_oneapi_copy2d(static_cast<const char *>(from), from_pitch, static_cast<char *>(to), to_pitch, width,
                             height, depends);
  }
  template <class T>
  event ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch, std::size_t width,
                          std::size_t height, detail::event_list depends = {}) {
    const auto [target, source] = detail::rows_to_copy(from, from_pitch, to, to_pitch, width, height);
    return detail::copy_region(*this, target, source, depends);
  }
  event ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                            detail::event_list depends = {}) {
    return ext_oneapi_fill2d(to, pitch, static_cast<unsigned char>(value), width, height, depends);
  }
  template <class T>
  event ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width, std::size_t height,
                          detail::event_list depends = {}) {
    static_assert(is_device_copyable_v<T>, "fill needs a pattern that is device copyable");
    return detail::fill_region(*this, detail::rows_to_fill<T>(to, pitch, width, height), &pattern, depends);
  }

  /// Completes after all commands submitted before (sycl_ext_oneapi_enqueue_barrier).
  event ext_oneapi_submit_barrier() { return detail::barrier(*this, {}); }
  /// Completes after these events; commands submitted later wait for it. No events: complete at once.
  event ext_oneapi_submit_barrier(const std::vector<event> &depends) {
    return depends.empty() ? event() : detail::barrier(*this, depends);
  }
  /// The extension's first names.
  event submit_barrier() { return ext_oneapi_submit_barrier(); }
  event submit_barrier(const std::vector<event> &depends) { return ext_oneapi_submit_barrier(depends); }

  // Of queues in order (sycl_ext_oneapi_in_order_queue_events): completes when all that was submitted has; holds back
  // what is submitted next.
  WEFT_API std::optional<event> ext_oneapi_get_last_event();
  WEFT_API void ext_oneapi_set_external_event(const event &e);

  /// Has all that was submitted completed? (sycl_ext_oneapi_queue_empty)
  WEFT_API bool ext_oneapi_empty() const;
  bool khr_empty() const { return ext_oneapi_empty(); }
  /// Sees to it that what was submitted begins without a wait() (sycl_khr_queue_flush).
  WEFT_API void khr_flush() const;
  void ext_oneapi_prod() { khr_flush(); }

  template <class F> event AdaptiveCpp_enqueue_custom_operation(F &&f);

  // Graphs of commands (sycl_ext_oneapi_graph; defined with class command_graph).
  WEFT_API ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  ext::oneapi::experimental::memory_pool ext_oneapi_get_default_memory_pool(usm::alloc kind) const;
  WEFT_API modifiable_graph ext_oneapi_get_graph() const;
  WEFT_API event ext_oneapi_graph(const executable_graph &graph);
  WEFT_API event ext_oneapi_graph(const executable_graph &graph, const event &depends);
  WEFT_API event ext_oneapi_graph(const executable_graph &graph, const std::vector<event> &depends);

private:
  explicit queue(std::shared_ptr<weft::runtime::Queue> impl) noexcept : shared_object(std::move(impl)) {}
  WEFT_API property_list properties() const;

  friend struct detail::access;
};

template <class Property>
struct is_property_of<Property, queue>
    : detail::is_one_of<Property, property::queue::in_order, property::queue::enable_profiling,
                        ext::oneapi::property::queue::discard_events, ext::oneapi::property::queue::priority_low,
                        ext::oneapi::property::queue::priority_normal, ext::oneapi::property::queue::priority_high> {};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::queue> : sycl::detail::hash_by_identity<sycl::queue> {};

// class queue over runtime::Queue: construction, waiting and commands (SYCL 2020, 4.6.5).
#include "runtime/memory.hpp"
#include "sycl/bridge.hpp"
#include "sycl/registry.hpp"
#include "sycl/requirements.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

namespace {

/// No two of these may be asked for at once.
template <class... Properties> void require_one_at_most(const property_list &properties, const char *which) {
  if ((int(properties.has_property<Properties>()) + ...) > 1)
    detail::throw_error(errc::invalid,
                        std::string("queue: its properties contradict each other; give one of ") + which);
}
void require_consistent(const property_list &properties) {
  using namespace ext::oneapi::property::queue;
  using ext::intel::property::queue::immediate_command_list, ext::intel::property::queue::no_immediate_command_list;
  require_one_at_most<discard_events, property::queue::enable_profiling>(properties,
                                                                         "discard_events and enable_profiling");
  require_one_at_most<priority_low, priority_normal, priority_high>(properties,
                                                                    "priority_low, priority_normal and priority_high");
  require_one_at_most<immediate_command_list, no_immediate_command_list>(
      properties, "immediate_command_list and no_immediate_command_list");
}

void require_in_order(const queue &q, const char *what) {
  if (!q.is_in_order())
    detail::throw_error(errc::invalid, std::string(what) + ": the queue is not in order");
}

std::shared_ptr<runtime::Queue> make_queue(std::shared_ptr<runtime::Context> c,
                                           const std::shared_ptr<runtime::Device> &d, const async_handler &handler,
                                           const property_list &properties) {
  require_consistent(properties);
  runtime::QueueProperties p;
  p.in_order = properties.has_property<property::queue::in_order>();
  p.profiling = properties.has_property<property::queue::enable_profiling>();
  p.priority = properties.has_property<ext::oneapi::property::queue::priority_high>()  ? runtime::Priority::high
               : properties.has_property<ext::oneapi::property::queue::priority_low>() ? runtime::Priority::low
                                                                                       : runtime::Priority::normal;
  p.flags = detail::property_flags::of(properties);
  p.handler = handler_of(handler);
  expect_launches(d);
  return runtime::make_queue(std::move(c), d, std::move(p));
}

} // namespace

queue::queue(const device &d, const async_handler &handler, const property_list &properties)
    : queue(translated([&] {
        return make_queue(device_of(d)->platform()->default_context(), device_of(d), handler, properties);
      })) {}

queue::queue(const context &c, const device &d, const async_handler &handler, const property_list &properties)
    : queue(translated([&] { return make_queue(context_of(c), device_of(d), handler, properties); })) {}

queue::queue(const device_selector &selector, const property_list &properties) : queue(device(selector), properties) {}

backend queue::get_backend() const noexcept {
  return backend_of(impl_->device()->backend().told);
}
context queue::get_context() const {
  return make(impl_->context());
}
device queue::get_device() const {
  return make(impl_->device());
}
bool queue::is_in_order() const {
  return impl_->properties().in_order;
}

std::optional<event> queue::ext_oneapi_get_last_event() {
  require_in_order(*this, "ext_oneapi_get_last_event");
  return detail::barrier(*this, {});
}
void queue::ext_oneapi_set_external_event(const event &e) {
  require_in_order(*this, "ext_oneapi_set_external_event");
  detail::barrier(*this, e);
}

property_list queue::properties() const {
  const runtime::QueueProperties &p = impl_->properties();
  property_list list = detail::property_flags::list(p.flags);
  if (p.in_order)
    detail::property_flags::add(list, property::queue::in_order());
  if (p.profiling)
    detail::property_flags::add(list, property::queue::enable_profiling());
  return list;
}

void queue::wait() const {
  if (recorder_of(*impl_) != nullptr)
    detail::throw_error(errc::invalid, "queue::wait: a graph records the queue; call end_recording first");
  translated([&] { impl_->wait(); });
}
void queue::wait_and_throw() const {
  translated([&] { impl_->wait_and_throw(); });
}

bool queue::ext_oneapi_empty() const {
  impl_->flush();
  return impl_->idle();
}

void queue::khr_flush() const {
  translated([&] { impl_->flush(); });
}

void queue::throw_asynchronous() const {
  translated([&] { impl_->throw_asynchronous(); });
}

namespace detail {

using runtime::Events;
using runtime::Queue;

event copy(const queue &q, void *to, const void *from, std::size_t bytes, event_list depends) {
  return submit_command(q, depends, [&](Queue &queue, Events events) { return queue.copy(to, from, bytes, events); });
}

event fill(const queue &q, void *to, const void *pattern, std::size_t pattern_bytes, std::size_t count,
           event_list depends) {
  const std::span bytes(static_cast<const std::byte *>(pattern), pattern_bytes);
  return submit_command(q, depends, [&](Queue &queue, Events events) { return queue.fill(to, bytes, count, events); });
}

event prefetch(const queue &q, const void *pointer, std::size_t bytes, event_list depends) {
  return submit_command(q, depends,
                        [&](Queue &queue, Events events) { return queue.prefetch(pointer, bytes, events); });
}

event advise(const queue &q, const void *pointer, std::size_t bytes, int advice, event_list depends) {
  return submit_command(q, depends,
                        [&](Queue &queue, Events events) { return queue.advise(pointer, bytes, advice, events); });
}

event barrier(const queue &q, event_list depends) {
  return submit_command(q, depends, [](Queue &queue, Events events) { return queue.barrier(events); });
}

event marker(const queue &q, event_list depends) {
  return submit_command(q, depends, [](Queue &queue, Events events) { return queue.marker_internal(events); });
}

event host_task(const queue &q, std::function<void()> task, event_list depends) {
  return submit_command(q, depends,
                        [&](Queue &queue, Events events) { return queue.host_task(std::move(task), events); });
}

std::shared_ptr<void> scratch(const queue &q, std::size_t bytes) {
  return translated([&] { return runtime::allocate_shared(bytes, runtime::AllocationKind::device, queue_of(q)); });
}

} // namespace detail
} // namespace sycl::inline _V1

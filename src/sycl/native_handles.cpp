// Native objects of the backend behind SYCL's, and SYCL's of native ones.
#include <sycl/interop_handle.hpp>

#include <algorithm>
#include <sstream>

#include "sycl/bridge.hpp"
#include "sycl/requirements.hpp"

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;
using weft::Errc;
using weft::Error;
namespace runtime = weft::runtime;

namespace {

std::string name_of(backend b) {
  std::ostringstream out;
  out << b;
  return out.str();
}

/// Throws unless the device is of the backend that is asked for and has native objects.
const runtime::Device &require(backend asked, const runtime::Device &device) {
  if (backend_of(device.backend().told) != asked)
    throw Error(Errc::backend_mismatch, "native handles of {}: {} is a device of {}", name_of(asked),
                device.info().name, name_of(backend_of(device.backend().told)));
  if (device.native_number() < 0)
    throw Error(Errc::backend_mismatch, "native handles of {}: {} is run by Weft itself and has none", name_of(asked),
                device.info().name);
  return device;
}

const runtime::Device &device_behind(const queue &q) {
  return *queue_of(q)->device();
}

std::shared_ptr<runtime::Device> find_device(backend asked, const std::function<bool(const runtime::Device &)> &is_it,
                                             const char *what) {
  bool any = false;
  for (const auto &platform : runtime::platforms())
    for (const auto &device : platform->devices()) {
      if (backend_of(device->backend().told) != asked || device->native_number() < 0)
        continue;
      any = true;
      if (is_it(*device))
        return device;
    }
  if (any)
    throw Error(Errc::invalid, "{}: no device of {} has it", what, name_of(asked));
  throw Error(Errc::backend_mismatch, "{}: there is no device of {} with native handles", what, name_of(asked));
}

} // namespace

void refuse_native(backend asked, backend has, const char *what) {
  if (asked != has)
    detail::throw_error(errc::backend_mismatch,
                        std::string(what) + ": asked for " + name_of(asked) + ", it is of " + name_of(has));
  detail::throw_error(errc::feature_not_supported,
                      std::string(what) + ": Weft's kernels and buffers have no object of the backend behind them");
}

std::uintptr_t native_handle(backend asked, const device &d) {
  return translated([&] { return static_cast<std::uintptr_t>(require(asked, *device_of(d)).native_number()); });
}

std::uintptr_t native_context_of(backend asked, const device &d) {
  return translated([&] { return require(asked, *device_of(d)).native_context(); });
}

std::uintptr_t native_handle(backend asked, const queue &q) {
  return translated([&] {
    require(asked, device_behind(q));
    return queue_of(q)->native_stream();
  });
}

std::uintptr_t native_handle(backend asked, const event &e) {
  return translated([&] {
    const std::shared_ptr<runtime::EventState> &state = access::impl(e);
    if (state != nullptr && state->device() != nullptr)
      require(asked, *state->device());
    const std::uintptr_t handle = state != nullptr ? state->native_handle() : 0;
    if (handle == 0)
      throw Error(Errc::backend_mismatch, "native handles of {}: the event is of a command that the host runs",
                  name_of(asked));
    return handle;
  });
}

device device_of_native(backend asked, std::uintptr_t native) {
  return translated([&] {
    return make(find_device(
        asked, [&](const runtime::Device &d) { return static_cast<std::uintptr_t>(d.native_number()) == native; },
        "make_device"));
  });
}

context context_of_native(backend asked, std::uintptr_t native, const async_handler &handler) {
  return translated([&] {
    const auto device = find_device(
        asked, [&](const runtime::Device &d) { return d.native_context() == native; },
        "make_context, which takes primary contexts");
    return make(std::make_shared<runtime::Context>(std::vector{device}, handler_of(handler)));
  });
}

queue queue_of_native(backend asked, std::uintptr_t native, const context &c, const async_handler &handler,
                      const property_list &properties) {
  return translated([&] {
    const auto &devices = context_of(c)->devices();
    require(asked, *devices.front());
    if (native == 0)
      throw Error(Errc::invalid, "make_queue: the default stream has no handle of its own; give a stream");
    const auto device = std::ranges::find_if(devices, [&](const auto &d) { return d->owns_stream(native); });
    if (device == devices.end())
      throw Error(Errc::invalid, "make_queue: the stream is of none of the context's devices");
    runtime::QueueProperties p;
    p.in_order = true;
    p.profiling = properties.has_property<property::queue::enable_profiling>();
    p.handler = handler_of(handler);
    p.stream = native;
    return make(runtime::make_queue(context_of(c), *device, std::move(p)));
  });
}

event event_of_native(backend asked, std::uintptr_t native, const context &c) {
  return translated([&] {
    const auto &device = context_of(c)->devices().front();
    require(asked, *device);
    return make(device->adopt_event(native));
  });
}

std::uintptr_t interop_stream(backend asked, const queue &q, std::uintptr_t given) {
  return translated([&] {
    require(asked, device_behind(q));
    return given != 0 ? given : queue_of(q)->host_task_stream();
  });
}

interop_scope::interop_scope(const queue &q)
    : queue_(q), entered_(translated([&] { return queue_of(q)->enter_driver(); })) {}

interop_scope::~interop_scope() {
  queue_of(queue_)->finish_host_task_stream();
  if (entered_)
    queue_of(queue_)->leave_driver();
}

event native_command(const queue &q, std::function<void(std::uintptr_t)> command, event_list depends) {
  if (device_behind(q).native_number() < 0)
    return host_task(q, [command = std::move(command)] { command(0); }, depends);
  return submit_command(
      q, depends, [&](runtime::Queue &queue, runtime::Events events) { return queue.native_command(command, events); });
}

} // namespace sycl::inline _V1::detail

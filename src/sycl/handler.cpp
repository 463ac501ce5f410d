// class handler: what of a command group does not depend on types of the program (SYCL 2020, 4.9.4).
#include <sycl/handler.hpp>

#include <utility>

#include "sycl/bridge.hpp"
#include "sycl/requirements.hpp"

namespace weft::sycl_api {
namespace {
thread_local bool in_command_group = false;
}

void require_no_command_group() {
  if (in_command_group)
    ::sycl::detail::throw_error(::sycl::errc::invalid, "a command group function submits to a queue; give the command "
                                                       "to its handler, or submit it after the command group");
}
} // namespace weft::sycl_api

namespace sycl::inline _V1 {

detail::command_group_scope::command_group_scope(bool describes) : before_(weft::sycl_api::in_command_group) {
  if (describes)
    weft::sycl_api::require_no_command_group();
  weft::sycl_api::in_command_group = describes;
}
detail::command_group_scope::~command_group_scope() {
  weft::sycl_api::in_command_group = before_;
}

handler::handler(const queue &q) : queue_(q) {}
handler::~handler() = default;

void handler::depends_on(const event &e) {
  depends_.push_back(e);
}
void handler::depends_on(const std::vector<event> &events) {
  depends_.insert(depends_.end(), events.begin(), events.end());
}

void handler::use_kernel_bundle(const kernel_bundle<bundle_state::executable> &bundle) {
  if (constants_)
    detail::throw_error(errc::invalid, "use_kernel_bundle: specialization constants were set; set them in the bundle");
  if (bundle.get_context() != queue_.get_context())
    detail::throw_error(errc::invalid, "use_kernel_bundle: the bundle is of another context than the queue");
  bundle_ = detail::access::impl(bundle);
}

void handler::memcpy(void *to, const void *from, std::size_t bytes) {
  command([=](handler &h) { return detail::copy(h.queue_, to, from, bytes, h.depends()); });
}
void handler::memset(void *to, int value, std::size_t bytes) {
  fill(to, static_cast<unsigned char>(value), bytes);
}
void handler::prefetch(const void *pointer, std::size_t bytes) {
  command([=](handler &h) { return detail::prefetch(h.queue_, pointer, bytes, h.depends()); });
}
void handler::mem_advise(const void *pointer, std::size_t bytes, int advice) {
  command([=](handler &h) { return detail::advise(h.queue_, pointer, bytes, advice, h.depends()); });
}

void handler::ext_oneapi_barrier() {
  command([](handler &h) { return detail::barrier(h.queue_, h.depends()); });
}
void handler::ext_oneapi_barrier(const std::vector<event> &events) {
  command([events](handler &h) {
    h.depends_on(events);
    return h.after_depends();
  });
}

void handler::launch_kernel(const detail::kernel_range &space, const sycl::kernel &k, std::size_t scratch) {
  command([space, k, scratch](handler &h) {
    detail::launch_extras extras = h.extras();
    const std::uint32_t others = extras.local_bytes;
    extras.local_bytes = 0;
    detail::reserve_scratch(extras, scratch);
    extras.scratch_bytes = detail::reserve_scratch(extras, others);
    extras.has_scratch = scratch != 0;
    return detail::launch_kernel(h.queue_, k, space, std::exchange(h.arguments_, {}), h.depends(), extras);
  });
}
void handler::host_function(std::function<void()> task) {
  command([task = std::move(task)](handler &h) { return detail::host_task(h.queue_, task, h.depends()); });
}
void handler::update_host(std::uint64_t accessor) {
  command([accessor](handler &h) { return detail::update_host(h.queue_, accessor, h.depends()); });
}

event handler::after_depends() {
  return depends_.empty() ? event() : detail::barrier(queue_, depends());
}

void handler::copy_regions(const detail::memory_region &to, const detail::memory_region &from) {
  if (to.bytes() < from.bytes())
    detail::refuse_access(errc::invalid, "copy: the destination is too small (in bytes)", {from.bytes()}, {},
                          {to.bytes()}, 1);
  command([=](handler &h) {
    const event done = detail::copy_region(h.queue_, to, from, h.depends());
    if (!h.held_.empty())
      detail::host_task(h.queue_, [held = std::move(h.held_)] {}, done);
    return done;
  });
}

detail::access_grant handler::require_access(const detail::access_request &request) {
  return detail::require(requirements_, queue_, request);
}

event handler::submit() {
  if (!command_)
    return requirements_ ? detail::marker(queue_, depends()) : after_depends();
  const event done = command_(*this);
  if (!arguments_.empty())
    detail::bind_captures(done, arguments_);
  return streams_.empty() ? done : detail::print_streams(queue_, std::move(streams_), done);
}

detail::stream_memory *handler::open_stream(std::size_t characters) {
  streams_.push_back(detail::make_stream_memory(queue_, characters));
  return streams_.back().get();
}

namespace {
std::uint32_t reserve(std::uint32_t &local_bytes, std::size_t bytes, std::size_t alignment, const char *what) {
  const std::size_t offset = (local_bytes + alignment - 1) / alignment * alignment;
  if (bytes > std::numeric_limits<std::uint32_t>::max() - offset)
    detail::throw_error(errc::memory_allocation, std::string(what) + ": more local memory than any device has");
  local_bytes = static_cast<std::uint32_t>(offset + bytes);
  return static_cast<std::uint32_t>(offset);
}
} // namespace

std::uint32_t handler::reserve_local(std::size_t bytes, std::size_t alignment) {
  return reserve(local_bytes_, bytes, alignment, "local_accessor");
}

std::uint32_t detail::reserve_scratch(launch_extras &extras, std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  extras.has_scratch = true;
  return reserve(extras.local_bytes, bytes, alignment, "work_group_scratch_size");
}

} // namespace sycl::inline _V1

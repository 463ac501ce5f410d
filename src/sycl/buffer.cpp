// class buffer over runtime::MemoryObject: where its content comes from and goes to.
#include <sycl/buffer.hpp>

#include <cstdint>
#include <cstring>
#include <mutex>

#include "support/explain.hpp"
#include "sycl/buffer_state.hpp"

namespace weft::sycl_api {

namespace {

runtime::HostMemory memory_of(const ::sycl::detail::host_content &content, std::size_t alignment) {
  const bool unusable = std::uintptr_t(content.pointer) % alignment != 0;
  return {content.pointer, content.constant, unusable, content.owner};
}

} // namespace

BufferState::BufferState(std::size_t bytes, std::size_t alignment, const ::sycl::detail::host_content &content,
                         const ::sycl::detail::host_allocation &allocate, const ::sycl::property_list &properties)
    : object_(std::make_shared<runtime::MemoryObject>(bytes, memory_of(content, alignment), allocate)),
      host_(content.constant ? nullptr : content.pointer), shared_(content.owner), is_shared_(content.owner != nullptr),
      waits_(content.pointer != nullptr) {
  namespace property = ::sycl::property::buffer;
  using pinned = ::sycl::ext::oneapi::property::buffer::use_pinned_host_memory;
  if (properties.has_property<pinned>() && content.pointer != nullptr)
    throw Error(Errc::invalid, "buffer: use_pinned_host_memory is for buffers without host memory of the program's");
  uses_host_ = properties.has_property<property::use_host_ptr>();
  if (properties.has_property<property::use_mutex>())
    mutex_ = properties.get_property<property::use_mutex>().get_mutex_ptr();
  if (properties.has_property<property::context_bound>())
    bound_ = context_of(properties.get_property<property::context_bound>().get_context());
}

BufferState::~BufferState() {
  try {
    end();
  } catch (const std::exception &e) { // destructors do not throw; the tasks' own errors stay with their queues
    explain("buffer", "the content was not written back: {}", e.what());
  }
}

void BufferState::end() {
  if (writes_back_ && (host_ != nullptr || final_data_) && object_->written())
    write_back();
  else if (waits_)
    object_->wait();
}

void BufferState::write_back() {
  const void *const content = object_->read_on_host();
  if (content == nullptr)
    return;
  // Nobody but the object and this function holds what the program has let go of.
  const std::shared_ptr<void> shared = shared_.lock();
  if (is_shared_ && !final_data_ && shared.use_count() <= owners_of_our_own)
    return;
  const auto guard = mutex_ != nullptr ? std::unique_lock(*mutex_) : std::unique_lock<::sycl::detail::program_mutex>();
  if (final_data_)
    final_data_(content);
  else if (content != host_)
    std::memcpy(host_, content, object_->size());
}

void BufferState::leave_host_memory() {
  if (!uses_host_)
    object_->keep_host_memory();
}

void BufferState::set_write_back(bool flag) {
  writes_back_ = flag;
  if (!flag)
    leave_host_memory();
}

void BufferState::set_final_data(std::function<void(const void *)> destination) {
  leave_host_memory();
  host_ = nullptr;
  final_data_ = std::move(destination);
}

void BufferState::require_device(const runtime::Device &device) const {
  if (bound_ != nullptr && !bound_->contains(device))
    throw Error(Errc::invalid, "buffer: it is bound to a context, and {}, which the queue is on, is not in it",
                device.info().name);
}

} // namespace weft::sycl_api

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;

buffer_state make_buffer(std::size_t bytes, std::size_t alignment, const host_content &content,
                         const host_allocation &allocate, const property_list &properties) {
  return translated([&] { return std::make_shared<BufferState>(bytes, alignment, content, allocate, properties); });
}

void *initial_content(const buffer_state &buffer) {
  return translated([&] { return buffer->object()->start_on_host(); });
}

void set_write_back(const buffer_state &buffer, bool flag) {
  buffer->set_write_back(flag);
}

void set_final_data(const buffer_state &buffer, std::function<void(const void *)> destination) {
  buffer->set_final_data(std::move(destination));
}

} // namespace sycl::inline _V1::detail

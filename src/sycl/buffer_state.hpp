// What the copies, parts and reinterpretations of a sycl::buffer share.
#pragma once

#include <functional>
#include <memory>

#include <sycl/buffer.hpp>

#include "runtime/memory_object.hpp"
#include "sycl/bridge.hpp"

namespace weft::sycl_api {

/// Ends with the last sycl::buffer: then what is to be written back is, and the program may do with its memory what it
/// likes (SYCL 2020, 4.7.2.3).
class BufferState {
public:
  BufferState(std::size_t bytes, std::size_t alignment, const ::sycl::detail::host_content &,
              const ::sycl::detail::host_allocation &, const ::sycl::property_list &);
  ~BufferState();
  BufferState(const BufferState &) = delete;
  BufferState &operator=(const BufferState &) = delete;

  const std::shared_ptr<runtime::MemoryObject> &object() const noexcept { return object_; }
  void set_write_back(bool);
  void set_final_data(std::function<void(const void *)>);
  /// Throws Error(invalid) if the buffer is bound to a context without that device.
  void require_device(const runtime::Device &) const;

private:
  /// The object and write_back() itself.
  static constexpr long owners_of_our_own = 2;

  /// The program's memory is not to change, unless it said that the buffer uses it.
  void leave_host_memory();
  void end();
  void write_back();

  std::shared_ptr<runtime::MemoryObject> object_;
  void *host_ = nullptr; ///< the program's memory, to be written when the buffer ends
  std::weak_ptr<void> shared_;
  ::sycl::detail::program_mutex *mutex_ = nullptr;
  std::shared_ptr<runtime::Context> bound_;
  std::function<void(const void *)> final_data_;
  bool is_shared_ = false, waits_ = false, writes_back_ = true, uses_host_ = false;
};

} // namespace weft::sycl_api

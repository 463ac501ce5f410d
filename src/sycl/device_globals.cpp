// A variable is known by its address on the host, where its first value is; kernels know it by symbol and unit.
#include "sycl/device_globals.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/device_global/device_global.hpp>

#include "codegen/device_global.hpp"
#include "runtime/memory.hpp"
#include "support/lock.hpp"
#include "sycl/bridge.hpp"

namespace weft::sycl_api {
namespace {

using Variable = ::sycl::detail::device_global_base;

class DeviceGlobals {
public:
  void add(const char *tu, const char *symbol, const Variable *variable) {
    const std::lock_guard lock(mutex_);
    variables_.insert_or_assign({tu, symbol}, variable);
  }

  const Variable &find(std::string_view tu, const std::string &symbol, const std::string &kernel) {
    const std::lock_guard lock(mutex_);
    auto found = variables_.find({std::string(tu), symbol});
    if (found == variables_.end())
      found = variables_.find({"", symbol}); // of SYCL_EXTERNAL functions of another unit
    if (found == variables_.end() || found->second == nullptr)
      throw Error(Errc::kernel, "launch of {}: no object defines its device_global {}", kernel, symbol);
    return *found->second;
  }

  /// The device's copy, made with the value that the variable has on the host.
  void *memory(const Variable &variable, const std::shared_ptr<runtime::Context> &context,
               const std::shared_ptr<runtime::Device> &device) {
    const std::lock_guard lock(memory_mutex_);
    void *&memory = memory_[{&variable, device.get()}];
    if (memory == nullptr) {
      const auto alignment = std::max<std::size_t>(variable.alignment(), 16);
      void *const made =
          runtime::allocate(variable.bytes(), alignment, runtime::AllocationKind::device, device, context);
      runtime::make_queue(context, device, {})->copy(made, variable.first_value(), variable.bytes()).wait();
      memory = made;
    }
    return memory;
  }

private:
  Mutex mutex_;
  RecursiveMutex memory_mutex_; ///< Its holder waits for copies.
  std::map<std::pair<std::string, std::string>, const Variable *> variables_;
  std::map<std::pair<const Variable *, const runtime::Device *>, void *> memory_;
};

/// Never destroyed: commands of other threads may still use the memory when the process ends.
DeviceGlobals &device_globals() {
  static constinit Lazy<DeviceGlobals> instance;
  return instance.get();
}

} // namespace

void append_device_globals(std::string_view tu, const codegen::KernelInfo &kernel, const runtime::Queue &queue,
                           std::span<std::byte> arguments) {
  const std::vector<codegen::DeviceGlobal> used = codegen::device_globals_of(kernel);
  std::size_t at = arguments.size() - sizeof(void *) * used.size();
  for (const auto &[symbol, internal] : used) {
    const Variable &variable = device_globals().find(tu, symbol, kernel.pretty);
    void *const memory = device_globals().memory(variable, queue.context(), queue.device());
    std::memcpy(&arguments[at], &memory, sizeof memory);
    at += sizeof memory;
  }
}

} // namespace weft::sycl_api

void __weft_register_device_global(const char *tu, const char *symbol, const void *variable) {
  weft::sycl_api::device_globals().add(tu, symbol, static_cast<const weft::sycl_api::Variable *>(variable));
}

namespace sycl::inline _V1::detail {

void *device_global_memory(const queue &q, const device_global_base &variable, std::size_t bytes, std::size_t offset) {
  using namespace weft::sycl_api;
  return translated([&] {
    if (offset > variable.bytes() || bytes > variable.bytes() - offset)
      throw weft::Error(weft::Errc::invalid, "device_global of {} bytes: {} bytes from {} on reach beyond it",
                        variable.bytes(), bytes, offset);
    void *const memory = device_globals().memory(variable, queue_of(q)->context(), queue_of(q)->device());
    return static_cast<void *>(static_cast<std::byte *>(memory) + offset);
  });
}

} // namespace sycl::inline _V1::detail

// Devices by number, and the queues that programs use without naming one (SYCLcompat).
#pragma once

#include <algorithm>
#include <cctype>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>
#include <syclcompat/defs.hpp>
#include <syclcompat/device_info.hpp>

namespace syclcompat {

using event_ptr = sycl::event *;
using queue_ptr = sycl::queue *;

inline void destroy_event(event_ptr event) {
  delete event;
}

namespace detail {

inline void print_errors(sycl::exception_list errors) {
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (const sycl::exception &e) {
      std::cerr << "Caught asynchronous SYCL exception:\n" << e.what() << std::endl;
    }
}

struct version {
  int major = 0, minor = 0;
};

/// The first two numbers of a text such as "OpenCL 3.0".
inline version version_of(const std::string &text) {
  version v;
  auto at = std::find_if(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
  for (int *number : {&v.major, &v.minor}) {
    for (; at != text.end() && std::isdigit(static_cast<unsigned char>(*at)); ++at)
      *number = *number * 10 + (*at - '0');
    if (at != text.end())
      ++at;
  }
  return v;
}

} // namespace detail

/// Throws what says that the device lacks one of the aspects.
inline void has_capability_or_fail(const sycl::device &device, const std::initializer_list<sycl::aspect> &aspects) {
  for (const sycl::aspect aspect : aspects)
    if (!device.has(aspect))
      throw sycl::exception(sycl::make_error_code(sycl::errc::runtime),
                            "'" + device.get_info<sycl::info::device::name>() + "' has no aspect of number " +
                                std::to_string(static_cast<int>(aspect)));
}

/// A device with queues, of which one is the default and one is in use ("saved").
class device_ext : public sycl::device {
public:
  device_ext() : device_ext(sycl::device(sycl::default_selector_v)) {}
  device_ext(const sycl::device &base, bool print_on_async_exceptions = false, bool in_order = true)
      : sycl::device(base), context_(base) {
    reset(print_on_async_exceptions, in_order);
  }
  device_ext(const device_ext &) = delete;
  device_ext &operator=(const device_ext &) = delete;
  ~device_ext() {
    try {
      sycl::event::wait(events_);
      for (const auto &queue : queues_)
        queue->wait();
    } catch (const sycl::exception &e) {
      std::cerr << "Error while a device is given up: " << e.what() << std::endl;
    }
  }

  bool is_native_host_atomic_supported() const { return false; }
  int get_major_version() const { return detail::version_of(get_info<sycl::info::device::version>()).major; }
  int get_minor_version() const { return detail::version_of(get_info<sycl::info::device::version>()).minor; }
  int get_max_compute_units() const { return static_cast<int>(get_info<sycl::info::device::max_compute_units>()); }
  int get_max_clock_frequency() const { return static_cast<int>(get_info<sycl::info::device::max_clock_frequency>()); }
  int get_integrated() const { return has(sycl::aspect::usm_host_allocations) && !is_gpu(); }
  std::size_t get_max_work_group_size() const { return get_info<sycl::info::device::max_work_group_size>(); }
  std::size_t get_global_mem_size() const { return get_info<sycl::info::device::global_mem_size>(); }
  std::size_t get_local_mem_size() const { return get_info<sycl::info::device::local_mem_size>(); }
  std::size_t get_max_register_size_per_work_group() const {
    return get_device_info().get_max_register_size_per_work_group();
  }
  unsigned get_device_id() const { return get_device_info().get_device_id(); }
  auto get_uuid() const { return get_device_info().get_uuid(); }

  void get_device_info(device_info &out) const { out = get_device_info(); }
  device_info get_device_info() const {
    namespace info = sycl::info::device;
    device_info out;
    out.set_name(get_info<info::name>().c_str());
    out.set_major_version(get_major_version());
    out.set_minor_version(get_minor_version());
    out.set_max_work_item_sizes(get_info<info::max_work_item_sizes<3>>());
    out.set_host_unified_memory(has(sycl::aspect::usm_host_allocations));
    out.set_integrated(get_integrated());
    out.set_max_clock_frequency(get_max_clock_frequency());
    out.set_max_compute_units(get_max_compute_units());
    out.set_max_work_group_size(static_cast<int>(get_max_work_group_size()));
    out.set_global_mem_size(get_global_mem_size());
    out.set_local_mem_size(get_local_mem_size());
    out.set_max_mem_alloc_size(get_info<info::max_mem_alloc_size>());
    out.set_global_mem_cache_size(static_cast<unsigned>(get_info<info::global_mem_cache_size>()));
    const std::vector<std::size_t> sizes = get_info<info::sub_group_sizes>();
    out.set_max_sub_group_size(static_cast<int>(*std::max_element(sizes.begin(), sizes.end())));
    out.set_max_work_items_per_compute_unit(static_cast<int>(get_max_work_group_size()));
    out.set_max_nd_range_size(get_info<sycl::ext::oneapi::experimental::info::device::max_work_groups<3>>());
    out.set_max_register_size_per_work_group(65536);
    namespace intel = sycl::ext::intel::info::device;
    const bool on_bus = has(sycl::aspect::ext_intel_pci_address); // elsewhere, what a program takes for unknown
    out.set_memory_clock_rate(on_bus ? get_info<intel::memory_clock_rate>() * 1000 : 3200000); // kHz
    out.set_memory_bus_width(on_bus ? get_info<intel::memory_bus_width>() : 64);
    out.set_device_id(on_bus ? get_info<intel::device_id>() : get_info<info::vendor_id>());
    if (has(sycl::aspect::ext_intel_device_info_uuid))
      out.set_uuid(get_info<sycl::ext::intel::info::device::uuid>());
    if (has(sycl::aspect::image)) {
      out.set_image1d_max(get_info<info::image_max_buffer_size>());
      out.set_image2d_max(get_info<info::image2d_max_width>(), get_info<info::image2d_max_height>());
      out.set_image3d_max(get_info<info::image3d_max_width>(), get_info<info::image3d_max_height>(),
                          get_info<info::image3d_max_depth>());
    }
    return out;
  }

  /// Gives up all queues, and makes a default one.
  void reset(bool print_on_async_exceptions = false, bool in_order = true) {
    const std::lock_guard lock(mutex_);
    queues_.clear();
    queues_.push_back(make_queue(print_on_async_exceptions, in_order));
    default_ = saved_ = queues_.front();
  }

  queue_ptr default_queue() { return default_.get(); }
  void set_default_queue(const sycl::queue &q) {
    const std::lock_guard lock(mutex_);
    default_->wait_and_throw();
    const bool was_saved = saved_ == default_;
    default_ = std::make_shared<sycl::queue>(q);
    queues_.front() = default_;
    if (was_saved)
      saved_ = default_;
  }
  void queues_wait_and_throw() {
    std::vector<std::shared_ptr<sycl::queue>> queues;
    {
      const std::lock_guard lock(mutex_);
      queues = queues_;
    }
    for (const auto &queue : queues)
      queue->wait_and_throw();
    const std::lock_guard lock(mutex_);
    sycl::event::wait_and_throw(events_);
    events_.clear();
  }

  queue_ptr create_queue(bool print_on_async_exceptions = false, bool in_order = true) {
    return create_queue(context_, *this, print_on_async_exceptions, in_order);
  }
  queue_ptr create_queue(sycl::device device, bool print_on_async_exceptions = false, bool in_order = true) {
    return create_queue(device == *this ? context_ : sycl::context(device), device, print_on_async_exceptions,
                        in_order);
  }
  queue_ptr create_queue(sycl::context context, sycl::device device, bool print_on_async_exceptions = false,
                         bool in_order = true) {
    const std::lock_guard lock(mutex_);
    queues_.push_back(make_queue(print_on_async_exceptions, in_order, &context, &device));
    return queues_.back().get();
  }
  queue_ptr create_in_order_queue(bool print_on_async_exceptions = false) {
    return create_queue(print_on_async_exceptions, true);
  }
  queue_ptr create_out_of_order_queue(bool print_on_async_exceptions = false) {
    return create_queue(print_on_async_exceptions, false);
  }
  void destroy_queue(queue_ptr &queue) {
    const std::lock_guard lock(mutex_);
    const auto is_it = [&](const auto &other) { return other.get() == queue && other != default_; };
    queues_.erase(std::remove_if(queues_.begin(), queues_.end(), is_it), queues_.end());
    queue = nullptr;
  }
  void set_saved_queue(queue_ptr q) {
    const std::lock_guard lock(mutex_);
    saved_ = std::make_shared<sycl::queue>(*q);
  }
  queue_ptr get_saved_queue() const { return saved_.get(); }

  sycl::context get_context() const { return context_; }
  void get_memory_info(std::size_t &free_memory, std::size_t &total_memory) const {
    total_memory = get_global_mem_size();
    free_memory = has(sycl::aspect::ext_intel_free_memory) ? get_info<sycl::ext::intel::info::device::free_memory>()
                                                           : total_memory;
  }
  /// The device is not given up before that event.
  void add_event(sycl::event event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
  }

private:
  std::shared_ptr<sycl::queue> make_queue(bool print_on_async_exceptions, bool in_order,
                                          const sycl::context *context = nullptr,
                                          const sycl::device *device = nullptr) const {
    sycl::property_list properties;
    if (in_order)
      properties = {sycl::property::queue::in_order()};
    const sycl::async_handler handler =
        print_on_async_exceptions ? sycl::async_handler(detail::print_errors) : sycl::async_handler();
    const sycl::context &of = context ? *context : context_;
    const sycl::device &on = device ? *device : *this;
    return handler ? std::make_shared<sycl::queue>(of, on, handler, properties)
                   : std::make_shared<sycl::queue>(of, on, properties);
  }

  sycl::context context_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<sycl::queue>> queues_; ///< the default one first
  std::shared_ptr<sycl::queue> default_, saved_;
  std::vector<sycl::event> events_;
};

namespace detail {

/// All devices there are, the default one first; each thread has a current one.
class dev_mgr {
public:
  static dev_mgr &instance() {
    static dev_mgr devices;
    return devices;
  }

  device_ext &current_device() { return get_device(current()); }
  device_ext &get_device(unsigned id) const {
    check(id);
    return *devices_[id];
  }
  device_ext &cpu_device() const {
    for (const auto &device : devices_)
      if (device->is_cpu())
        return *device;
    throw std::runtime_error("no device is a CPU");
  }
  unsigned current_device_id() const { return current(); }
  unsigned select_device(unsigned id) {
    check(id);
    return current() = id;
  }
  unsigned device_count() const { return static_cast<unsigned>(devices_.size()); }
  unsigned get_device_id(const sycl::device &device) const {
    for (unsigned id = 0; id < device_count(); ++id)
      if (*devices_[id] == device)
        return id;
    throw std::runtime_error("the device is none of those that there are");
  }

  /// Leaves the devices whose name holds one of these texts.
  void filter(const std::vector<std::string> &names) {
    const auto is_other = [&](const auto &device) {
      const std::string own = device->template get_info<sycl::info::device::name>();
      return std::none_of(names.begin(), names.end(), [&](const std::string &n) { return own.find(n) != own.npos; });
    };
    devices_.erase(std::remove_if(devices_.begin(), devices_.end(), is_other), devices_.end());
    current() = 0;
  }

private:
  dev_mgr() {
    const sycl::device first(sycl::default_selector_v);
    devices_.push_back(std::make_unique<device_ext>(first));
    for (const sycl::device &device : sycl::device::get_devices())
      if (device != first)
        devices_.push_back(std::make_unique<device_ext>(device));
  }

  static unsigned &current() {
    static thread_local unsigned id = 0;
    return id;
  }
  void check(unsigned id) const {
    if (id >= devices_.size())
      throw std::runtime_error("there is no device " + std::to_string(id) + ": there are " +
                               std::to_string(devices_.size()));
  }

  std::vector<std::unique_ptr<device_ext>> devices_;
};

} // namespace detail

inline device_ext &get_current_device() {
  return detail::dev_mgr::instance().current_device();
}
inline device_ext &get_device(unsigned id) {
  return detail::dev_mgr::instance().get_device(id);
}
inline device_ext &cpu_device() {
  return detail::dev_mgr::instance().cpu_device();
}
inline unsigned get_current_device_id() {
  return detail::dev_mgr::instance().current_device_id();
}
inline unsigned get_device_id(const sycl::device &device) {
  return detail::dev_mgr::instance().get_device_id(device);
}
inline unsigned select_device(unsigned id) {
  return detail::dev_mgr::instance().select_device(id);
}
inline unsigned device_count() {
  return detail::dev_mgr::instance().device_count();
}
inline void filter_device(const std::vector<std::string> &names) {
  detail::dev_mgr::instance().filter(names);
}
inline void list_devices() {
  for (unsigned id = 0; id < device_count(); ++id)
    std::cout << "Device " << id << ": " << get_device(id).get_info<sycl::info::device::name>() << std::endl;
}

inline int get_major_version(const sycl::device &device) {
  return detail::version_of(device.get_info<sycl::info::device::version>()).major;
}
inline int get_minor_version(const sycl::device &device) {
  return detail::version_of(device.get_info<sycl::info::device::version>()).minor;
}

inline sycl::queue create_queue(bool print_on_async_exceptions = false, bool in_order = true) {
  return *get_current_device().create_queue(print_on_async_exceptions, in_order);
}
inline sycl::queue create_queue(sycl::context context, sycl::device device, bool print_on_async_exceptions = false,
                                bool in_order = true) {
  return *get_current_device().create_queue(context, device, print_on_async_exceptions, in_order);
}
inline sycl::queue get_default_queue() {
  return *get_current_device().default_queue();
}
inline void set_default_queue(const sycl::queue &q) {
  get_current_device().set_default_queue(q);
}
inline sycl::context get_default_context() {
  return get_current_device().get_context();
}

inline void wait(sycl::queue q = get_default_queue()) {
  q.wait();
}
inline void wait_and_throw(sycl::queue q = get_default_queue()) {
  q.wait_and_throw();
}

} // namespace syclcompat

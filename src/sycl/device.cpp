// class device over runtime::Device: what it is, its sub-devices and its peers (SYCL 2020, 4.6.4).
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <sycl/ext/oneapi/experimental/current_device.hpp>

#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

device::device() : device(translated([] { return runtime::default_device(); })) {}

backend device::get_backend() const noexcept {
  return backend_of(impl_->backend().told);
}
bool device::is_cpu() const {
  return impl_->info().type == runtime::DeviceType::cpu;
}
bool device::is_gpu() const {
  return impl_->info().type == runtime::DeviceType::gpu;
}
bool device::is_accelerator() const {
  return impl_->info().type == runtime::DeviceType::accelerator;
}
bool device::has(aspect a) const {
  switch (a) {
  case aspect::ext_intel_free_memory: // what Weft does by itself, on every device
  case aspect::ext_intel_device_info_uuid:
  case aspect::ext_oneapi_graph:
  case aspect::ext_oneapi_limited_graph:
  case aspect::ext_oneapi_fixed_size_group:
  case aspect::ext_oneapi_ballot_group:
  case aspect::ext_oneapi_chunk:
  case aspect::ext_oneapi_fragment:
  case aspect::ext_oneapi_opportunistic_group:
  case aspect::ext_oneapi_async_memory_alloc:
  case aspect::ext_oneapi_private_alloca:
  case aspect::ext_oneapi_queue_profiling_tag:
  case aspect::ext_oneapi_per_event_profiling:
  case aspect::ext_oneapi_clock_sub_group:
  case aspect::ext_oneapi_clock_work_group:
    return true;
  case aspect::ext_intel_device_id:
    return impl_->info().device_id.has_value();
  case aspect::ext_intel_pci_address:
  case aspect::ext_intel_memory_clock_rate:
  case aspect::ext_intel_memory_bus_width:
  case aspect::ext_intel_max_mem_bandwidth:
    return impl_->info().bus.has_value();
  case aspect::ext_oneapi_register_host_memory:
    return impl_->registers_host_memory();
  case aspect::ext_oneapi_clock_device: // elsewhere each multiprocessor has one
    return is_cpu();
  case aspect::ext_oneapi_tangle:
  case aspect::ext_oneapi_tangle_group: // elsewhere, sub-groups part only where none of them waits for others
    return is_cpu();
  default:
    return impl_->has(aspect_of(a));
  }
}
bool device::has_extension(const std::string &name) const {
  const auto names = query<info::device::extensions>();
  return std::ranges::find(names, name) != names.end();
}
platform device::get_platform() const {
  return make(impl_->platform());
}
context device::ext_oneapi_get_default_context() const {
  return get_platform().ext_oneapi_get_default_context();
}
std::size_t device::ext_oneapi_index_within_platform() const {
  const std::vector<device> all = get_platform().get_devices();
  const auto found = std::ranges::find(all, *this);
  if (found == all.end())
    detail::throw_error(errc::invalid, "ext_oneapi_index_within_platform: a sub-device has none; ask its parent");
  return static_cast<std::size_t>(found - all.begin());
}

std::vector<device> device::partition_equally(std::size_t count) const {
  return translated([&] { return make(impl_->partition_equally(count)); });
}
std::vector<device> device::partition_by_counts(const std::vector<std::size_t> &counts) const {
  return translated([&] { return make(impl_->partition_by_counts(counts)); });
}
std::vector<device> device::partition_by_affinity(info::partition_affinity_domain domain) const {
  return translated([&] { return make(impl_->partition_by_affinity(static_cast<runtime::AffinityDomain>(domain))); });
}

bool device::ext_oneapi_can_access_peer(const device &peer, ext::oneapi::peer_access value) const {
  return translated([&] {
    const runtime::Device &other = *device_of(peer);
    return value == ext::oneapi::peer_access::atomics_supported ? impl_->has_peer_atomics(other)
                                                                : impl_->can_access_peer(other);
  });
}
void device::ext_oneapi_enable_peer_access(const device &peer) const {
  translated([&] { impl_->enable_peer_access(*device_of(peer)); });
}
void device::ext_oneapi_disable_peer_access(const device &peer) const {
  translated([&] { impl_->disable_peer_access(*device_of(peer)); });
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> all;
  for (const platform &p : platform::get_platforms())
    for (device &d : p.get_devices(type))
      all.push_back(std::move(d));
  return all;
}

namespace ext::oneapi::experimental::this_thread {

namespace {
thread_local std::optional<device> current;
} // namespace

device get_current_device() {
  return current ? *current : device();
}
void set_current_device(const device &d) {
  current = d;
}

} // namespace ext::oneapi::experimental::this_thread

} // namespace sycl::inline _V1

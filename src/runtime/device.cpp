// What devices share: aspects, and sub-devices that a backend does not offer.
#include "runtime/device.hpp"

#include <algorithm>
#include <mutex>

#include "runtime/memory.hpp"
#include "support/error.hpp"

namespace weft::runtime {

bool DeviceInfo::has(Aspect aspect) const noexcept {
  return std::ranges::find(aspects, aspect) != aspects.end();
}

bool DeviceInfo::takes_sub_groups(std::size_t size) const noexcept {
  return std::ranges::count(sub_group_sizes, size) != 0 || std::ranges::count(smaller_sub_group_sizes, size) != 0;
}

PointerInfo Device::find_foreign(const void *) const {
  return {};
}

Event Device::adopt_event(std::uintptr_t) {
  throw Error(Errc::feature_not_supported, "events of other libraries: {} has none", info_.name);
}

std::uint32_t Device::registers(const Launch &) {
  throw Error(Errc::feature_not_supported, "the number of a kernel's registers: {} does not tell it", info_.name);
}

Event Device::submit_in_turn(Events events, const std::function<Event(Events)> &submit) {
  if (const std::shared_ptr<Device> whole = parent())
    return whole->submit_in_turn(events, submit);
  const std::lock_guard lock(turns_mutex_);
  std::vector<Event> before(events.begin(), events.end());
  if (!last_turn_.done())
    before.push_back(last_turn_);
  return last_turn_ = submit(before);
}

std::vector<std::shared_ptr<Device>> Device::partition_equally(std::size_t units_each) {
  throw Error(Errc::feature_not_supported, "create sub-devices: {} cannot be partitioned into equal parts of {}",
              info_.name, units_each);
}

std::vector<std::shared_ptr<Device>> Device::partition_by_counts(std::span<const std::size_t> units) {
  throw Error(Errc::feature_not_supported, "create sub-devices: {} cannot be partitioned by {} counts", info_.name,
              units.size());
}

std::vector<std::shared_ptr<Device>> Device::partition_by_affinity(AffinityDomain) {
  throw Error(Errc::feature_not_supported, "create sub-devices: {} cannot be partitioned by affinity domain",
              info_.name);
}

} // namespace weft::runtime

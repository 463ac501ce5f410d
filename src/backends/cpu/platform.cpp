// Brings the CPU into the list of platforms.
#include <algorithm>

#include "runtime/finished_code.hpp"
#include "runtime/platform.hpp"

#include "backends/cpu/cpu_limit.hpp"
#include "backends/cpu/cpu_model.hpp"
#include "backends/cpu/device.hpp"
#include "backends/cpu/topology.hpp"
#include "support/version.hpp"

namespace weft::cpu {

namespace {

class CpuPlatform final : public runtime::Platform {
public:
  std::string name() const override { return "Weft CPU"; }
  std::string vendor() const override { return "Weft"; }
  std::string version() const override { return "Weft " + version_string(); }
  const runtime::Backend &backend() const noexcept override { return this_backend; }

  void add_device() {
    const CpuSet &usable = topology().usable;
    CpuSet units(thread_count(unsigned(usable.size()), cgroup_cpu_limit()));
    for (std::size_t i = 0; i < units.size(); ++i)
      units[i] = usable[i % usable.size()];
    std::ranges::sort(units);
    devices_.push_back(std::make_shared<CpuDevice>(weak_from_this(), std::move(units)));
  }
};

std::vector<std::shared_ptr<runtime::Platform>> discover() {
  const auto platform = std::make_shared<CpuPlatform>();
  platform->add_device();
  return {platform};
}

std::vector<std::string> finished_targets(const runtime::Device &) {
  const codegen::CpuLevel *const level = finished_level();
  return level == nullptr ? std::vector<std::string>()
                          : std::vector{codegen::finished_cpu_target(*level, cpu_model().fast_gathers)};
}

[[maybe_unused]] const bool names_targets = (runtime::register_finished_targets(this_backend, finished_targets), true);

[[maybe_unused]] const bool registered = (runtime::register_backend(this_backend, discover), true);

} // namespace

} // namespace weft::cpu

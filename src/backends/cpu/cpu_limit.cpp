// Reads control groups, which hold containers to a share of the machine.
#include "backends/cpu/cpu_limit.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::cpu {

namespace {

constexpr long most_threads = 4096;

std::optional<std::string> first_line(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line))
    return std::nullopt;
  return line;
}

std::optional<double> number_in(const std::string &path) {
  const auto line = first_line(path);
  if (!line)
    return std::nullopt;
  char *end = nullptr;
  const double value = std::strtod(line->c_str(), &end);
  return end == line->c_str() ? std::nullopt : std::optional(value);
}

/// Calls `read` with the directory of a control group and of each of its parents, and gives the least of what it
/// returns. Inside a container the group's own path is often not visible: the mount's root stands for it.
std::optional<double> tightest(const std::string &mount, std::string group,
                               const std::function<std::optional<double>(const std::string &)> &read) {
  std::optional<double> least = read(mount);
  while (!group.empty() && group != "/") {
    if (const auto value = read(mount + group))
      least = std::min(least.value_or(*value), *value);
    group.resize(group.rfind('/'));
  }
  return least;
}

/// Calls `v2` for the unified hierarchy and `v1` for the named controller's, each with its mount and this process's
/// group.
std::optional<double> limit(const std::string &mount, const std::string &membership, const std::string &controller,
                            const std::function<std::optional<double>(const std::string &)> &v1,
                            const std::function<std::optional<double>(const std::string &)> &v2) {
  std::ifstream file(membership);
  std::optional<double> least;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    std::optional<double> found;
    if (controllers == ",,")
      found = tightest(mount, group, v2);
    else if (controllers.find("," + controller + ",") != std::string::npos)
      found = tightest(mount + "/" + controller, group, v1);
    if (found)
      least = std::min(least.value_or(*found), *found);
  }
  return least;
}

} // namespace

std::optional<double> cgroup_cpu_limit(const std::string &mount, const std::string &membership) {
  const auto v1 = [](const std::string &directory) -> std::optional<double> {
    const auto quota = number_in(directory + "/cpu.cfs_quota_us"), period = number_in(directory + "/cpu.cfs_period_us");
    return quota && period && *quota > 0 && *period > 0 ? std::optional(*quota / *period) : std::nullopt;
  };
  const auto v2 = [](const std::string &directory) -> std::optional<double> {
    std::istringstream line(first_line(directory + "/cpu.max").value_or(""));
    double quota = 0, period = 0;
    return line >> quota >> period && quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
  };
  return limit(mount, membership, "cpu", v1, v2);
}

std::optional<std::uint64_t> cgroup_memory_limit(const std::string &mount, const std::string &membership) {
  constexpr double unlimited = 1e18; // version 1 writes about 2^63 for no limit
  const auto read = [](const char *name) {
    return [name](const std::string &directory) -> std::optional<double> {
      const auto bytes = number_in(directory + name);
      return bytes && *bytes > 0 && *bytes < unlimited ? bytes : std::nullopt;
    };
  };
  const auto bytes = limit(mount, membership, "memory", read("/memory.limit_in_bytes"), read("/memory.max"));
  return bytes ? std::optional(std::uint64_t(*bytes)) : std::nullopt;
}

unsigned thread_count(unsigned cpus, std::optional<double> limit) {
  const long wanted = env::number("WEFT_NUM_THREADS", 0);
  if (wanted > most_threads)
    throw Error(Errc::invalid, "WEFT_NUM_THREADS={} is more than {}", wanted, most_threads);
  if (wanted > 0)
    return unsigned(wanted);
  if (limit)
    cpus = std::min(cpus, unsigned(std::ceil(*limit)));
  return std::max(cpus, 1u);
}

} // namespace weft::cpu

// How many threads this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace weft::cpu {

/// CPUs that the control groups of this process grant (quota over period, the tightest of all levels), versions 1 and
/// 2; nothing where there is no limit. The arguments name the files, for tests.
std::optional<double> cgroup_cpu_limit(const std::string &mount = "/sys/fs/cgroup",
                                       const std::string &membership = "/proc/self/cgroup");

/// Bytes of memory that the control groups grant, likewise.
std::optional<std::uint64_t> cgroup_memory_limit(const std::string &mount = "/sys/fs/cgroup",
                                                 const std::string &membership = "/proc/self/cgroup");

/// Threads for `cpus` usable CPUs: no more than the limit rounded up, exactly WEFT_NUM_THREADS where that is set, at
/// least 1.
unsigned thread_count(unsigned cpus, std::optional<double> limit);

} // namespace weft::cpu

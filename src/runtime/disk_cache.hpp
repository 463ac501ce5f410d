// Compiled kernels kept for the next process.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/hash.hpp"

namespace weft::runtime {

/// A directory of entries, each named by its key and checked by a checksum. What goes wrong with a directory or an
/// entry (missing, truncated, altered, read-only, full, another user's) counts as a miss; nothing throws. Many threads
/// and processes may share one. Entries appear whole or not at all.
class DiskCache {
public:
  /// Makes the directory, for this user alone, if it is missing. Once the entries exceed `limit` bytes, the oldest go.
  DiskCache(std::string directory, std::uint64_t limit);
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  std::optional<std::vector<std::byte>> load(const Hash &key);
  bool store(const Hash &key, std::span<const std::byte> content);

  const std::string &directory() const noexcept { return directory_; }
  bool usable() const noexcept { return handle_.load() >= 0; }
  const std::string &problem() const noexcept { return problem_; } ///< why it was not usable at first
  std::size_t errors() const noexcept { return errors_; }          ///< entries found damaged and writes that failed

private:
  std::string open_directory(); ///< Gives what is wrong with it.
  bool write_entry(const Hash &key, std::span<const std::byte> content);
  void evict();
  std::nullopt_t drop(const std::string &name, const char *why);

  std::string directory_, problem_;
  std::uint64_t limit_;
  std::atomic<int> handle_{-1}; ///< of the directory; -1 where it cannot be used
  std::atomic<std::size_t> errors_{0};
  std::atomic<std::uint64_t> written_{0}, counter_{0};
};

/// The user's, or null where WEFT_CACHE=0: in WEFT_CACHE_DIR, else ~/.cache/weft; WEFT_CACHE_SIZE megabytes at most,
/// else 512.
DiskCache *default_disk_cache();

} // namespace weft::runtime

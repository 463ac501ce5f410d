// Reads, writes and evicts entries of the disk cache.
#include "runtime/disk_cache.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/env.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

constexpr std::array<char, 8> magic{'W', 'E', 'F', 'T', 'O', 'B', 'J', '1'};
constexpr std::uint64_t largest_entry = std::uint64_t(256) << 20;
constexpr std::time_t hour = 3600;
constexpr const char *temporary_prefix = ".writing-";

struct Header {
  std::array<char, 8> magic;
  Hash key;
  std::uint64_t size;
  Hash checksum;
};

class File {
public:
  explicit File(int handle) : handle_(handle) {}
  ~File() {
    if (handle_ >= 0)
      ::close(handle_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  int handle() const noexcept { return handle_; }
  bool close() noexcept { return ::close(std::exchange(handle_, -1)) == 0; }

private:
  int handle_;
};

bool read_all(int handle, void *to, std::size_t bytes) {
  auto *at = static_cast<char *>(to);
  while (bytes != 0) {
    const ssize_t got = ::read(handle, at, bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    bytes -= std::size_t(got);
  }
  return true;
}

bool write_all(int handle, const void *from, std::size_t bytes) {
  auto *at = static_cast<const char *>(from);
  while (bytes != 0) {
    const ssize_t put = ::write(handle, at, bytes);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    at += put;
    bytes -= std::size_t(put);
  }
  return true;
}

void make_directories(const std::string &path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    ::mkdir(path.substr(0, end).c_str(), 0700);
    if (end == std::string::npos)
      return;
  }
}

std::string entry_name(const Hash &key) {
  return key.hex() + ".bin";
}

std::string home_directory() {
  if (const auto home = env::text("HOME"))
    return *home;
  const passwd *const user = ::getpwuid(::geteuid());
  return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : "";
}

} // namespace

DiskCache::DiskCache(std::string directory, std::uint64_t limit) : directory_(std::move(directory)), limit_(limit) {
  problem_ = open_directory();
}

DiskCache::~DiskCache() {
  if (const int handle = handle_.load(); handle >= 0)
    ::close(handle);
}

std::string DiskCache::open_directory() {
  make_directories(directory_);
  const int handle = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status{};
  std::string problem;
  if (handle < 0 || ::fstat(handle, &status) != 0) {
    problem = fmt::format("{} cannot be opened ({}); compiled kernels are not kept", directory_, std::strerror(errno));
  } else if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    problem = fmt::format("{} belongs to or can be written by others; compiled kernels are not kept", directory_);
    ::close(handle);
  } else {
    handle_ = handle; // one that was open before stays so: another thread may be using its number
  }
  if (!problem.empty())
    explain("cache", "{}", problem);
  return problem;
}

std::nullopt_t DiskCache::drop(const std::string &name, const char *why) {
  ++errors_;
  explain("cache", "entry {} is {} and is dropped", name, why);
  ::unlinkat(handle_, name.c_str(), 0);
  return std::nullopt;
}

std::optional<std::vector<std::byte>> DiskCache::load(const Hash &key) {
  if (!usable())
    return std::nullopt;
  const std::string name = entry_name(key);
  // What is no file must not be waited for: a pipe without a writer, a terminal.
  const File file(::openat(handle_, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat status{};
  if (file.handle() < 0 || ::fstat(file.handle(), &status) != 0)
    return std::nullopt;
  const auto size = std::uint64_t(status.st_size);
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid())
    return drop(name, "not this user's file");
  Header header{};
  if (size < sizeof(header) || size > largest_entry || !read_all(file.handle(), &header, sizeof(header)))
    return drop(name, "truncated");
  if (header.magic != magic || header.key != key || header.size != size - sizeof(header))
    return drop(name, "damaged");
  std::vector<std::byte> content(header.size);
  if (!read_all(file.handle(), content.data(), content.size()))
    return drop(name, "truncated");
  if (hash_bytes(content) != header.checksum)
    return drop(name, "damaged");
  if (std::time(nullptr) - status.st_mtime > hour)
    ::futimens(file.handle(), nullptr); // what is used is not old
  return content;
}

bool DiskCache::write_entry(const Hash &key, std::span<const std::byte> content) {
  const std::string temporary = fmt::format("{}{}-{}", temporary_prefix, ::getpid(), ++counter_);
  File file(::openat(handle_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.handle() < 0)
    return false;
  const Header header{magic, key, content.size(), hash_bytes(content)};
  const bool whole = write_all(file.handle(), &header, sizeof(header)) &&
                     write_all(file.handle(), content.data(), content.size()) && file.close() &&
                     ::renameat(handle_, temporary.c_str(), handle_, entry_name(key).c_str()) == 0;
  if (!whole)
    ::unlinkat(handle_, temporary.c_str(), 0);
  return whole;
}

bool DiskCache::store(const Hash &key, std::span<const std::byte> content) {
  const std::uint64_t size = sizeof(Header) + content.size();
  if (!usable() || size > std::min(limit_, largest_entry))
    return false;
  bool stored = write_entry(key, content);
  if (!stored && errno == ENOENT) { // somebody removed the directory
    open_directory();
    stored = usable() && write_entry(key, content);
  }
  if (!stored) {
    ++errors_;
    explain("cache", "entry {} could not be written: {}", key.hex(), std::strerror(errno));
    return false;
  }
  // Many processes that each store little must not grow the directory either: one entry in so many looks at all of it.
  constexpr std::uint64_t looks_around = 16;
  if ((written_ += size) > limit_ / 16 || key.low % looks_around == 0) {
    written_ = 0;
    evict();
  }
  return true;
}

/// Leaves room for what is written until the next time.
void DiskCache::evict() {
  struct Entry {
    std::time_t used;
    std::uint64_t size;
    std::string name;
  };
  const int handle = ::openat(handle_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR *)> directory(handle < 0 ? nullptr : ::fdopendir(handle), ::closedir);
  if (directory == nullptr)
    return;
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  while (const dirent *const item = ::readdir(directory.get())) {
    struct stat status{};
    if (::fstatat(handle, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
      continue;
    const std::string_view name = item->d_name;
    if (name.starts_with(temporary_prefix)) {
      if (std::time(nullptr) - status.st_mtime > hour) // its writer is gone
        ::unlinkat(handle, item->d_name, 0);
    } else if (name.ends_with(".bin")) {
      entries.push_back({status.st_mtime, std::uint64_t(status.st_size), item->d_name});
      total += entries.back().size;
    }
  }
  if (total <= limit_ / 16 * 15)
    return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry &entry : entries) {
    if (total <= limit_ / 8 * 7)
      break;
    ::unlinkat(handle, entry.name.c_str(), 0);
    total -= entry.size;
  }
}

DiskCache *default_disk_cache() {
  static constinit Lazy<DiskCache *> instance;
  return instance.get([]() -> DiskCache * {
    if (!env::flag("WEFT_CACHE", true))
      return nullptr;
    const auto named = env::text("WEFT_CACHE_DIR");
    constexpr long megabytes = 512;
    auto *const cache = new DiskCache(named ? *named : home_directory() + "/.cache/weft",
                                      std::uint64_t(env::number("WEFT_CACHE_SIZE", megabytes)) << 20);
    if (named && !cache->usable()) // where nobody asked for a place, having none is no news
      std::fprintf(stderr, "weft: WEFT_CACHE_DIR: %s\n", cache->problem().c_str());
    return cache;
  });
}

} // namespace weft::runtime

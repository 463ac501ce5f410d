// The disk cache gives back what was stored or nothing: damage, other users, full disks and many processes included.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/disk_cache.hpp"

namespace weft::runtime {
namespace {

namespace fs = std::filesystem;

struct DiskCacheTest : testing::Test {
  fs::path directory;

  void SetUp() override {
    char name[] = "/tmp/weft-cache-XXXXXX";
    directory = mkdtemp(name);
  }
  void TearDown() override {
    ::chmod(directory.c_str(), 0700);
    fs::remove_all(directory);
  }

  static Hash key(std::uint64_t i) { return {i, i * 7}; }
  static std::vector<std::byte> content(std::uint64_t i, std::size_t size = 1000) {
    std::mt19937_64 random(i);
    std::vector<std::byte> bytes(size);
    std::ranges::generate(bytes, [&] { return std::byte(random()); });
    return bytes;
  }
  fs::path only_entry() const {
    for (const auto &entry : fs::directory_iterator(directory))
      return entry.path();
    return {};
  }
  std::uint64_t total() const {
    std::uint64_t bytes = 0;
    for (const auto &entry : fs::directory_iterator(directory))
      bytes += entry.file_size();
    return bytes;
  }
};

constexpr std::uint64_t megabyte = 1 << 20;

TEST_F(DiskCacheTest, GivesBackWhatWasStoredAlsoToTheNextProcess) {
  EXPECT_TRUE(DiskCache(directory, megabyte).store(key(1), content(1)));
  DiskCache cache(directory, megabyte);
  EXPECT_EQ(cache.load(key(1)), content(1));
  EXPECT_EQ(cache.load(key(2)), std::nullopt);
  EXPECT_EQ(cache.errors(), 0u);
}

TEST_F(DiskCacheTest, IsThisUsersAlone) {
  const fs::path made = directory / "a" / "b";
  DiskCache cache(made, megabyte);
  cache.store(key(1), content(1));
  struct stat status{};
  ASSERT_EQ(::stat(made.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  for (const auto &entry : fs::directory_iterator(made)) {
    ASSERT_EQ(::stat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
  }
}

TEST_F(DiskCacheTest, DirectoryThatOthersCanWriteIsNotUsed) {
  ::chmod(directory.c_str(), 0777);
  DiskCache cache(directory, megabyte);
  EXPECT_FALSE(cache.usable());
  EXPECT_FALSE(cache.store(key(1), content(1)));
  EXPECT_EQ(cache.load(key(1)), std::nullopt);
}

TEST_F(DiskCacheTest, EveryTruncationIsAMiss) {
  DiskCache cache(directory, megabyte);
  for (std::uint64_t size = 0; size < 1000; size += 13) {
    ASSERT_TRUE(cache.store(key(1), content(1)));
    fs::resize_file(only_entry(), size);
    EXPECT_EQ(cache.load(key(1)), std::nullopt) << size;
    EXPECT_EQ(only_entry(), fs::path()) << "dropped";
  }
}

TEST_F(DiskCacheTest, EveryFlippedByteIsAMiss) {
  DiskCache cache(directory, megabyte);
  ASSERT_TRUE(cache.store(key(1), content(1, 200)));
  const std::uint64_t size = fs::file_size(only_entry());
  for (std::uint64_t at = 0; at < size; ++at) {
    ASSERT_TRUE(cache.store(key(1), content(1, 200)));
    std::fstream file(only_entry(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(std::streamoff(at));
    const char byte = char(file.get());
    file.seekp(std::streamoff(at));
    file.put(char(byte ^ 0x10));
    file.close();
    EXPECT_EQ(cache.load(key(1)), std::nullopt) << at;
  }
  EXPECT_EQ(cache.errors(), size);
}

TEST_F(DiskCacheTest, EntryUnderAnothersNameIsAMiss) {
  DiskCache cache(directory, megabyte);
  ASSERT_TRUE(cache.store(key(1), content(1)));
  fs::rename(only_entry(), directory / (key(2).hex() + ".bin"));
  EXPECT_EQ(cache.load(key(2)), std::nullopt);
}

TEST_F(DiskCacheTest, LinksAndDirectoriesInPlaceOfEntriesAreMisses) {
  DiskCache cache(directory, megabyte);
  fs::create_symlink("/etc/passwd", directory / (key(1).hex() + ".bin"));
  fs::create_directory(directory / (key(2).hex() + ".bin"));
  EXPECT_EQ(cache.load(key(1)), std::nullopt);
  EXPECT_EQ(cache.load(key(2)), std::nullopt);
}

TEST_F(DiskCacheTest, PipesAndSocketsInPlaceOfEntriesAreMisses) {
  DiskCache cache(directory, megabyte);
  const auto path = [&](std::uint64_t i) { return (directory / (key(i).hex() + ".bin")).string(); };
  ASSERT_EQ(::mkfifo(path(1).c_str(), 0600), 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  path(2).copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address)), 0);
  ::close(socket);
  for (const std::uint64_t i : {1, 2}) {
    EXPECT_EQ(cache.load(key(i)), std::nullopt); // nobody ever writes
    EXPECT_TRUE(cache.store(key(i), content(i)));
    EXPECT_EQ(cache.load(key(i)), content(i));
  }
}

TEST_F(DiskCacheTest, ManyProcessesThatStoreLittleStayNearTheLimit) {
  for (std::uint64_t i = 0; i < 400; ++i)
    ASSERT_TRUE(DiskCache(directory, megabyte).store(key(i), content(i, 20'000)));
  EXPECT_LE(total(), megabyte + megabyte / 2);
  EXPECT_EQ(DiskCache(directory, megabyte).load(key(399)), content(399, 20'000));
}

TEST_F(DiskCacheTest, StaysWithinItsLimitAndDropsTheOldest) {
  DiskCache cache(directory, megabyte);
  for (std::uint64_t i = 0; i < 200; ++i) {
    ASSERT_TRUE(cache.store(key(i), content(i, 20'000)));
    const timespec age[2] = {{std::time_t(1'000'000 + i), 0}, {std::time_t(1'000'000 + i), 0}};
    ::utimensat(AT_FDCWD, (directory / (key(i).hex() + ".bin")).c_str(), age, 0);
    ASSERT_LE(total(), megabyte);
  }
  const auto is_there = [&](std::uint64_t i) { return fs::exists(directory / (key(i).hex() + ".bin")); };
  for (std::uint64_t i = 0; i + 1 < 200; ++i)
    EXPECT_LE(is_there(i), is_there(i + 1)) << i;
  EXPECT_EQ(cache.load(key(0)), std::nullopt);
  EXPECT_EQ(cache.load(key(199)), content(199, 20'000));
  EXPECT_FALSE(cache.store(key(1000), content(1, 2 * megabyte)));
}

TEST_F(DiskCacheTest, WhatIsUsedIsNotOld) {
  DiskCache cache(directory, megabyte);
  ASSERT_TRUE(cache.store(key(1), content(1)));
  const std::time_t hours_ago = std::time(nullptr) - 2 * 3600;
  const timespec age[2] = {{hours_ago, 0}, {hours_ago, 0}};
  ::utimensat(AT_FDCWD, only_entry().c_str(), age, 0);
  ASSERT_EQ(cache.load(key(1)), content(1));
  struct stat status{};
  ASSERT_EQ(::stat(only_entry().c_str(), &status), 0);
  EXPECT_GT(status.st_mtime, hours_ago + 3600);
}

TEST_F(DiskCacheTest, WhatProcessesLeftUnfinishedIsRemovedInTime) {
  const fs::path left = directory / ".writing-1-1", fresh = directory / ".writing-2-1";
  std::ofstream(left) << "half";
  std::ofstream(fresh) << "half";
  const std::time_t hours_ago = std::time(nullptr) - 2 * 3600;
  const timespec age[2] = {{hours_ago, 0}, {hours_ago, 0}};
  ::utimensat(AT_FDCWD, left.c_str(), age, 0);
  DiskCache cache(directory, megabyte);
  for (std::uint64_t i = 0; i < 60; ++i)
    ASSERT_TRUE(cache.store(key(i), content(i, 20'000)));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(fresh)) << "its writer may be at work";
}

TEST_F(DiskCacheTest, DirectoryRemovedMeanwhileIsMadeAgain) {
  DiskCache cache(directory, megabyte);
  fs::remove_all(directory);
  EXPECT_EQ(cache.load(key(1)), std::nullopt);
  EXPECT_TRUE(cache.store(key(1), content(1)));
  EXPECT_EQ(cache.load(key(1)), content(1));
}

TEST_F(DiskCacheTest, UnwritablePlaceIsAMiss) {
  DiskCache cache("/proc/weft-cannot-be-made", megabyte);
  EXPECT_FALSE(cache.usable());
  EXPECT_FALSE(cache.store(key(1), content(1)));
  EXPECT_EQ(cache.load(key(1)), std::nullopt);
}

TEST_F(DiskCacheTest, FullDiskLeavesNothingBehind) {
  DiskCache cache("/dev/shm/weft-full-" + std::to_string(::getpid()), megabyte);
  const pid_t child = ::fork(); // the limit on file size holds for one process only
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{500, 500};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const bool refused = !cache.store(key(1), content(1, 100'000)) && cache.load(key(1)) == std::nullopt &&
                         cache.errors() == 1 && fs::is_empty(cache.directory());
    ::_exit(refused ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  fs::remove_all(cache.directory());
}

TEST_F(DiskCacheTest, ManyProcessesShareOneColdCache) {
  std::vector<pid_t> children;
  for (unsigned p = 0; p < 32; ++p) {
    const pid_t child = ::fork();
    if (child == 0) {
      DiskCache cache(directory, megabyte / 4); // small, so that all evict, too
      std::mt19937 random(p);
      bool right = true;
      for (int i = 0; i < 100; ++i) {
        const std::uint64_t k = random() % 50;
        const auto found = cache.load(key(k));
        right = right && (!found || *found == content(k, 4000 + k));
        if (!found)
          cache.store(key(k), content(k, 4000 + k));
      }
      ::_exit(right && cache.errors() == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(DiskCacheTest, ManyThreadsShareOneCache) {
  DiskCache cache(directory, megabyte / 4);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        std::mt19937 random(t);
        for (int i = 0; i < 200; ++i) {
          const std::uint64_t k = random() % 50;
          if (const auto found = cache.load(key(k)))
            wrong += *found != content(k, 4000 + k);
          else
            cache.store(key(k), content(k, 4000 + k));
        }
      });
  }
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace weft::runtime

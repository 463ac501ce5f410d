// The loader relocates what clang emits, and refuses everything else without a crash.
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>

#include "backends/cpu/object_loader.hpp"
#include "support/error.hpp"

namespace weft::cpu {
namespace {

std::vector<std::byte> read_kernels() {
  std::ifstream file(WEFT_TEST_KERNELS, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

template <class F> F *function(const LoadedObject &object, const char *name) {
  return reinterpret_cast<F *>(object.symbol(name));
}

TEST(ObjectLoader, DataTablesStringsAndZeroedMemoryWork) {
  const LoadedObject object(read_kernels());
  EXPECT_EQ(function<std::uint64_t()>(object, "use_data")(), 43u);
  EXPECT_EQ(function<std::uint64_t()>(object, "use_data")(), 44u);
  EXPECT_STREQ(function<const char *(std::uint64_t)>(object, "use_string")(2), "two");
  EXPECT_EQ(function<std::uint64_t()>(object, "use_bss")(), 1u);
  EXPECT_EQ(function<std::uint64_t(std::uint64_t)>(object, "use_switch")(3), 44u);
  EXPECT_EQ(function<std::uint64_t(std::uint64_t)>(object, "use_switch")(2), 45u);
  EXPECT_EQ(*static_cast<std::uint64_t *>(object.symbol("exported")), 2u);
}

TEST(ObjectLoader, ExternalFunctionsComeFromTheProcess) {
  const LoadedObject object(read_kernels());
  EXPECT_EQ(function<double(double)>(object, "use_libm")(2.5), std::sin(2.5) + 0.5);
  char to[4] = "";
  EXPECT_EQ(function<void *(void *, const void *, std::uint64_t)>(object, "use_libc")(to, "abc", 4), to);
  EXPECT_STREQ(to, "abc");
}

int defined_by_weft() {
  return 42;
}

TEST(ObjectLoader, WeftsOwnDefinitionsGoFirstAndMissingWeakOnesAreNull) {
  EXPECT_EQ(function<int()>(LoadedObject(read_kernels()), "use_weak")(), -1);
  define_external("not_there", reinterpret_cast<void *>(&defined_by_weft));
  EXPECT_EQ(function<int()>(LoadedObject(read_kernels()), "use_weak")(), 42);
  define_external("not_there", nullptr);
}

TEST(ObjectLoader, TwoLoadsDoNotShareData) {
  const LoadedObject one(read_kernels()), two(read_kernels());
  function<std::uint64_t()>(one, "use_data")();
  EXPECT_EQ(function<std::uint64_t()>(two, "use_data")(), 43u);
}

TEST(ObjectLoader, NoPageIsWritableAndExecutable) {
  const LoadedObject object(read_kernels());
  std::ifstream maps("/proc/self/maps");
  int executable = 0;
  for (std::string line; std::getline(maps, line);) {
    EXPECT_EQ(line.find("rwx"), std::string::npos) << line;
    executable += line.find("r-xp 00000000 00:00 0") != std::string::npos;
  }
  EXPECT_GE(executable, 1);
}

TEST(ObjectLoader, UnknownSymbolIsABuildError) {
  const LoadedObject object(read_kernels());
  EXPECT_THROW(object.symbol("nope"), Error);
}

void expect_clean(std::span<const std::byte> bytes) {
  try {
    const LoadedObject object(bytes);
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::build) << error.what();
  }
}

TEST(ObjectLoader, EveryTruncationIsRefused) {
  const auto whole = read_kernels();
  for (std::size_t size = 0; size < whole.size(); size += 7)
    EXPECT_THROW(LoadedObject(std::span(whole).first(size)), Error) << size;
}

TEST(ObjectLoader, FlippedBitsNeverCrashTheLoader) {
  const auto whole = read_kernels();
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = whole;
    for (int flips = 1 + int(random() % 4); flips != 0; --flips)
      bytes[random() % bytes.size()] ^= std::byte(1 << random() % 8);
    expect_clean(bytes);
  }
}

TEST(ObjectLoader, DamagedHeadersAndTablesNeverCrashTheLoader) {
  const auto whole = read_kernels();
  Elf64_Ehdr header;
  std::memcpy(&header, whole.data(), sizeof(header));
  const std::size_t table = header.e_shoff;
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = whole;
    const std::size_t at = random() % 4 == 0 ? random() % sizeof(header) : table + random() % (bytes.size() - table);
    bytes[at] = std::byte(random());
    expect_clean(bytes);
  }
}

TEST(ObjectLoader, OtherFilesAreRefused) {
  EXPECT_THROW(LoadedObject{std::span<const std::byte>()}, Error);
  const std::string text(1000, 'x');
  EXPECT_THROW(LoadedObject{std::as_bytes(std::span(text))}, Error);
  std::ifstream self("/proc/self/exe", std::ios::binary);
  const std::string program((std::istreambuf_iterator<char>(self)), {});
  EXPECT_THROW(LoadedObject{std::as_bytes(std::span(program))}, Error);
}

} // namespace
} // namespace weft::cpu

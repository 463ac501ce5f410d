// Builds are told apart by what their linker noted, else by what the file system says.
#include "support/elf.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>

#include <gtest/gtest.h>

namespace weft::elf {
namespace {

int something = 0;

class Folder {
public:
  Folder() : path_(::mkdtemp(name_)) {}
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char *name, const std::string &content) const {
    std::ofstream(path_ / name) << content;
    return path_ / name;
  }
  std::string path(const char *name) const { return path_ / name; }

private:
  char name_[24] = "/tmp/weft-elf-XXXXXX";
  std::filesystem::path path_;
};

TEST(Elf, ALoadedProgramIsItsFile) {
  const std::string id = identity_of_loaded(&something);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id, identity_of_file("/proc/self/exe"));
  EXPECT_NE(id, identity_of_loaded(reinterpret_cast<const void *>(&std::free)));
}

TEST(Elf, FilesWithoutANoteAreToldApartBySizeAndTime) {
  const Folder folder;
  const std::string a = identity_of_file(folder.file("a", "one")), b = identity_of_file(folder.file("b", "three"));
  EXPECT_NE(a, b);
  EXPECT_EQ(a, identity_of_file(folder.path("a")));
}

TEST(Elf, WhatIsNoFileIsAbsent) {
  const Folder folder;
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(identity_of_file(folder.path("pipe")), "absent");
  EXPECT_EQ(identity_of_file(folder.path("nothing")), "absent");
  EXPECT_EQ(identity_of_file("/"), "absent");
}

TEST(Elf, DamagedHeadersAreNoReasonToFail) {
  const Folder folder;
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string bytes(4096, '\0');
  self.read(bytes.data(), 4096);
  for (std::size_t at = 16; at < 1024; at += 7) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    EXPECT_FALSE(identity_of_file(folder.file("damaged", damaged)).empty());
  }
}

} // namespace
} // namespace weft::elf

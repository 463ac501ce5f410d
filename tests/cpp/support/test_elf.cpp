// Builds are told apart by what their linker noted, else by what the file system says.
#include "support/elf.hpp"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <link.h>
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

TEST(Elf, AFileWrittenAnewWithinASecondIsAnother) {
  const Folder folder;
  const std::string path = folder.file("a", "one");
  const auto identity_at = [&](long nanoseconds) {
    const timespec times[] = {{.tv_sec = 1000, .tv_nsec = 0}, {.tv_sec = 1000, .tv_nsec = nanoseconds}};
    EXPECT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    return identity_of_file(path);
  };
  EXPECT_NE(identity_at(1'000'000), identity_at(2'000'000));
}

/// Names and contents of notes are padded to words.
TEST(Elf, NotesOfAnyLengthComeBeforeTheIdentifier) {
  const auto note = [](const std::string &name, std::uint32_t type, const std::string &content) {
    const ElfW(Nhdr)
        header{static_cast<std::uint32_t>(name.size() + 1), static_cast<std::uint32_t>(content.size()), type};
    std::string text(reinterpret_cast<const char *>(&header), sizeof header);
    for (const std::string &part : {name + '\0', content})
      text += part + std::string((4 - part.size() % 4) % 4, '\0');
    return text;
  };
  const std::string notes =
      note("Linux", 257, "12345") + note("ab", 1, "") + note("GNU", NT_GNU_BUILD_ID, "\x01\xab\x7f");
  ElfW(Ehdr) header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  header.e_phentsize = sizeof(ElfW(Phdr));
  ElfW(Phdr) segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = notes.size();
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof header);
  bytes.append(reinterpret_cast<const char *>(&segment), sizeof segment);
  const Folder folder;
  EXPECT_EQ(identity_of_file(folder.file("program", bytes + notes)), "01ab7f");
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

// Finds the build identifier among an ELF file's notes.
#include "support/elf.hpp"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <optional>
#include <span>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace weft::elf {

namespace {

constexpr std::size_t most_note_bytes = 65536;

std::size_t padded(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

/// The identifier among the notes of one segment.
std::optional<std::string> build_id_among(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof header);
    const std::size_t name = sizeof header, content = name + padded(header.n_namesz);
    const std::size_t end = content + padded(header.n_descsz);
    if (end > notes.size())
      return std::nullopt;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(notes.data() + name, "GNU", 4) == 0)
      return hex(notes.subspan(content, header.n_descsz));
    notes = notes.subspan(end);
  }
  return std::nullopt;
}

template <class T> bool read_at(int file, std::uint64_t offset, std::span<T> to) {
  return ::pread(file, to.data(), to.size_bytes(), static_cast<off_t>(offset)) == static_cast<ssize_t>(to.size_bytes());
}

std::optional<std::string> build_id_in(int file) {
  ElfW(Ehdr) header;
  if (!read_at(file, 0, std::span(&header, 1)) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof(ElfW(Phdr)))
    return std::nullopt;
  std::vector<ElfW(Phdr)> segments(header.e_phnum);
  if (!read_at(file, header.e_phoff, std::span(segments)))
    return std::nullopt;
  for (const ElfW(Phdr) &segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > most_note_bytes)
      continue;
    std::vector<std::byte> notes(segment.p_filesz);
    if (!read_at(file, segment.p_offset, std::span(notes)))
      return std::nullopt;
    if (auto id = build_id_among(notes))
      return id;
  }
  return std::nullopt;
}

/// What dl_iterate_phdr is asked for, and what it finds.
struct Search {
  std::uintptr_t address;
  bool found = false;
  std::optional<std::string> id;
};

bool lies_in(std::uintptr_t address, const dl_phdr_info &object) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - (object.dlpi_addr + segment.p_vaddr) < segment.p_memsz)
      return true;
  }
  return false;
}

int look_at(dl_phdr_info *object, std::size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  if (!lies_in(search.address, *object))
    return 0;
  search.found = true;
  for (int i = 0; i < object->dlpi_phnum && !search.id; ++i)
    if (const ElfW(Phdr) &segment = object->dlpi_phdr[i]; segment.p_type == PT_NOTE)
      search.id = build_id_among(
          {reinterpret_cast<const std::byte *>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz}); // NOLINT
  return 1;
}

} // namespace

std::string identity_of_file(const std::string &path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return "absent";
  struct stat status{};
  const bool known = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  auto id = known ? build_id_in(file) : std::nullopt;
  ::close(file);
  if (id)
    return *id;
  return known ? fmt::format("{}-{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec) : "absent";
}

std::string identity_of_loaded(const void *address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), false, {}};
  ::dl_iterate_phdr(look_at, &search);
  return search.id ? *search.id : identity_of_file(path_of_loaded(address));
}

std::string path_of_loaded(const void *address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

} // namespace weft::elf

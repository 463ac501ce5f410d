// Reads, lays out and relocates an object file; every offset in it is checked before use.
#include "backends/cpu/object_loader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <limits>
#include <mutex>
#include <sys/mman.h>
#include <vector>

#include "backends/cpu/fibers.hpp"
#include "backends/cpu/memory_kinds.hpp"
#include "codegen/cpu/abi.hpp"
#include "libdevice/rare.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"
#include "support/round.hpp"

namespace weft::cpu {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t largest_image = std::size_t(1) << 30;
constexpr std::size_t stub_size = 8, slot_size = 8;

template <class... Args> Error bad(fmt::format_string<Args...> format, Args &&...args) {
  return Error(Errc::build, "load object: {}", fmt::format(format, std::forward<Args>(args)...));
}

struct Externals {
  Mutex mutex;
  std::unordered_map<std::string, void *> defined;
};

Externals &externals() {
  static constinit Lazy<Externals> instance;
  return instance.get();
}

void *find_external(const std::string &name) {
  if (name == codegen::cpu::yield_name)
    return reinterpret_cast<void *>(&yield_turn);
  if (name == codegen::cpu::memory_kind_name)
    return reinterpret_cast<void *>(&memory_kind);
  if (name == codegen::cpu::share_name)
    return reinterpret_cast<void *>(&share_turns);
  {
    Externals &e = externals();
    const std::lock_guard lock(e.mutex);
    if (const auto found = e.defined.find(name); found != e.defined.end())
      return found->second;
  }
  void *const rare = libdevice::rare_function(name);
  return rare != nullptr ? rare : dlsym(RTLD_DEFAULT, name.c_str());
}

/// Pages with the same protection.
enum Region { text, constants, data, regions };

struct Placed {
  bool loaded = false;
  Region region = text;
  std::size_t offset = 0; ///< in the region, then in the image
};

} // namespace

/// One load, step by step.
class ObjectReader {
public:
  ObjectReader(std::span<const std::byte> bytes, LoadedObject &object) : bytes_(bytes), object_(object) {
    read_sections();
    read_symbols();
    lay_out();
    map();
    resolve();
    relocate();
    protect();
    tell_debuggers();
  }

private:
  template <class T> T read(std::uint64_t offset) const {
    if (offset > bytes_.size() || sizeof(T) > bytes_.size() - offset)
      throw bad("it ends at {} bytes, before offset {}", bytes_.size(), offset);
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  std::span<const std::byte> contents(const Elf64_Shdr &section) const {
    if (section.sh_offset > bytes_.size() || section.sh_size > bytes_.size() - section.sh_offset)
      throw bad("a section lies beyond its end");
    return bytes_.subspan(section.sh_offset, section.sh_size);
  }

  std::string text_at(std::uint32_t table, std::uint64_t offset) const {
    if (table >= sections_.size() || sections_[table].sh_type != SHT_STRTAB)
      throw bad("a string table is missing");
    const auto strings = contents(sections_[table]);
    const auto *const start = reinterpret_cast<const char *>(strings.data()) + offset;
    if (offset >= strings.size() || strnlen(start, strings.size() - offset) == strings.size() - offset)
      throw bad("a name lies beyond its string table");
    return start;
  }

  void read_sections() {
    const auto header = read<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL || header.e_machine != EM_X86_64 ||
        header.e_shentsize != sizeof(Elf64_Shdr))
      throw bad("not a relocatable ELF file for x86-64");
    for (std::uint64_t i = 0; i < header.e_shnum; ++i)
      sections_.push_back(read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
    names_ = header.e_shstrndx;
    placed_.resize(sections_.size());
  }

  void read_symbols() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr &section = sections_[i];
      if (section.sh_type != SHT_SYMTAB)
        continue;
      if (!symbols_.empty() || section.sh_entsize != sizeof(Elf64_Sym))
        throw bad("its symbol table is malformed");
      symbol_table_ = std::uint32_t(i);
      symbol_names_ = section.sh_link;
      const std::size_t count = contents(section).size() / sizeof(Elf64_Sym);
      for (std::size_t s = 0; s < count; ++s)
        symbols_.push_back(read<Elf64_Sym>(section.sh_offset + s * sizeof(Elf64_Sym)));
    }
    addresses_.resize(symbols_.size());
    slots_.assign(symbols_.size(), none);
    stubs_.assign(symbols_.size(), none);
  }

  void place(std::size_t index) {
    const Elf64_Shdr &section = sections_[index];
    const bool unwind = section.sh_type == SHT_X86_64_UNWIND || text_at(names_, section.sh_name) == ".eh_frame";
    if ((section.sh_flags & SHF_ALLOC) == 0 || section.sh_size == 0 || unwind)
      return;
    if ((section.sh_flags & SHF_TLS) != 0)
      throw bad("it has thread-local variables");
    const std::uint64_t alignment = section.sh_addralign == 0 ? 1 : section.sh_addralign;
    if ((alignment & (alignment - 1)) != 0 || alignment > page)
      throw bad("a section asks for an alignment of {}", alignment);
    Placed &placed = placed_[index];
    placed.loaded = true;
    if ((section.sh_flags & SHF_EXECINSTR) != 0)
      placed.region = text;
    else if ((section.sh_flags & SHF_WRITE) == 0 || text_at(names_, section.sh_name).starts_with(".data.rel.ro"))
      placed.region = constants;
    else
      placed.region = data;
    placed.offset = round_up(region_size_[placed.region], alignment);
    if (section.sh_size > largest_image)
      throw bad("a section has {} bytes", section.sh_size);
    grow(placed.region, placed.offset + section.sh_size);
  }

  void grow(Region region, std::size_t size) {
    if (size > largest_image)
      throw bad("it is larger than {} bytes", largest_image);
    region_size_[region] = size;
  }

  /// Calls `visit(relocation, section that it patches)` for all that matter.
  template <class Visit> void each_relocation(Visit &&visit) {
    for (const Elf64_Shdr &section : sections_) {
      if ((section.sh_type != SHT_RELA && section.sh_type != SHT_REL) || section.sh_info >= sections_.size() ||
          !placed_[section.sh_info].loaded)
        continue;
      if (section.sh_type == SHT_REL || section.sh_entsize != sizeof(Elf64_Rela) || section.sh_link != symbol_table_ ||
          sections_[section.sh_info].sh_type == SHT_NOBITS)
        throw bad("its relocations are malformed");
      const std::size_t count = contents(section).size() / sizeof(Elf64_Rela);
      for (std::size_t i = 0; i < count; ++i) {
        const auto relocation = read<Elf64_Rela>(section.sh_offset + i * sizeof(Elf64_Rela));
        if (ELF64_R_SYM(relocation.r_info) >= symbols_.size())
          throw bad("a relocation names symbol {} of {}", ELF64_R_SYM(relocation.r_info), symbols_.size());
        visit(relocation, section.sh_info);
      }
    }
  }

  static bool through_slot(std::uint64_t type) {
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
  }

  /// Sections first, then a jump stub for each undefined function and a slot for each address that is loaded
  /// indirectly.
  void lay_out() {
    for (std::size_t i = 0; i < sections_.size(); ++i)
      place(i);
    std::size_t slots = 0, stubs = 0;
    const auto assign = [](std::size_t &place, std::size_t &count) {
      if (place == none)
        place = count++;
    };
    each_relocation([&](const Elf64_Rela &relocation, std::uint32_t) {
      const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
      const std::uint64_t type = ELF64_R_TYPE(relocation.r_info);
      const bool stub = type == R_X86_64_PLT32 && symbols_[symbol].st_shndx == SHN_UNDEF;
      if (stub)
        assign(stubs_[symbol], stubs);
      if (stub || through_slot(type))
        assign(slots_[symbol], slots);
    });
    first_stub_ = round_up(region_size_[text], 16);
    if (stubs != 0)
      grow(text, first_stub_ + stubs * stub_size);
    first_slot_ = round_up(region_size_[constants], slot_size);
    if (slots != 0)
      grow(constants, first_slot_ + slots * slot_size);
  }

  void map() {
    std::size_t size = 0;
    for (const Region region : {text, constants, data}) {
      region_start_[region] = size;
      size += round_up(region_size_[region], page);
    }
    if (region_size_[text] == 0)
      throw bad("it has no code");
    void *const base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
      throw Error(Errc::memory_allocation, "load object: the system has no {} bytes", size);
    object_.base_ = static_cast<std::byte *>(base);
    object_.size_ = size;
    first_stub_ += region_start_[text];
    first_slot_ += region_start_[constants];
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (!placed_[i].loaded)
        continue;
      placed_[i].offset += region_start_[placed_[i].region];
      if (sections_[i].sh_type == SHT_NOBITS)
        continue;
      const auto bytes = contents(sections_[i]);
      std::memcpy(object_.base_ + placed_[i].offset, bytes.data(), bytes.size());
    }
  }

  std::uint64_t address_of(const Elf64_Sym &symbol) {
    if (symbol.st_shndx == SHN_ABS)
      return symbol.st_value;
    if (symbol.st_shndx == SHN_UNDEF) {
      const std::string name = text_at(symbol_names_, symbol.st_name);
      void *const found = name.empty() ? nullptr : find_external(name);
      if (found == nullptr && ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
        throw bad("symbol '{}' is not defined in this process", name);
      return std::uintptr_t(found);
    }
    if (symbol.st_shndx >= sections_.size() || !placed_[symbol.st_shndx].loaded)
      throw bad("a symbol lies in section {}, which is not loaded", symbol.st_shndx);
    if (symbol.st_value > sections_[symbol.st_shndx].sh_size)
      throw bad("a symbol lies beyond its section");
    return std::uintptr_t(object_.base_ + placed_[symbol.st_shndx].offset) + symbol.st_value;
  }

  /// Only symbols that relocations use, and global definitions, must make sense.
  void resolve() {
    std::vector<bool> used(symbols_.size());
    each_relocation([&](const Elf64_Rela &relocation, std::uint32_t) {
      const std::size_t i = ELF64_R_SYM(relocation.r_info);
      if (i != 0 && !used[i])
        addresses_[i] = address_of(symbols_[i]);
      used[i] = true;
    });
    for (const Elf64_Sym &symbol : symbols_)
      if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && symbol.st_shndx != SHN_UNDEF)
        object_.symbols_[text_at(symbol_names_, symbol.st_name)] = reinterpret_cast<void *>(address_of(symbol));
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (slots_[i] != none)
        std::memcpy(slot(i), &addresses_[i], slot_size);
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (stubs_[i] != none)
        write_stub(i);
  }

  std::byte *slot(std::size_t symbol) const { return object_.base_ + first_slot_ + slots_[symbol] * slot_size; }
  std::byte *stub(std::size_t symbol) const { return object_.base_ + first_stub_ + stubs_[symbol] * stub_size; }

  /// jmp *slot(%rip)
  void write_stub(std::size_t symbol) const {
    constexpr std::size_t instruction = 6;
    std::byte *const at = stub(symbol);
    at[0] = std::byte(0xff);
    at[1] = std::byte(0x25);
    const std::int32_t distance = std::int32_t(slot(symbol) - (at + instruction));
    std::memcpy(at + 2, &distance, sizeof(distance));
  }

  template <class T> void patch(std::size_t section, std::uint64_t offset, T value) const {
    const std::uint64_t size = sections_[section].sh_size;
    if (offset > size || sizeof(T) > size - offset)
      throw bad("a relocation lies beyond its section");
    std::memcpy(object_.base_ + placed_[section].offset + offset, &value, sizeof(T));
  }

  template <class T> T narrow(std::int64_t value, const Elf64_Rela &relocation) const {
    if (value < std::int64_t(std::numeric_limits<T>::min()) || value > std::int64_t(std::numeric_limits<T>::max()))
      throw bad("relocation of type {} to symbol {} does not reach its target; compile as position-independent code",
                ELF64_R_TYPE(relocation.r_info), ELF64_R_SYM(relocation.r_info));
    return T(value);
  }

  /// The names of the ABI's table: S is the symbol, A the addend, P the place, G the symbol's slot (x86-64 psABI, 4.4).
  void relocate() {
    each_relocation([&](const Elf64_Rela &relocation, std::uint32_t section) {
      const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
      const std::uint64_t a = std::uint64_t(relocation.r_addend), offset = relocation.r_offset;
      const std::uint64_t p = std::uintptr_t(object_.base_ + placed_[section].offset) + offset;
      const std::uint64_t s = addresses_[symbol];
      switch (ELF64_R_TYPE(relocation.r_info)) {
      case R_X86_64_NONE:
        return;
      case R_X86_64_64:
        return patch<std::uint64_t>(section, offset, s + a);
      case R_X86_64_PC64:
        return patch<std::uint64_t>(section, offset, s + a - p);
      case R_X86_64_PC32:
        return patch(section, offset, narrow<std::int32_t>(std::int64_t(s + a - p), relocation));
      case R_X86_64_PLT32: {
        const std::uint64_t target = stubs_[symbol] == none ? s : std::uintptr_t(stub(symbol));
        return patch(section, offset, narrow<std::int32_t>(std::int64_t(target + a - p), relocation));
      }
      case R_X86_64_32:
        return patch(section, offset, narrow<std::uint32_t>(std::int64_t(s + a), relocation));
      case R_X86_64_32S:
        return patch(section, offset, narrow<std::int32_t>(std::int64_t(s + a), relocation));
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        return patch(section, offset,
                     narrow<std::int32_t>(std::int64_t(std::uintptr_t(slot(symbol)) + a - p), relocation));
      default:
        throw bad("relocations of type {} are not supported", ELF64_R_TYPE(relocation.r_info));
      }
    });
  }

  void protect() const {
    const auto set = [&](Region region, int protection) {
      const std::size_t size = round_up(region_size_[region], page);
      if (size != 0 && mprotect(object_.base_ + region_start_[region], size, protection) != 0)
        throw Error(Errc::runtime, "load object: the system refuses to make code executable: {}", std::strerror(errno));
    };
    set(text, PROT_READ | PROT_EXEC);
    set(constants, PROT_READ);
  }

  void tell_debuggers() const {
    const auto has_name = [&](const Elf64_Shdr &section) { return text_at(names_, section.sh_name) == ".debug_info"; };
    if (std::ranges::none_of(sections_, has_name))
      return;
    object_.for_debuggers_.assign(bytes_.begin(), bytes_.end());
    const auto first = read<Elf64_Ehdr>(0).e_shoff;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (!placed_[i].loaded)
        continue;
      const auto address = std::uint64_t(std::uintptr_t(object_.base_ + placed_[i].offset));
      std::memcpy(object_.for_debuggers_.data() + first + i * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_addr),
                  &address, sizeof address);
    }
  }

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::span<const std::byte> bytes_;
  LoadedObject &object_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Placed> placed_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::size_t> slots_, stubs_; ///< per symbol
  std::uint32_t names_ = 0, symbol_table_ = 0, symbol_names_ = 0;
  std::size_t region_size_[regions] = {}, region_start_[regions] = {};
  std::size_t first_stub_ = 0, first_slot_ = 0;
};

LoadedObject::LoadedObject(std::span<const std::byte> object) {
  try {
    ObjectReader(object, *this);
  } catch (...) {
    if (base_ != nullptr)
      munmap(base_, size_);
    throw;
  }
}

LoadedObject::~LoadedObject() {
  munmap(base_, size_);
}

void *LoadedObject::symbol(const std::string &name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end())
    throw bad("it does not define '{}'", name);
  return found->second;
}

void define_external(std::string_view name, void *address) {
  Externals &e = externals();
  const std::lock_guard lock(e.mutex);
  e.defined[std::string(name)] = address;
}

} // namespace weft::cpu

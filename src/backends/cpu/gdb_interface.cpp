// The names and the layout are GDB's: "JIT Compilation Interface" of its manual.
#include "backends/cpu/gdb_interface.hpp"

#include <cstdint>
#include <mutex>

#include "support/lock.hpp"

extern "C" {

struct jit_code_entry {
  jit_code_entry *next_entry, *prev_entry;
  const char *symfile_addr;
  std::uint64_t symfile_size;
};

struct jit_descriptor {
  std::uint32_t version, action_flag;
  jit_code_entry *relevant_entry, *first_entry;
};

// Protected: LLVM's library has symbols of these names, each with a list of its own.
__attribute__((visibility("protected"))) jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};
__attribute__((visibility("protected"), noinline, used)) void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
}

namespace weft::cpu {

namespace {
enum Action : std::uint32_t { registers = 1, unregisters = 2 };

Mutex &list_lock() {
  static constinit Mutex mutex;
  return mutex;
}

void tell(Action action, jit_code_entry &entry) {
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_descriptor.relevant_entry = &entry;
  __jit_debug_register_code();
}
} // namespace

struct GdbEntry::Linked {
  jit_code_entry entry{};
  std::vector<std::byte> object;
};

GdbEntry::GdbEntry(std::vector<std::byte> object) : linked_(new Linked{{}, std::move(object)}) {
  const std::lock_guard guard(list_lock());
  jit_code_entry &entry = linked_->entry;
  entry = {__jit_debug_descriptor.first_entry, nullptr, reinterpret_cast<const char *>(linked_->object.data()),
           linked_->object.size()};
  if (entry.next_entry != nullptr)
    entry.next_entry->prev_entry = &entry;
  __jit_debug_descriptor.first_entry = &entry;
  tell(registers, entry);
}

GdbEntry::~GdbEntry() {
  const std::lock_guard guard(list_lock());
  jit_code_entry &entry = linked_->entry;
  (entry.prev_entry != nullptr ? entry.prev_entry->next_entry : __jit_debug_descriptor.first_entry) = entry.next_entry;
  if (entry.next_entry != nullptr)
    entry.next_entry->prev_entry = entry.prev_entry;
  tell(unregisters, entry);
  delete linked_;
}

} // namespace weft::cpu

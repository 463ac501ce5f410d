// The content of a buffer, wherever it lies: its copies on the host and on devices, which of them are up to date, and
// the tasks that use them (SYCL 2020, 3.8.1, 4.7.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/queue.hpp"

namespace weft::runtime {

enum class AccessKind : std::uint8_t {
  read,
  write,     ///< what is not written keeps its content
  overwrite, ///< nothing of the old content is needed
};

/// Host memory that a memory object starts with.
struct HostMemory {
  void *pointer = nullptr; ///< Null: there is none.
  bool constant = false;   ///< It must not be written; the first write goes to a copy.
  bool unusable = false;   ///< Nobody may work there: not aligned as its elements must be. Its content is copied.
  std::shared_ptr<void> owner = {};
};

/// Host memory as a program's own allocator gives it.
using HostAllocator = std::function<std::shared_ptr<void>(std::size_t bytes)>;

/// Memory is had when first asked for and stays where it is; contents are copied when a task needs them elsewhere.
/// Devices that share the host's memory work in the host's copy. Parts of an object are tracked by their bytes.
/// Thread-safe.
class MemoryObject {
public:
  /// Reads nothing yet: `host` must stay until the object is gone, or wait() or read_on_host() came back.
  MemoryObject(std::size_t bytes, const HostMemory &host, HostAllocator = {});
  /// Never waits: memory of its own goes when the tasks that use it are done.
  ~MemoryObject();
  MemoryObject(const MemoryObject &) = delete;
  MemoryObject &operator=(const MemoryObject &) = delete;

  std::size_t size() const noexcept { return bytes_; }
  bool written() const; ///< Was it ever required for writing?

  struct Address {
    void *base = nullptr;          ///< of the whole object
    const void *instead = nullptr; ///< what accesses were told before, where this one makes the object move
  };
  /// The memory in which a task of this device, null for the host, will find the object. Throws
  /// Error(memory_allocation).
  Address reserve(Device *, AccessKind);

  /// The host's memory, for its owner to fill in before anything else is done with the object.
  void *start_on_host();
  /// From now on the host memory it started with is not written.
  void keep_host_memory();

  /// Waits for all tasks that use it.
  void wait();
  /// Waits for all of its content on the host; null where nothing was ever written. Later writes may change it.
  const void *read_on_host();

private:
  friend class Access;

  /// Tasks that use some bytes of one place.
  struct Uses {
    std::vector<Event> writers, readers;
  };
  /// Bytes that have the same history.
  struct Segment {
    std::size_t begin = 0, end = 0;
    std::uint32_t valid = 0; ///< a bit for each place that has, or will have, the content
    std::vector<Uses> uses;  ///< by place
  };
  /// Where content can lie: the host, which is the first, or a device with memory of its own.
  struct Place {
    Device *device = nullptr;
    std::byte *base = nullptr;
    std::shared_ptr<void> memory; ///< null for memory of the program
    std::shared_ptr<Queue> queue; ///< that allocated the memory; null for the program's own allocator
  };

  std::size_t place_of(Device *);
  void make_memory(std::size_t place, Device *); ///< Of the host it is the device's, or the default one's.
  const void *leave_host_memory();
  bool on_host(const Segment &s) const noexcept { return (s.valid & 1) != 0; }
  std::span<Segment> segments(std::size_t begin, std::size_t end);
  void split(std::size_t at);
  void bring(Segment &, std::size_t place);
  Event transfer(std::size_t to, std::size_t from, std::size_t at, std::size_t bytes, const std::vector<Event> &before);
  static void leave(Place &, const std::vector<Event> &);

  std::size_t bytes_;
  HostAllocator allocate_host_;
  HostMemory host_;
  bool written_ = false;
  std::vector<Place> places_;
  std::vector<Segment> segments_;
};

/// What a command needs of an object: bytes [begin, end), on its queue's device or on the host.
struct Requirement {
  std::shared_ptr<MemoryObject> object;
  std::size_t begin = 0, end = 0;
  AccessKind kind = AccessKind::read;
  bool on_host = false;
};

/// Submits a command after the tasks and copies that its requirements ask for, and has later commands come after it.
/// `submit` is called once with all that the command has to wait for; it must not wait for anything itself.
Event submit_with(std::span<const Requirement>, Queue &, Events, const std::function<Event(Events)> &submit);

/// A queue of the device that no program knows, for copies that somebody waits for.
std::shared_ptr<Queue> copy_queue(Device &);

/// Waits until the host may use the bytes. Commands that conflict wait until the last owner of the result lets go.
std::shared_ptr<void> use_on_host(const Requirement &);

} // namespace weft::runtime

// Accessors: grants them memory, and puts addresses in the place of what stands in for those of placeholders.
#include "sycl/requirements.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "support/lock.hpp"
#include "sycl/buffer_state.hpp"
#include "sycl/graph.hpp"

namespace weft::sycl_api {

namespace {

using ::sycl::detail::access_grant;
using ::sycl::detail::access_kind;
using ::sycl::detail::access_request;

/// What a placeholder stands for. It does not hold its buffer.
struct Promise {
  std::weak_ptr<BufferState> buffer;
  std::size_t begin = 0, bytes = 0;
  std::ptrdiff_t at = 0;
  access_kind kind = access_kind::read;
  bool on_host = false;
};

/// The numbers of placeholders are no addresses of x86-64, which lets launches find them among their arguments.
constexpr std::uint64_t first_promise = std::uint64_t(0xb5f7) << 48;
static_assert(::sycl::detail::is_promise(first_promise));

struct Promises {
  weft::Mutex mutex;
  std::map<std::uint64_t, Promise> all;
  std::size_t enough = 64; ///< how many make it look for those whose buffers are gone
  std::atomic<std::uint64_t> next{first_promise};
};

Promises &promises() {
  static constinit Lazy<Promises> instance;
  return instance.get();
}

std::uint64_t new_id() {
  static constinit std::atomic<std::uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

runtime::AccessKind kind_of(access_kind kind) {
  return kind == access_kind::read    ? runtime::AccessKind::read
         : kind == access_kind::write ? runtime::AccessKind::write
                                      : runtime::AccessKind::overwrite;
}

bool is_recorded(const runtime::Queue &queue) {
  return dynamic_cast<const Recorder *>(&queue) != nullptr || recorder_of(queue) != nullptr;
}

/// Adds what a command on `queue` needs; gives where the accessor's elements begin.
void *add(std::shared_ptr<Requirements> &requirements, const runtime::Queue &queue, const access_request &request,
          std::uint64_t id) {
  const BufferState &buffer = *request.buffer;
  buffer.require_device(*queue.device());
  runtime::Device *const device = request.on_host ? nullptr : queue.device().get();
  const runtime::AccessKind kind = kind_of(request.kind);
  // A graph keeps the address: the object leaves memory that a later write would have it leave.
  const bool keeps_address = is_recorded(queue);
  const auto [base, instead] = buffer.object()->reserve(device, keeps_address ? runtime::AccessKind::write : kind);
  if (requirements == nullptr)
    requirements = std::make_shared<Requirements>();
  if (instead != nullptr)
    requirements->moved(*buffer.object(), instead, base);
  void *const data = static_cast<std::byte *>(base) + std::ptrdiff_t(request.begin) + request.at;
  requirements->add({buffer.object(), request.begin, request.begin + request.bytes, kind, request.on_host}, id, data);
  return data;
}

} // namespace

void Requirements::add(runtime::Requirement r, std::uint64_t id, void *data) {
  all_.push_back(std::move(r));
  accessors_.push_back({id, data});
}

void Requirements::moved(const runtime::MemoryObject &object, const void *before, void *now) {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].object.get() == &object) {
      auto &[id, data] = accessors_[i];
      const std::ptrdiff_t at = static_cast<std::byte *>(data) - static_cast<const std::byte *>(before);
      void *const there = static_cast<std::byte *>(now) + at;
      replace(reinterpret_cast<std::uint64_t>(data), there);
      data = there;
    }
}

void *Requirements::data_of(const ::sycl::detail::memory_region &region) const {
  for (const auto &[id, data] : accessors_)
    if (id == region.id)
      return data;
  if (::sycl::detail::is_promise(region.id))
    throw Error(Errc::invalid, "a placeholder accessor that the command group does not require; call handler::require");
  return region.data;
}

runtime::Requirement *Requirements::find(std::uint64_t id) noexcept {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (accessors_[i].id == id)
      return &all_[i];
  return nullptr;
}

void Requirements::fill_in(std::span<std::byte> arguments) const noexcept {
  if (replacements_.empty())
    return;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= arguments.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, arguments.data() + at, sizeof word);
    const auto found = std::ranges::find(replacements_, word, &Replacement::before);
    if (found != replacements_.end())
      std::memcpy(arguments.data() + at, &found->now, sizeof word);
  }
}

// What the members of an accessor left behind may lie in the padding of other arguments: its address alone is none.
bool holds_placeholder(std::span<const std::byte> arguments) noexcept {
  constexpr std::size_t farthest = 1 + 2 * 3; // words of an accessor from its address to its number: extents, offsets
  const std::uint64_t next = promises().next.load(std::memory_order_relaxed);
  if (next == first_promise)
    return false;
  const std::size_t words = arguments.size() / sizeof(std::uint64_t);
  const auto word = [&](std::size_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, arguments.data() + i * sizeof value, sizeof value);
    return value;
  };
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t address = word(i);
    if (address < first_promise || address >= next || (address & 1) != 0)
      continue;
    for (std::size_t at = i + 1; at < std::min(words, i + 1 + farthest); ++at)
      if ((word(at) & ~::sycl::detail::without_content) == address + 1)
        return true;
  }
  return false;
}

} // namespace weft::sycl_api

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;
using weft::Errc;
using weft::Error;

access_grant require(requirements &r, const queue &q, const access_request &request) {
  return translated([&] {
    const std::uint64_t id = new_id();
    return access_grant{add(r, *queue_of(q), request, id), id};
  });
}

// An even number stands in for the address, the next one is the accessor's own, so that only the former is replaced.
access_grant promise(const access_request &request) {
  return translated([&] {
    Promises &p = promises();
    const std::lock_guard lock(p.mutex);
    if (p.all.size() >= p.enough) {
      std::erase_if(p.all, [](const auto &entry) { return entry.second.buffer.expired(); });
      p.enough = std::max<std::size_t>(64, 2 * p.all.size());
    }
    const std::uint64_t number = p.next.fetch_add(2);
    p.all[number] = {request.buffer, request.begin, request.bytes, request.at, request.kind, request.on_host};
    if (!request.on_host)
      return access_grant{reinterpret_cast<void *>(number), number + 1};
    void *const base = request.buffer->object()->reserve(nullptr, kind_of(request.kind)).base;
    return access_grant{static_cast<std::byte *>(base) + std::ptrdiff_t(request.begin) + request.at, number + 1};
  });
}

void require_promised(requirements &r, const queue &q, std::uint64_t id) {
  translated([&] {
    const Promise promised = [&] {
      Promises &p = promises();
      const std::lock_guard lock(p.mutex);
      const auto found = p.all.find(id - 1);
      return found != p.all.end() ? found->second : Promise();
    }();
    const std::shared_ptr<BufferState> buffer = promised.buffer.lock();
    if (buffer == nullptr)
      throw Error(Errc::invalid, "require: the buffer of this placeholder accessor is gone");
    if (r != nullptr && r->find(id) != nullptr)
      return;
    void *const data = add(r, *queue_of(q),
                           {buffer, promised.begin, promised.bytes, promised.at, promised.kind, promised.on_host}, id);
    if (!promised.on_host)
      r->replace(id - 1, data);
  });
}

access_grant acquire_on_host(const access_request &request, std::shared_ptr<void> &lease) {
  return translated([&] {
    const auto &object = request.buffer->object();
    const weft::runtime::AccessKind kind = kind_of(request.kind);
    void *const base = object->reserve(nullptr, kind).base;
    lease = weft::runtime::use_on_host({object, request.begin, request.begin + request.bytes, kind, true});
    return access_grant{static_cast<std::byte *>(base) + std::ptrdiff_t(request.begin) + request.at, new_id()};
  });
}

void refuse_access(errc code, const char *what, const sizes &wanted, const sizes &at, const sizes &there,
                   int dimensions) {
  const auto text = [=](const sizes &s) {
    return fmt::format("{{{}}}", fmt::join(s.begin(), s.begin() + dimensions, ", "));
  };
  detail::throw_error(code, fmt::format("{}: {} from {} on, of {}", what, text(wanted), text(at), text(there)));
}

} // namespace sycl::inline _V1::detail

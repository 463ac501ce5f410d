// One table for the process: what kernels capture are numbers, which nobody counts.
#include "sycl/dynamic_memory.hpp"

#include <atomic>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>

#include <sycl/ext/oneapi/experimental/dynamic_memory.hpp>

#include "support/error.hpp"
#include "support/lock.hpp"
#include "sycl/bridge.hpp"

namespace weft::sycl_api {
namespace {

using Size = ::sycl::detail::dynamic_memory_size;

struct Laid {
  std::weak_ptr<GraphNode> kernel;
  std::size_t step;
  std::vector<DynamicPlace> places;
  std::uint32_t fixed;
};
struct Memory {
  Size size;
  std::vector<std::shared_ptr<const Laid>> kernels;
};
struct Table {
  Mutex mutex;
  std::deque<Memory> all;
};
Table &table() {
  static constinit Lazy<Table> instance;
  return instance.get();
}
constinit std::atomic<bool> memory_exists{false};

void store(std::span<std::byte> to, std::size_t at, const auto &value) {
  WEFT_CHECK(at + sizeof value <= to.size(), "dynamic memory: {} bytes at {} of {}", sizeof value, at, to.size());
  std::memcpy(to.data() + at, &value, sizeof value);
}

std::uint32_t lay_out_by(const std::deque<Memory> &all, std::span<const DynamicPlace> places,
                         std::span<std::byte> captures, std::uint32_t fixed) {
  std::size_t end = fixed;
  for (const DynamicPlace &place : places) {
    const Size &size = all[place.number].size;
    const std::size_t begin = (end + size.alignment - 1) / size.alignment * size.alignment;
    if (size.bytes > std::numeric_limits<std::uint32_t>::max() - begin)
      throw Error(Errc::memory_allocation, "dynamic local memory: {} bytes, more than any device has", size.bytes);
    end = begin + size.bytes;
    store(captures, place.at, static_cast<std::uint32_t>(begin));
    store(captures, place.at + 4, ::sycl::detail::local_accessor_mark | (place.no_init ? 1u : 0u));
    for (int d = 0; d < size.dims; ++d)
      store(captures, place.at + 8 + sizeof(std::size_t) * static_cast<std::size_t>(d), size.extent[d]);
  }
  return static_cast<std::uint32_t>(end);
}

} // namespace

bool has_dynamic_memory() noexcept {
  return memory_exists.load(std::memory_order_relaxed);
}

std::vector<DynamicPlace> dynamic_places(std::span<const std::byte> captures) {
  Table &t = table();
  const std::lock_guard lock(t.mutex);
  std::vector<DynamicPlace> places;
  std::uint32_t words[2]; // of local_place: number and mark
  for (std::size_t at = 0; at + sizeof words <= captures.size(); at += sizeof words) {
    std::memcpy(words, captures.data() + at, sizeof words);
    if ((words[1] & ~1u) == ::sycl::detail::dynamic_memory_mark && words[0] < t.all.size())
      places.push_back({at, words[0], (words[1] & 1u) != 0});
  }
  return places;
}

std::uint32_t lay_out(std::span<const DynamicPlace> places, std::span<std::byte> captures, std::uint32_t fixed) {
  Table &t = table();
  const std::lock_guard lock(t.mutex);
  return lay_out_by(t.all, places, captures, fixed);
}

void keep_laid_out(const runtime::Event &recorded, std::vector<DynamicPlace> places, std::uint32_t fixed) {
  const Node kernel = recorded_node(recorded);
  if (kernel == nullptr)
    return;
  Table &t = table();
  const std::lock_guard lock(t.mutex);
  const auto laid = std::make_shared<const Laid>(Laid{kernel, recorded_step(recorded), std::move(places), fixed});
  for (const DynamicPlace &place : laid->places) {
    auto &kernels = t.all[place.number].kernels;
    std::erase_if(kernels, [&](const auto &known) { return known == laid || known->kernel.expired(); });
    kernels.push_back(laid);
  }
}

} // namespace weft::sycl_api

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;

std::uint32_t make_dynamic_memory(const dynamic_memory_size &size) {
  Table &t = table();
  const std::lock_guard lock(t.mutex);
  memory_exists.store(true, std::memory_order_relaxed);
  t.all.push_back({size, {}});
  return static_cast<std::uint32_t>(t.all.size() - 1);
}

void set_dynamic_memory(std::uint32_t number, const dynamic_memory_size &size) {
  translated([&] {
    Table &t = table();
    const std::lock_guard lock(t.mutex);
    Memory &memory = t.all[number];
    memory.size = size;
    for (const auto &laid : memory.kernels)
      if (const Node kernel = laid->kernel.lock())
        kernel->set_local_memory(laid->step, [&](std::span<std::byte> captures) {
          return lay_out_by(t.all, laid->places, captures, laid->fixed);
        });
  });
}

} // namespace sycl::inline _V1::detail

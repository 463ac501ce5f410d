// Prints what kernels left in the memory of a stream (SYCL 2020, 4.16): records in, text of one work-item after the
// other out.
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <sycl/stream.hpp>

#include "runtime/memory.hpp"
#include "sycl/bridge.hpp"

namespace sycl::inline _V1::detail {

namespace runtime = weft::runtime;

namespace {

/// A character is the smallest output, and its record takes two words.
constexpr std::size_t words_per_character = 2;
constexpr std::size_t spare_words = 512;

/// What one work-item has output since it last flushed, and its format.
struct Statement {
  std::ostringstream text;

  void set(stream_manipulator m) {
    switch (m) {
    case stream_manipulator::flush:
      break;
    case stream_manipulator::endl:
      text << '\n';
      break;
    case stream_manipulator::dec:
      text << std::dec;
      break;
    case stream_manipulator::hex:
      text << std::hex;
      break;
    case stream_manipulator::oct:
      text << std::oct;
      break;
    case stream_manipulator::noshowbase:
      text << std::noshowbase;
      break;
    case stream_manipulator::showbase:
      text << std::showbase;
      break;
    case stream_manipulator::noshowpos:
      text << std::noshowpos;
      break;
    case stream_manipulator::showpos:
      text << std::showpos;
      break;
    case stream_manipulator::fixed:
      text << std::fixed;
      break;
    case stream_manipulator::scientific:
      text << std::scientific;
      break;
    case stream_manipulator::hexfloat:
      text << std::hexfloat;
      break;
    case stream_manipulator::defaultfloat:
      text << std::defaultfloat;
      break;
    }
  }

  void add(stream_record kind, std::span<const std::byte> payload) {
    std::uint64_t word = 0;
    std::copy_n(payload.data(), std::min(payload.size(), sizeof word), reinterpret_cast<std::byte *>(&word));
    switch (kind) {
    case stream_record::unwritten:
      break;
    case stream_record::text:
      text << std::string_view(reinterpret_cast<const char *>(payload.data()), payload.size());
      break;
    case stream_record::boolean:
      text << (word != 0 ? "true" : "false");
      break;
    case stream_record::int8:
      add_small(static_cast<std::int8_t>(word));
      break;
    case stream_record::int16:
      text << static_cast<std::int16_t>(word);
      break;
    case stream_record::int32:
      text << static_cast<std::int32_t>(word);
      break;
    case stream_record::int64:
      text << static_cast<std::int64_t>(word);
      break;
    case stream_record::uint64:
      text << word;
      break;
    case stream_record::float32:
      add_number(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
      break;
    case stream_record::float64:
      add_number(std::bit_cast<double>(word));
      break;
    case stream_record::pointer:
      text << reinterpret_cast<const void *>(word);
      break;
    case stream_record::precision:
      text.precision(static_cast<std::streamsize>(word));
      break;
    case stream_record::width:
      text.width(static_cast<std::streamsize>(word));
      break;
    case stream_record::manipulator:
      set(static_cast<stream_manipulator>(word));
      break;
    }
  }

  /// A number, not a character: only `char` is one.
  void add_small(std::int8_t value) {
    if ((text.flags() & std::ios::dec) != 0)
      text << int{value};
    else
      text << unsigned{static_cast<std::uint8_t>(value)};
  }

  /// The sign of what is no number says nothing, and differs between devices.
  template <class T> void add_number(T value) { text << (std::isnan(value) ? std::abs(value) : value); }

  void print() {
    const std::string all = text.str();
    std::fwrite(all.data(), 1, all.size(), stdout);
    text.str("");
  }
};

bool ends_statement(stream_record kind, std::uint64_t payload) {
  const auto m = static_cast<stream_manipulator>(payload);
  return kind == stream_record::manipulator && (m == stream_manipulator::endl || m == stream_manipulator::flush);
}

} // namespace

std::shared_ptr<stream_memory> make_stream_memory(const queue &q, std::size_t characters) {
  return weft::sycl_api::translated([&] {
    const auto &queue = weft::sycl_api::queue_of(q);
    const std::size_t words = characters * words_per_character + spare_words;
    const auto kind = queue->device()->has(runtime::Aspect::usm_shared_allocations) ? runtime::AllocationKind::shared
                                                                                    : runtime::AllocationKind::host;
    const std::shared_ptr<void> block = runtime::allocate_shared(sizeof(stream_memory) + words * 8, kind, queue);
    auto *memory = static_cast<stream_memory *>(block.get());
    memory->used = 0;
    memory->capacity = words;
    return std::shared_ptr<stream_memory>(block, memory);
  });
}

namespace {
void print(const stream_memory &memory) {
  std::map<std::uint32_t, Statement> open;
  std::vector<std::uint32_t> order; // in which work-items came, for what they never flushed
  const std::span words(memory.words, std::min(memory.used, memory.capacity));
  for (std::size_t at = 0; at < words.size();) {
    const std::uint64_t head = words[at];
    const auto kind = static_cast<stream_record>(head & 0xff);
    const std::size_t bytes = (head >> 8) & 0xffffff;
    if (kind == stream_record::unwritten)
      break;
    const auto item = static_cast<std::uint32_t>(head >> 32);
    const auto [statement, is_new] = open.try_emplace(item);
    if (is_new)
      order.push_back(item);
    statement->second.add(kind, std::as_bytes(words.subspan(at + 1)).first(bytes));
    if (ends_statement(kind, words[at + 1]))
      statement->second.print();
    at += 1 + (bytes + 7) / 8;
  }
  for (const std::uint32_t item : order)
    open[item].print();
  std::fflush(stdout);
}
} // namespace

event print_streams(const queue &q, std::vector<std::shared_ptr<stream_memory>> streams, const event &done) {
  const auto task = [streams = std::move(streams)] {
    for (const auto &memory : streams)
      print(*memory);
  };
  return host_task(q, task, done);
}

} // namespace sycl::inline _V1::detail

// Explicit copies and fills of what accessors stand for (SYCL 2020, 4.9.4.4).
#include <algorithm>
#include <cstring>

#include "sycl/requirements.hpp"

namespace weft::sycl_api {

namespace {

using ::sycl::detail::memory_region;

/// Row `i` of a region whose elements begin at `data`.
std::byte *row(const memory_region &r, void *data, std::size_t i) {
  const std::size_t plane = i / r.extent[1], line = i % r.extent[1];
  return static_cast<std::byte *>(data) + (plane * r.pitch[0] + line) * r.pitch[1] * r.element;
}

std::size_t rows(const memory_region &r) {
  return r.extent[0] * r.extent[1];
}

std::size_t row_bytes(const memory_region &r) {
  return r.extent[2] * r.element;
}

bool is_plain(const memory_region &r) {
  const bool lines = r.extent[0] * r.extent[1] == 1 || r.pitch[1] == r.extent[2];
  return lines && (r.extent[0] == 1 || r.pitch[0] == r.extent[1]);
}

/// The same region, as one row where nothing lies between its rows.
memory_region joined(memory_region r) {
  if (!is_plain(r))
    return r;
  r.extent[2] *= r.extent[0] * r.extent[1];
  r.extent[0] = r.extent[1] = 1;
  r.pitch[0] = 1;
  r.pitch[1] = r.extent[2];
  return r;
}

runtime::Event all_of(runtime::Queue &queue, const std::vector<runtime::Event> &events) {
  return events.size() == 1 ? events.front() : queue.marker_internal(events);
}

/// Runs over both regions in pieces that are in one row of each.
template <class Copy>
void for_each_piece(const memory_region &to, void *to_data, const memory_region &from, void *from_data, Copy copy) {
  std::size_t to_row = 0, from_row = 0, to_at = 0, from_at = 0;
  for (std::size_t left = from.bytes(); left != 0;) {
    const std::size_t bytes = std::min({left, row_bytes(to) - to_at, row_bytes(from) - from_at});
    copy(row(to, to_data, to_row) + to_at, row(from, from_data, from_row) + from_at, bytes);
    left -= bytes;
    if ((to_at += bytes) == row_bytes(to))
      to_at = 0, ++to_row;
    if ((from_at += bytes) == row_bytes(from))
      from_at = 0, ++from_row;
  }
}

void *data_of(const Requirements *requirements, const memory_region &region) {
  return requirements != nullptr && region.id != 0 ? requirements->data_of(region) : region.data;
}

} // namespace
} // namespace weft::sycl_api

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;
using weft::runtime::Event;
using weft::runtime::Events;
using weft::runtime::Queue;

memory_region rows_apart(const char *what, void *data, std::size_t element, std::size_t pitch, std::size_t width,
                         std::size_t height) {
  if (width > pitch)
    refuse_access(errc::invalid, what, {width}, {}, {pitch}, 1);
  return {data, element, {1, height, width}, {1, pitch}};
}

event copy_region(const queue &q, const memory_region &to, const memory_region &from, event_list depends) {
  void *const target = translated([&] { return data_of(depends.requirements, to); });
  void *const source = translated([&] { return data_of(depends.requirements, from); });
  const memory_region joined_to = joined(to), joined_from = joined(from);
  // Copies with pageable memory may wait, which a command must not while it takes its place: a thread does them then.
  const bool by_hand = rows(joined_to) + rows(joined_from) > 2 && queue_of(q)->device()->shares_host_memory();
  const bool with_program = to.id == 0 || from.id == 0;
  const bool waits = with_program && !queue_of(q)->device()->shares_host_memory();
  const auto copies = waits ? weft::runtime::copy_queue(*queue_of(q)->device()) : nullptr; // before its lock is held
  return submit_command(q, depends, [&](Queue &queue, Events events) {
    if (by_hand)
      return queue.host_task(
          [=] {
            for_each_piece(joined_to, target, joined_from, source,
                           [](void *t, const void *s, std::size_t n) { std::memmove(t, s, n); });
          },
          events);
    const auto copy_all = [=](Queue &on, Events before) {
      std::vector<Event> done;
      for_each_piece(joined_to, target, joined_from, source,
                     [&](void *t, const void *s, std::size_t n) { done.push_back(on.copy(t, s, n, before)); });
      return done.empty() ? on.marker_internal(before) : all_of(on, done);
    };
    if (!waits)
      return copy_all(queue, events);
    return queue.host_task([=] { copy_all(*copies, {}).wait(); }, events);
  });
}

event fill_region(const queue &q, const memory_region &to, const void *pattern, event_list depends) {
  void *const target = translated([&] { return data_of(depends.requirements, to); });
  const memory_region region = joined(to);
  const std::span bytes(static_cast<const std::byte *>(pattern), region.element);
  return submit_command(q, depends, [&](Queue &queue, Events events) {
    std::vector<Event> done;
    for (std::size_t i = 0; i < rows(region); ++i)
      done.push_back(queue.fill(row(region, target, i), bytes, region.extent[2], events));
    return done.empty() ? queue.marker_internal(events) : all_of(queue, done);
  });
}

event update_host(const queue &q, std::uint64_t id, event_list depends) {
  Requirements host = depends.requirements != nullptr ? *depends.requirements : Requirements();
  weft::runtime::Requirement *const r = host.find(id);
  if (r == nullptr)
    detail::throw_error(errc::invalid, "update_host: the accessor is not one of this command group");
  r->on_host = true;
  r->kind = weft::runtime::AccessKind::read;
  depends.requirements = &host;
  return marker(q, depends);
}

} // namespace sycl::inline _V1::detail

// Contents of buffers follow the commands that use them, on every device and between devices, with no copy too many.
#include <chrono>
#include <latch>
#include <numeric>

#include "on_device.hpp"
#include "runtime/memory_object.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::test {
namespace {

using runtime::AccessKind;
using runtime::Event;
using runtime::Events;
using runtime::HostMemory;
using runtime::MemoryObject;
using runtime::Queue;
using runtime::Requirement;

class BufferMemory : public OnDevice {
protected:
  static constexpr std::size_t n = 100'000;
  using Object = std::shared_ptr<MemoryObject>;

  BufferMemory() {
    set_explain_sink([this](const std::string &line) {
      if (line.find("buffer:") != std::string::npos && line.find("copied") != std::string::npos)
        ++copies_;
    });
  }
  ~BufferMemory() override { set_explain_sink({}); }

  /// Copies since the last call, where the device has memory of its own; `otherwise` where it works in the host's.
  void expect_copies(int separate, int otherwise = 0) {
    EXPECT_EQ(copies_, device->shares_host_memory() ? otherwise : separate);
    copies_ = 0;
  }

  Object object(std::vector<int> &host) {
    return std::make_shared<MemoryObject>(host.size() * sizeof(int), HostMemory{host.data(), false, false, nullptr});
  }
  Object object() { return std::make_shared<MemoryObject>(n * sizeof(int), HostMemory{}); }

  static Requirement part(const Object &o, AccessKind kind, std::size_t first, std::size_t last) {
    return {o, first * sizeof(int), last * sizeof(int), kind, false};
  }
  static Requirement whole(const Object &o, AccessKind kind) { return {o, 0, o->size(), kind, false}; }

  /// A command that sets elements.
  Event set(Queue &q, const Object &o, std::size_t first, std::size_t last, int value, AccessKind kind,
            Events after = {}) {
    int *const to = static_cast<int *>(o->reserve(q.device().get(), kind).base) + first;
    return runtime::submit_with(std::array{part(o, kind, first, last)}, q, after, [&](Events events) {
      return q.fill(to, std::as_bytes(std::span(&value, 1)), last - first, events);
    });
  }
  Event set(Queue &q, const Object &o, int value, Events after = {}) {
    return set(q, o, 0, o->size() / sizeof(int), value, AccessKind::overwrite, after);
  }
  /// A command that copies one object's elements, from `first` on, into another.
  Event copy(Queue &q, const Object &to, const Object &from, std::size_t first = 0, Events after = {}) {
    int *const target = static_cast<int *>(to->reserve(q.device().get(), AccessKind::overwrite).base) + first;
    const int *const source = static_cast<int *>(from->reserve(q.device().get(), AccessKind::read).base) + first;
    return runtime::submit_with(
        std::array{part(from, AccessKind::read, first, n), part(to, AccessKind::overwrite, first, n)}, q, after,
        [&](Events events) { return q.copy(target, source, (n - first) * sizeof(int), events); });
  }
  /// A command that only reads.
  Event read(Queue &q, const Object &o) {
    o->reserve(q.device().get(), AccessKind::read);
    return runtime::submit_with(std::array{whole(o, AccessKind::read)}, q, {},
                                [&](Events events) { return q.marker_internal(events); });
  }
  static std::span<const int> on_host(const Object &o) {
    return {static_cast<const int *>(o->read_on_host()), o->size() / sizeof(int)};
  }

private:
  int copies_ = 0;
};
WEFT_ON_EVERY_DEVICE(BufferMemory);

TEST_P(BufferMemory, ContentIsCopiedWhenNeededAndOnce) {
  std::vector<int> host(n, 5);
  const auto q = queue(), other = queue();
  const Object o = object(host);
  read(*q, o);
  expect_copies(1);
  read(*other, o);
  set(*other, o, 10, 20, 6, AccessKind::write);
  read(*q, o);
  expect_copies(0);
  EXPECT_EQ(on_host(o)[15], 6);
  expect_copies(1);
  EXPECT_EQ(host[15], 6);
  EXPECT_EQ(host[20], 5);
  read(*q, o);
  expect_copies(0);
}

TEST_P(BufferMemory, WhatIsOverwrittenOrWasNeverWrittenIsNotCopied) {
  std::vector<int> host(n, 5);
  const auto q = queue();
  const Object o = object(host), fresh = object();
  set(*q, o, 7);
  read(*q, fresh);
  set(*q, fresh, 10, 20, 6, AccessKind::write);
  expect_copies(0);
  q->wait();
  EXPECT_EQ(on_host(o)[n - 1], 7);
  expect_copies(1);
}

TEST_P(BufferMemory, CommandsOfManyQueuesComeAfterEachOther) {
  const std::array queues{queue(), queue({.in_order = true}), queue()};
  const Object a = object(), b = object();
  for (int i = 0; i < 60; ++i) {
    set(*queues[i % 3], a, i);
    copy(*queues[(i + 1) % 3], b, a); // reads what was written, and is done before it is written again
  }
  EXPECT_EQ(on_host(b)[0], 59);
  EXPECT_EQ(on_host(b)[n - 1], 59);
}

TEST_P(BufferMemory, PartsThatDoNotOverlapAreApart) {
  std::vector<int> host(n);
  std::iota(host.begin(), host.end(), 0);
  const auto q = queue();
  const Object o = object(host);
  std::latch gate(1);
  const Event held = q->host_task([&] { gate.wait(); });
  const Event first = set(*q, o, 0, 100, -1, AccessKind::write, std::array{held});
  const Event second = set(*q, o, 100, 200, -2, AccessKind::write);
  const Event both = set(*q, o, 50, 150, -3, AccessKind::write);
  second.wait();
  EXPECT_FALSE(first.done());
  EXPECT_FALSE(both.done());
  gate.count_down();
  const auto content = on_host(o);
  EXPECT_EQ(content[49], -1);
  EXPECT_EQ(content[50], -3);
  EXPECT_EQ(content[149], -3);
  EXPECT_EQ(content[150], -2);
  EXPECT_EQ(content[200], 200);
  EXPECT_EQ(content[n - 1], int(n - 1));
}

TEST_P(BufferMemory, ReadersDoNotWaitForEachOther) {
  const auto q = queue();
  const Object o = object();
  set(*q, o, 1);
  std::latch gate(1);
  Requirement on_host_too = whole(o, AccessKind::read);
  on_host_too.on_host = true;
  o->reserve(nullptr, AccessKind::read);
  const Event held = runtime::submit_with(std::array{on_host_too}, *q, {},
                                          [&](Events events) { return q->host_task([&] { gate.wait(); }, events); });
  read(*q, o).wait();
  const auto lease = runtime::use_on_host(whole(o, AccessKind::read));
  EXPECT_FALSE(held.done());
  gate.count_down();
  held.wait(); // before the latch is gone
}

TEST_P(BufferMemory, CommandsWaitForTheHostToLetGo) {
  const auto q = queue();
  const Object o = object();
  auto *const data = static_cast<int *>(o->reserve(nullptr, AccessKind::overwrite).base);
  auto lease = runtime::use_on_host(whole(o, AccessKind::overwrite));
  const Object copied = object();
  const Event command = copy(*q, copied, o);
  EXPECT_FALSE(command.done());
  std::fill_n(data, n, 11);
  lease.reset();
  command.wait();
  EXPECT_EQ(on_host(copied)[n / 2], 11);
}

TEST_P(BufferMemory, HostMemoryWrittenByTasksIsCopiedAfterThem) {
  std::vector<int> host(n, 5);
  const auto q = queue({.in_order = true});
  const Object o = object(host), copied = object();
  std::latch gate(1);
  Requirement by_host = whole(o, AccessKind::write);
  by_host.on_host = true;
  auto *const data = static_cast<int *>(o->reserve(nullptr, AccessKind::write).base);
  runtime::submit_with(std::array{by_host}, *q, {}, [&](Events events) {
    return q->host_task(
        [&] {
          gate.wait();
          std::fill_n(data, n, 9);
        },
        events);
  });
  const Event done = copy(*q, copied, o); // returns although the task has not run
  gate.count_down();
  done.wait();
  EXPECT_EQ(on_host(copied)[n - 1], 9);
}

TEST_P(BufferMemory, ContentComesAgainAfterThoseThatReadWhatWasThere) {
  for (const std::size_t first : {std::size_t(0), n / 2}) {
    std::vector<int> host(n, 5);
    const auto q = queue();
    const Object o = object(host), seen = object(), seen_later = object();
    read(*q, o).wait();
    std::latch gate(1);
    const Event held = q->host_task([&] { gate.wait(); });
    copy(*q, seen, o, first, std::array{held});
    Requirement by_host = whole(o, AccessKind::write);
    by_host.on_host = true;
    auto *const data = static_cast<int *>(o->reserve(nullptr, AccessKind::write).base);
    runtime::submit_with(std::array{by_host}, *q, {},
                         [&](Events events) { return q->host_task([=] { std::fill_n(data, n, 9); }, events); });
    const Event later = copy(*q, seen_later, o);
    EXPECT_FALSE(later.wait_for(std::chrono::milliseconds(20)));
    gate.count_down();
    EXPECT_EQ(on_host(seen)[n - 1], 5) << first;
    EXPECT_EQ(on_host(seen_later)[n - 1], 9) << first;
  }
}

TEST_P(BufferMemory, MemoryStaysWhileTasksUseItThoughTheObjectIsGone) {
  const auto q = queue();
  std::vector<Object> results;
  for (int i = 0; i < 20; ++i) {
    const Object o = object();
    set(*q, o, i);
    results.push_back(object());
    copy(*q, results.back(), o);
  }
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(on_host(results[std::size_t(i)])[n - 1], i);
}

TEST_P(BufferMemory, ConstantMemoryIsLeftAsItIs) {
  std::vector<int> host(n, 5);
  const auto q = queue();
  const auto o = std::make_shared<MemoryObject>(n * sizeof(int), HostMemory{host.data(), true, false, nullptr});
  EXPECT_EQ(o->reserve(nullptr, AccessKind::read).base, host.data());
  set(*q, o, 0, 10, 6, AccessKind::write);
  const auto content = on_host(o);
  EXPECT_EQ(content[0], 6);
  EXPECT_EQ(content[10], 5);
  EXPECT_EQ(host, std::vector<int>(n, 5));
}

TEST(BufferMemoryAcrossDevices, ContentGoesFromDeviceToDevice) {
  const auto devices = runtime::devices();
  std::vector<int> host(10'000, 1);
  const auto o = std::make_shared<MemoryObject>(host.size() * sizeof(int), HostMemory{host.data(), false, false, {}});
  std::vector<std::shared_ptr<Queue>> queues;
  for (const auto &device : devices)
    queues.push_back(runtime::make_queue(device->platform()->default_context(), device));
  for (int round = 0; round < 3; ++round)
    for (std::size_t d = 0; d < queues.size(); ++d) {
      Queue &q = *queues[d];
      int *const data = static_cast<int *>(o->reserve(q.device().get(), AccessKind::write).base);
      const int value = round * 100 + static_cast<int>(d);
      runtime::submit_with(
          std::array{Requirement{o, 0, o->size(), AccessKind::write, false}}, q, {},
          [&](Events events) { return q.fill(data + d, std::as_bytes(std::span(&value, 1)), 1, events); });
    }
  o->read_on_host();
  for (std::size_t d = 0; d < queues.size(); ++d)
    EXPECT_EQ(host[d], 200 + static_cast<int>(d));
  EXPECT_EQ(host.back(), 1);
}

} // namespace
} // namespace weft::test

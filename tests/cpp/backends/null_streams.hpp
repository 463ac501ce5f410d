// Queues over the streams of the null device, which do their work as late as they may, and a kernel that notes when it
// ran.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backends/null/kernels.hpp"
#include "codegen/codegen.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::runtime::test {

inline const bool enabled = setenv("WEFT_NULL", "1", 1) == 0;

using Order = std::vector<int>;

struct NoteArgs {
  Order *order;
  std::int64_t number;
};

/// A kernel that writes down that it ran.
inline const Kernel &note_kernel() {
  static const Kernel kernel = [] {
    null::run_kernels_as("note", [](std::span<const std::byte> bytes, const NdRange &) {
      NoteArgs args;
      std::memcpy(&args, bytes.data(), sizeof args);
      args.order->push_back(int(args.number));
    });
    codegen::KernelInfo info;
    info.name = info.pretty = "note";
    info.args_size = sizeof(NoteArgs);
    auto module =
        std::make_shared<codegen::KernelModule>(hash_text("note"), [] { return codegen::Bytes(); }, std::vector{info});
    return Kernel{module, &module->kernels().front()};
  }();
  return kernel;
}

struct Streams : testing::Test {
  std::shared_ptr<Device> device = select("null");
  std::shared_ptr<Context> context = device->platform()->default_context();
  Order order;

  std::shared_ptr<Queue> make(QueueProperties properties = {}) { return make_queue(context, device, properties); }

  Launch launch(const NoteArgs &args, std::shared_ptr<const void> held = {}) {
    return {.kernel = note_kernel(), .range = {}, .args = std::as_bytes(std::span(&args, 1)), .keep_alive = held};
  }
  Event note(Queue &queue, int number, Events events = {}) {
    const NoteArgs args{&order, number};
    return queue.launch(launch(args), events);
  }
  Event note_internal(Queue &queue, int number) {
    const NoteArgs args{&order, number};
    return queue.submit_internal(launch(args));
  }
  template <class T> std::shared_ptr<T> memory(std::size_t count, AllocationKind kind = AllocationKind::device) {
    return {static_cast<T *>(allocate(count * sizeof(T), 0, kind, device, context)), [](T *p) { deallocate(p); }};
  }
};

} // namespace weft::runtime::test

// Streams as in-order command queues, markers as their events.
#pragma once

#include "backends/opencl/driver.hpp"
#include "runtime/streams/driver.hpp"

namespace weft::opencl {

class OpenclDevice;
struct OpenclStream;

class OpenclStreams final : public runtime::StreamDriver {
public:
  OpenclStreams(OpenclDevice &, runtime::StagePool &);

  bool usable() const noexcept override { return find_driver() != nullptr; }
  bool enter() override { return false; }
  void leave() noexcept override {}

  runtime::StreamHandle make_stream(runtime::Priority) override;
  void destroy(runtime::StreamHandle, bool finish) noexcept override;
  runtime::Outcome query(runtime::StreamHandle) override;
  runtime::Outcome synchronize(runtime::StreamHandle) override;

  runtime::MarkerHandle make_marker(bool timing) override;
  void destroy(runtime::MarkerHandle) noexcept override;
  void record(runtime::MarkerHandle, runtime::StreamHandle) override;
  bool record_all(runtime::MarkerHandle) override;
  runtime::Outcome query(runtime::MarkerHandle) override;
  runtime::Outcome synchronize(runtime::MarkerHandle) override;
  double nanoseconds(runtime::MarkerHandle from, runtime::MarkerHandle to) override;

  void wait(runtime::StreamHandle, runtime::MarkerHandle) override;

  void copy(runtime::StreamHandle, void *to, const void *from, std::size_t bytes) override;
  void fill(runtime::StreamHandle, void *to, std::uint32_t word, unsigned width, std::size_t count) override;
  // Hints, which implementations refuse or want a queue for.
  void prefetch(runtime::StreamHandle, const void *, std::size_t) override {}
  void advise(const void *, std::size_t, int) override {}

  runtime::LaunchShape shape(const runtime::Launch &, const runtime::Executable &) override;
  void launch(runtime::StreamHandle, const runtime::Launch &, const runtime::Executable &,
              const runtime::LaunchShape &) override;

  std::string describe_failure(runtime::Outcome) override;

private:
  OpenclDevice &device_;
};

} // namespace weft::opencl

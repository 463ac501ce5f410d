// What a CPU queue runs: kernels, copies and fills, each shared among threads.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/cpu/pool.hpp"
#include "runtime/queue.hpp"
#include "runtime/task.hpp"

namespace weft::cpu {

/// A task whose units the pool's threads share.
class SharedTask : public runtime::Task, public Job {
protected:
  explicit SharedTask(Pool &pool) : pool_(pool) {}
  void begin(std::uint64_t units, CostEstimate &, bool ends) noexcept;
  void run_all_here(std::uint64_t units) noexcept;

  /// Runs units [first, last). An exception or a fault ends the task, as soon as all threads left it, with an error.
  virtual void work(std::uint64_t first, std::uint64_t last) = 0;

private:
  void starting() noexcept final { mark_running(); }
  void run_units(std::uint64_t first, std::uint64_t last) noexcept final;
  void all_done() noexcept final;
  void fail(std::exception_ptr) noexcept;

  Pool &pool_;
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
};

class LaunchTask final : public SharedTask {
public:
  LaunchTask(Pool &, const runtime::Launch &, std::shared_ptr<runtime::Executable>, bool ends);

private:
  void start() noexcept override;
  void work(std::uint64_t first, std::uint64_t last) override;
  void call(std::uint64_t first, std::uint64_t last, std::byte *scratch);
  void by_turns();
  std::string name() const override;
  void release() noexcept override;

  struct FreeAligned {
    void operator()(std::byte *block) const noexcept;
  };

  static constexpr std::size_t most_inside = 256, inside_alignment = 16;

  runtime::Kernel kernel_;
  std::shared_ptr<CpuExecutable> executable_;
  std::shared_ptr<const void> keep_alive_;
  codegen::cpu::LaunchInfo info_;
  bool ends_;
  std::uint64_t units_ = 1;
  std::size_t local_bytes_ = 0, context_bytes_ = 0;
  std::unique_ptr<std::byte, FreeAligned> large_args_;
  alignas(inside_alignment) std::array<std::byte, most_inside> args_;
};

class CopyTask final : public SharedTask {
public:
  CopyTask(Pool &, void *to, const void *from, std::size_t bytes);

private:
  void start() noexcept override;
  void work(std::uint64_t first, std::uint64_t last) override;
  std::string name() const override;

  std::byte *to_;
  const std::byte *from_;
  std::size_t bytes_, unit_;
};

class FillTask final : public SharedTask {
public:
  FillTask(Pool &, void *to, std::span<const std::byte> pattern, std::size_t count);

private:
  void start() noexcept override;
  void work(std::uint64_t first, std::uint64_t last) override;
  std::string name() const override;

  std::byte *to_;
  std::size_t bytes_, unit_;
  std::vector<std::byte> block_; ///< the pattern, repeated to some length that pays
};

} // namespace weft::cpu

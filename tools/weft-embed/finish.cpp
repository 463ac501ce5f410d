// Takes every kernel through the finalizers, for each machine and each way it may be launched first.
#include "finish.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>
#include <memory>

#include "codegen/build_identity.hpp"
#include "codegen/codegen.hpp"
#include "codegen/finished_code.hpp"
#include "codegen/finished_targets.hpp"
#include "codegen/packed.hpp"
#include "ptxas.hpp"
#include "support/error.hpp"
#include "support/side_by_side.hpp"

namespace weft::embed {

namespace {

using codegen::Binary;
using codegen::Bytes;
using codegen::FinishedKernel;
using codegen::KernelInfo;
using codegen::KernelModule;
using codegen::Specialization;
using LocalSize = std::array<std::uint32_t, 3>;

/// The sizes of work-groups that programs use most, by dimensions, the fastest first: CPU code is made for one.
std::vector<LocalSize> usual_sizes(const KernelInfo &kernel) {
  switch (kernel.dims) {
  case 1:
    return {{32, 1, 1}, {64, 1, 1}, {128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
  case 2:
    return {{8, 8, 1}, {16, 16, 1}, {32, 8, 1}, {32, 32, 1}};
  default:
    return {{4, 4, 4}, {8, 8, 8}};
  }
}

std::vector<Specialization> for_cpus(const KernelInfo &kernel) {
  std::vector<LocalSize> sizes{{0, 0, 0}};
  if (kernel.form == codegen::LaunchForm::nd_range) {
    sizes = usual_sizes(kernel);
    if (kernel.local[0] != 0)
      sizes = {{kernel.local[0], kernel.local[1], kernel.local[2]}};
  }
  std::vector<Specialization> all(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    all[i].local = sizes[i];
  return all;
}

/// Pointers into allocations of their own and whole sub-groups, as most launches have them, and any.
std::vector<Specialization> for_gpus(const KernelInfo &kernel) {
  Specialization usual;
  usual.whole_sub_groups = kernel.uses_sub_groups;
  if (kernel.pointer_words != KernelInfo::any_word && std::popcount(kernel.pointer_words) > 1)
    usual.distinct = codegen::offsets_of(kernel.pointer_words);
  const bool any_is_usual = !usual.whole_sub_groups && usual.distinct.empty();
  return any_is_usual ? std::vector{usual} : std::vector{usual, Specialization()};
}

/// What one call of a finalizer or two makes.
struct Job {
  const KernelInfo *kernel;
  Specialization specialization;
  const codegen::CpuLevel *level; ///< null: a GPU
  codegen::GpuArchitecture gpu;
};

struct Made {
  FinishedKernel kernel;
  Bytes packed;
};

class Finishing {
public:
  Finishing(const KernelModule &module, const Machines &machines) : module_(module) {
    for (const KernelInfo &kernel : module.kernels())
      if (kernel.imports.empty()) // others are whole once their program is loaded
        add(kernel, machines);
    made_.resize(jobs_.size());
    failures_.resize(jobs_.size());
  }

  Bytes run() {
    side_by_side(jobs_.size(), [this](std::size_t at) { work(at); });
    codegen::FinishedCode code{codegen::build_identity(), module_.hash(), {}};
    for (auto &of_job : made_)
      for (Made &made : of_job) {
        made.kernel.packed = made.packed;
        code.kernels.push_back(made.kernel);
      }
    tell_failures();
    return code.serialize();
  }

private:
  void add(const KernelInfo &kernel, const Machines &machines) {
    for (const std::string &name : machines.cpu_levels)
      for (const Specialization &specialization : for_cpus(kernel))
        jobs_.push_back({&kernel, specialization, &codegen::cpu_level(name), {}});
    for (const unsigned number : machines.gpus) {
      const auto *const known =
          std::ranges::find(codegen::gpu_architectures, number, &codegen::GpuArchitecture::number);
      if (known == codegen::gpu_architectures.end())
        throw Error(Errc::invalid, "sm_{} is no architecture that Weft knows", number);
      for (const Specialization &specialization : for_gpus(kernel))
        jobs_.push_back({&kernel, specialization, nullptr, *known});
    }
  }

  void work(std::size_t at) {
    try {
      made_[at] = jobs_[at].level != nullptr ? for_cpu(jobs_[at]) : for_gpu(jobs_[at]);
    } catch (const std::exception &error) {
      failures_[at] = error.what();
    }
  }

  static Made pack(const Job &job, const Binary &binary, std::vector<std::string> targets) {
    const Bytes bytes = binary.serialize();
    return {{job.kernel->name, std::move(targets), job.specialization, bytes.size(), {}}, codegen::pack(bytes)};
  }

  /// Mostly the same code whether gathers are fast or not.
  std::vector<Made> for_cpu(const Job &job) const {
    const auto finalize = [&](bool gathers) {
      return codegen::codegen()
          .finalizer({.name = "cpu", .level = job.level->name, .gathers = gathers})
          ->finalize(module_, job.kernel->name, job.specialization);
    };
    const auto target = [&](bool gathers) { return codegen::finished_cpu_target(*job.level, gathers); };
    const Binary fast = finalize(true), slow = finalize(false);
    if (fast.serialize() == slow.serialize())
      return {pack(job, fast, {target(true), target(false)})};
    return {pack(job, fast, {target(true)}), pack(job, slow, {target(false)})};
  }

  std::vector<Made> for_gpu(const Job &job) const {
    constexpr unsigned oldest_driver = 80; // of CUDA 12.0
    const auto finalizer = codegen::codegen().finalizer(
        {.name = "nvptx", .architecture = job.gpu.number, .version = std::max(oldest_driver, job.gpu.ptx)});
    Binary binary = finalizer->finalize(module_, job.kernel->name, job.specialization);
    std::vector<Made> made;
    if (!ptxas_.empty())
      if (auto cubin = assemble(ptxas_, binary.image, job.gpu.number)) {
        Binary assembled = binary;
        assembled.image = std::move(*cubin);
        made.push_back(pack(job, assembled, {codegen::finished_gpu_target(job.gpu.number, true)}));
      }
    binary.image.push_back(std::byte{0}); // as the driver reads it
    made.push_back(pack(job, binary, {codegen::finished_gpu_target(job.gpu.number, false)}));
    return made;
  }

  /// Once for each kernel and machine.
  void tell_failures() const {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const bool told = i != 0 && !failures_[i - 1].empty() && jobs_[i].kernel == jobs_[i - 1].kernel &&
                        jobs_[i].level == jobs_[i - 1].level && jobs_[i].gpu.number == jobs_[i - 1].gpu.number;
      if (failures_[i].empty() || told)
        continue;
      const std::string machine =
          jobs_[i].level != nullptr ? std::string(jobs_[i].level->name) : fmt::format("sm_{}", jobs_[i].gpu.number);
      std::fprintf(stderr, "weft-embed: note: %s is not finished for %s: %s\n", jobs_[i].kernel->pretty.c_str(),
                   machine.c_str(), failures_[i].c_str());
    }
  }

  const KernelModule &module_;
  const std::string ptxas_ = find_ptxas();
  std::vector<Job> jobs_;
  std::vector<std::vector<Made>> made_;
  std::vector<std::string> failures_;
};

} // namespace

Bytes finish(const KernelModule &module, const Machines &machines) {
  return Finishing(module, machines).run();
}

} // namespace weft::embed

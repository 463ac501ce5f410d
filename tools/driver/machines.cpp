// Reads targets, architectures and the options of DPC++'s compilers behind them.
#include "machines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "codegen/finished_targets.hpp"

namespace weft::driver {
namespace {

using namespace std::string_view_literals;
using codegen::GpuArchitecture;

constexpr std::string_view gpu_prefix = "nvidia_gpu_", arch_prefix = "sm_";

/// What every object serves, compiled where it runs.
constexpr std::array compiled_there = {"nvptx64-nvidia-cuda"sv, "spir64"sv, "x86_64-unknown-linux-gnu"sv};
constexpr std::array cpu_targets = {"native_cpu"sv, "spir64_x86_64"sv};

/// Names of instruction sets that Intel's ahead-of-time compiler for CPUs takes, and the level that has them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> instruction_sets{{{"avx2", "x86-64-v3"},
                                                                                         {"x86-64-v3", "x86-64-v3"},
                                                                                         {"avx512", "x86-64-v4"},
                                                                                         {"x86-64-v4", "x86-64-v4"},
                                                                                         {"skx", "x86-64-v4"}}};

template <class List> bool holds(const List &list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// 90 of sm_90, and of sm_90a, whose further instructions nothing here uses.
unsigned architecture(std::string_view name, const std::vector<std::string> &words) {
  const std::string_view digits = name.substr(arch_prefix.size());
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
  const std::string_view rest(end, digits.end());
  const bool known = std::ranges::any_of(codegen::gpu_architectures,
                                         [=](const GpuArchitecture &known) { return known.number == number; });
  if (error == std::errc() && known && (rest.empty() || rest == "a" || rest == "f"))
    return number;
  std::vector<std::string> names;
  for (const GpuArchitecture &known : codegen::gpu_architectures)
    names.push_back(fmt::format("sm_{}", known.number));
  throw std::runtime_error(fmt::format("'{}': there is no code for {}; NVIDIA's GPUs that Weft makes code for are {}",
                                       fmt::join(words, " "), name, fmt::join(names, ", ")));
}

template <class T> void add(std::vector<T> &list, const T &value) {
  if (std::ranges::find(list, value) == list.end())
    list.push_back(value);
}

/// Calls `each` for the parts of a list with commas; true where all calls were.
template <class Each> bool for_all(std::string_view list, const Each &each) {
  bool all = true;
  for (const auto part : std::views::split(list, ','))
    all &= each(std::string_view(part.begin(), part.end()));
  return all;
}

} // namespace

bool Machines::take(std::string_view flag, const std::vector<std::string> &words) {
  if (flag == "-fsycl-targets=")
    return take_targets(std::string_view(words[0]).substr(flag.size()));
  if (flag == "--offload-arch=" || flag == "--cuda-gpu-arch=")
    return take_architectures(std::string_view(words[0]).substr(flag.size()), words);
  std::istringstream options(words.back());
  bool all = true;
  for (std::string option; options >> option;)
    all &= take_option(option, words);
  return all;
}

bool Machines::take_targets(std::string_view list) {
  return for_all(list, [&](std::string_view target) {
    if (holds(cpu_targets, target))
      return wants_cpus_ = true;
    if (target.starts_with(gpu_prefix))
      return take_architectures(target.substr(gpu_prefix.size()), {"-fsycl-targets=" + std::string(list)});
    return holds(compiled_there, target);
  });
}

bool Machines::take_architectures(std::string_view list, const std::vector<std::string> &words) {
  return for_all(list, [&](std::string_view name) {
    if (!name.starts_with(arch_prefix)) {
      if (words[0].ends_with("=nvptx64-nvidia-cuda"))
        throw std::runtime_error(fmt::format("'{}': {} is no GPU of NVIDIA's", fmt::join(words, " "), name));
      return false;
    }
    add(gpus_, architecture(name, words));
    return true;
  });
}

bool Machines::take_option(std::string_view option, const std::vector<std::string> &words) {
  for (const std::string_view name : {"--offload-arch="sv, "--cuda-gpu-arch="sv})
    if (option.starts_with(name))
      return take_architectures(option.substr(name.size()), words);
  constexpr std::string_view instructions = "-march=";
  if (!option.starts_with(instructions))
    return false;
  const auto *const known = std::ranges::find(instruction_sets, option.substr(instructions.size()),
                                              &std::pair<std::string_view, std::string_view>::first);
  if (known == instruction_sets.end())
    return false;
  add(cpu_levels_, std::string(known->second));
  return true;
}

std::vector<std::string> Machines::for_embed() const {
  std::vector<std::string> words;
  if (wants_cpus_)
    for (const codegen::CpuLevel &level : codegen::cpu_levels)
      if (cpu_levels_.empty() || holds(cpu_levels_, level.name))
        words.insert(words.end(), {"--cpu", std::string(level.name)});
  for (const unsigned gpu : gpus_)
    words.insert(words.end(), {"--gpu", std::to_string(gpu)});
  return words;
}

} // namespace weft::driver

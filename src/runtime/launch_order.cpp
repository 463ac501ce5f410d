// Expects kernels in the order of their module, or against it, and compiles those that are expected.
#include "runtime/launch_order.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codegen/index_checks.hpp"
#include "runtime/compilation.hpp"
#include "runtime/requirements.hpp"
#include "support/env.hpp"
#include "support/explain.hpp"
#include "support/fork.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

using codegen::KernelInfo;
using codegen::Specialization;

struct Expected {
  std::shared_ptr<Device> device;
  Kernel kernel;
  Specialization specialization;
};

/// How far launches have come in a module.
struct Progress {
  std::ptrdiff_t last = -1; ///< the kernel that was launched for the first time last
  std::ptrdiff_t step = 1;  ///< or -1: compilers put what templates make into a module either way
  std::size_t in_order = 0; ///< launches that came as expected
  std::vector<bool> launched, expected;
  std::map<std::size_t, Hash> guesses; ///< specialisations of those that are expected
};

struct Order {
  const bool wanted = env::flag("WEFT_COMPILE_AHEAD", true);
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  Mutex mutex;
  std::unordered_map<SlotKey, Progress, SlotKeyHash> by_module;
  std::deque<Expected> expected;
  std::size_t threads = 0; ///< that compile those

  Order() {
    at_fork([] {},
            [this] {
              const std::lock_guard lock(mutex);
              expected.clear();
              threads = 0;
              for (auto &[module, progress] : by_module)
                progress.expected.assign(progress.expected.size(), false);
            });
  }
};

Order &order() {
  static constinit Lazy<Order> instance;
  return instance.get();
}

/// What the first launch of `info` is likely to ask for after one of `before` that asked for `asked`.
std::optional<Specialization> expected_of(const KernelInfo &info, const KernelInfo &before,
                                          const Specialization &asked) {
  if (info.form != before.form || info.dims != before.dims || !info.imports.empty() || !info.constants.empty())
    return std::nullopt;
  for (std::size_t d = 0; d < asked.local.size(); ++d)
    if (info.local[d] != 0 && info.local[d] != asked.local[d])
      return std::nullopt;
  Specialization expected = asked;
  std::erase_if(expected.constants, [](const auto &constant) { return constant.name != codegen::check_indices; });
  std::erase_if(expected.baked, [&](const auto &baked) { return std::ranges::count(info.bakeable, baked.field) == 0; });
  return expected;
}

/// One of the threads that compile, from when it is asked for until it is gone.
struct Thread {
  Thread() = default;
  ~Thread() {
    Order &all = order();
    const std::lock_guard lock(all.mutex);
    all.threads -= all.threads != 0;
  }
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
};

std::optional<Expected> take() {
  Order &all = order();
  const std::lock_guard lock(all.mutex);
  if (all.expected.empty())
    return std::nullopt;
  Expected first = std::move(all.expected.front());
  all.expected.pop_front();
  return first;
}

void compile_here(const Claim &claim) {
  try {
    prepare_to_compile();
  } catch (...) {
    give_up(claim);
    throw;
  }
  fill_from_compiler(claim);
}

bool compile_next() {
  const auto expected = take();
  if (!expected)
    return false;
  try {
    const auto [claim, mine] = claim_slot(*expected->device, expected->kernel, expected->specialization);
    if (mine && !fill_with_finished(claim))
      compile_here(claim);
  } catch (const std::exception &error) {
    explain("cache", "{} is not made ahead: {}", expected->kernel.info->pretty, error.what());
  }
  return true;
}

/// How many threads are to be begun for what is expected.
std::size_t threads_to_begin(Order &all) {
  const std::size_t wanted = std::min(all.processors, all.expected.size());
  const std::size_t more = wanted - std::min(wanted, all.threads);
  all.threads += more;
  return more;
}

void advance(Progress &progress, std::size_t index, const Hash &asked) {
  constexpr std::ptrdiff_t most_left_out = 3;
  std::ptrdiff_t distance = (static_cast<std::ptrdiff_t>(index) - progress.last) * progress.step;
  if (distance < 0 && progress.in_order == 0) {
    progress.step = -progress.step;
    distance = -distance;
  }
  const auto guess = progress.guesses.find(index);
  const bool as_expected =
      distance > 0 && distance <= 1 + most_left_out && (guess == progress.guesses.end() || guess->second == asked);
  progress.in_order = as_expected ? progress.in_order + 1 : 0;
  progress.last = static_cast<std::ptrdiff_t>(index);
  progress.launched[index] = true;
  progress.guesses.erase(index);
}

void expect_more(Order &all, Progress &progress, const Claim &launched) {
  constexpr std::size_t enough_to_tell = 3, most_per_processor = 4;
  if (progress.in_order < enough_to_tell)
    return;
  const auto &kernels = launched.kernel.module->kernels();
  const std::size_t reach = std::min(progress.in_order, most_per_processor * all.processors);
  std::ptrdiff_t next = progress.last;
  for (std::size_t n = 0; n < reach; ++n) {
    next += progress.step;
    if (next < 0 || next >= std::ssize(kernels))
      return;
    const auto i = static_cast<std::size_t>(next);
    if (progress.launched[i] || progress.expected[i])
      continue;
    progress.expected[i] = true;
    const auto expected = expected_of(kernels[i], *launched.kernel.info, launched.specialization);
    if (!expected || !missing_requirement(kernels[i], launched.device->info()).empty())
      continue;
    progress.guesses.emplace(i, expected->hash());
    all.expected.push_back({launched.device, {launched.kernel.module, &kernels[i]}, *expected});
  }
}

} // namespace

void note_order(const Claim &claim) {
  constexpr std::size_t few_kernels = 4;
  const auto &kernels = claim.kernel.module->kernels();
  if (kernels.size() < few_kernels || claim.device->code_traits().compiles_ahead)
    return;
  Order &all = order();
  if (!all.wanted)
    return;
  const auto index = static_cast<std::size_t>(claim.kernel.info - kernels.data());
  std::size_t more = 0;
  {
    const std::lock_guard lock(all.mutex);
    Progress &progress = all.by_module[{claim.device.get(), claim.kernel.module->hash()}];
    progress.launched.resize(kernels.size());
    progress.expected.resize(kernels.size());
    if (progress.launched[index])
      return;
    advance(progress, index, claim.specialization.hash());
    expect_more(all, progress, claim);
    more = threads_to_begin(all);
  }
  for (; more != 0; --more)
    make_in_background(1, [thread = std::make_shared<const Thread>()] { return compile_next(); });
}

void forget_order() {
  Order &all = order();
  const std::lock_guard lock(all.mutex);
  all.by_module.clear();
  all.expected.clear();
}

} // namespace weft::runtime

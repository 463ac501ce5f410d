// Makes kernels ahead: what earlier processes launched comes from disk, what programs carry from there, the rest is
// compiled as launches are likely to ask.
#include "runtime/make_ahead.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>
#include <unordered_map>

#include "runtime/disk_cache.hpp"
#include "runtime/finished_code.hpp"
#include "runtime/kernel_cache.hpp"
#include "support/env.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

using codegen::Specialization;

/// A specialisation that launches asked for, and the one whose code served them: the same, or one that assumes less.
struct Served {
  Hash asked, by;
  bool operator==(const Served &) const = default;
};

/// For a specialisation that was not there.
struct Requests {
  int count = 0;
  bool answered = false; ///< it was tried to compile it
};

/// What is known of a kernel that is made ahead, or that its program carries.
struct Known {
  bool made_ahead = false;
  std::vector<Specialization> finished; ///< what the program carries
  std::optional<Specialization> likely; ///< once it is being compiled
  std::vector<Served> elsewhere;        ///< of processes before this one
  std::map<Hash, Requests> requests;
};

struct KnownKernels {
  Mutex mutex;
  Mutex note_mutex; ///< while one is added to those on disk
  std::unordered_map<SlotKey, Known, SlotKeyHash> by_kernel;
};

KnownKernels &known_kernels() {
  static constinit Lazy<KnownKernels> instance;
  return instance.get();
}

SlotKey key_of(Device &device, const Kernel &kernel) {
  return {&root_of(device), hash_of(kernel)};
}

/// What a kernel was launched with, on disk.
class Launched {
public:
  Launched(const Device &device, const Kernel &kernel)
      : name_(combine(hash_text("launched and served"), combine(hash_of(kernel), disk_key(device)))) {
    const auto content = disk_ == nullptr ? std::nullopt : disk_->load(name_);
    if (!content || content->size() % sizeof(Served) != 0)
      return;
    all_.resize(content->size() / sizeof(Served));
    std::memcpy(all_.data(), content->data(), content->size());
  }

  const std::vector<Served> &all() const & noexcept { return all_; }
  std::vector<Served> all() && noexcept { return std::move(all_); } // the object goes, what was in it stays

  /// The one that served before gives way.
  void add(const Served &served) {
    constexpr std::size_t most = 4;
    if (disk_ == nullptr || std::ranges::find(all_, served) != all_.end())
      return;
    std::erase_if(all_, [&](const Served &other) { return other.asked == served.asked; });
    all_.insert(all_.begin(), served);
    all_.resize(std::min(all_.size(), most));
    disk_->store(name_, std::as_bytes(std::span(all_)));
  }

private:
  DiskCache *disk_ = default_disk_cache();
  Hash name_;
  std::vector<Served> all_;
};

void note(Device &device, const Kernel &kernel, const Served &served) {
  const std::lock_guard lock(known_kernels().note_mutex);
  Launched(device, kernel).add(served);
}

/// What a first launch is likely to ask for.
Specialization likely(const Device &device, const Kernel &kernel) {
  Specialization specialization;
  if (device.code_traits().by_group_size)
    std::ranges::copy(kernel.info->local, specialization.local.begin());
  else
    specialization.whole_sub_groups = kernel.info->uses_sub_groups;
  const std::uint64_t words = kernel.info->pointer_words;
  if (device.code_traits().by_distinct_pointers && words != codegen::KernelInfo::any_word &&
      !std::has_single_bit(words))
    specialization.distinct = codegen::offsets_of(words);
  return specialization;
}

/// Kernels that background threads make one by one.
class Ahead {
public:
  Ahead(std::shared_ptr<Device> device, std::vector<Kernel> kernels)
      : device_(std::move(device)), kernels_(std::move(kernels)) {}

  /// The next kernel, by `make(device, kernel)`; false where none is left.
  template <class Make> bool next(Make make) noexcept {
    const std::size_t at = next_++;
    if (at >= kernels_.size())
      return false;
    try {
      make(*device_, kernels_[at]);
      return true;
    } catch (const std::exception &error) {
      explain("cache", "{} is not made ahead: {}", kernels_[at].info->pretty, error.what());
      return false;
    }
  }

private:
  std::shared_ptr<Device> device_;
  std::vector<Kernel> kernels_;
  std::atomic<std::size_t> next_{0};
};

void load_launched(Device &device, const Kernel &kernel) {
  for (const Served &served : Launched(device, kernel).all()) {
    const auto [claim, mine] = claim_slot(device, kernel, served.by);
    if (mine && !fill_with_finished(claim))
      give_up(claim);
  }
}

void compile_likely(Device &device, const Kernel &kernel) {
  prepare_to_compile();
  const Specialization specialization = likely(device, kernel);
  const auto [claim, mine] = claim_slot(device, kernel, specialization);
  {
    KnownKernels &known = known_kernels();
    const std::lock_guard lock(known.mutex);
    known.by_kernel[key_of(device, kernel)].likely = specialization;
  }
  if (!mine)
    return;
  if (!fill_with_finished(claim))
    fill_from_compiler(claim);
  if (claim.slot->executable() != nullptr)
    note_launched(claim);
}

void load_carried(Device &device, const Kernel &kernel) {
  const auto finished = finished_for(device, hash_of(kernel));
  if (finished.empty())
    return;
  const auto [claim, mine] = claim_slot(device, kernel, finished.front());
  if (mine && !fill_with_finished(claim))
    give_up(claim);
}

/// What is known of a kernel; null where nothing is. `all` is locked.
Known *find_known(KnownKernels &all, Device &device, const Kernel &kernel) {
  static constinit Lazy<bool> wanted;
  const SlotKey key = key_of(device, kernel);
  if (const auto found = all.by_kernel.find(key); found != all.by_kernel.end())
    return &found->second;
  if (!has_finished() || !wanted.get([] { return env::flag("WEFT_COMPILE_AHEAD", true); }))
    return nullptr;
  std::vector<Specialization> finished = finished_for(root_of(device), hash_of(kernel));
  if (finished.empty())
    return nullptr;
  Known &known = all.by_kernel[key];
  known.finished = std::move(finished);
  return &known;
}

bool is_carried(const Known &known, const Hash &asked) {
  return std::ranges::any_of(known.finished, [&](const Specialization &s) { return s.hash() == asked; });
}

/// The specialisation whose code serves launches that ask for another one, and the requests for that one with this.
struct Serving {
  Hash by;
  Requests requests;
  bool carried; ///< by the program, which need not be noted for the next process
};

std::optional<Serving> find_serving(Device &device, const Kernel &kernel, const Specialization &asked) {
  const Hash hash = asked.hash();
  KnownKernels &all = known_kernels();
  const std::lock_guard lock(all.mutex);
  Known *const found = find_known(all, device, kernel);
  if (found == nullptr)
    return std::nullopt;
  Known &known = *found;
  const auto carried = std::ranges::find_if(
      known.finished, [&](const Specialization &less) { return serves(device.code_traits(), less, asked); });
  std::optional<Hash> by;
  if (carried != known.finished.end())
    by = carried->hash();
  if (known.likely && serves(device.code_traits(), *known.likely, asked))
    by = known.likely->hash();
  for (const Served &served : known.elsewhere)
    if (served.asked == hash)
      by = served.by;
  if (!by || *by == hash || is_carried(known, hash))
    return std::nullopt;
  Requests &requests = known.requests[hash];
  ++requests.count;
  return Serving{*by, requests, carried != known.finished.end() && carried->hash() == *by};
}

void set_answered(const Claim &claim) {
  KnownKernels &all = known_kernels();
  const std::lock_guard lock(all.mutex);
  all.by_kernel[key_of(*claim.device, claim.kernel)].requests[claim.specialization.hash()].answered = true;
}

std::atomic<std::uint64_t> ended{0};

/// Gives up where nobody came to fill it, as when the process ends.
struct ToCompile {
  Claim claim;

  explicit ToCompile(Claim c) : claim(std::move(c)) {}
  ~ToCompile() {
    if (!claim.slot->finished())
      end([this] { give_up(claim); });
  }
  ToCompile(const ToCompile &) = delete;
  ToCompile &operator=(const ToCompile &) = delete;

  template <class Finish> void end(Finish finish) {
    finish();
    ended.fetch_add(1, std::memory_order_release);
  }
};

void compile_in_background(Claim claim) {
  set_answered(claim);
  const auto shared = std::make_shared<ToCompile>(std::move(claim));
  make_in_background(1, [shared] {
    try {
      prepare_to_compile();
    } catch (const std::exception &error) { // no code generator: what stands in goes on to
      explain("cache", "{} is not compiled beside the program: {}", shared->claim.kernel.info->pretty, error.what());
      return false;
    }
    shared->end([&] { fill_from_compiler(shared->claim); });
    if (shared->claim.slot->executable() != nullptr)
      note_launched(shared->claim);
    return false;
  });
}

} // namespace

bool serves(const CodeTraits &traits, const Specialization &less, const Specialization &asked) {
  const bool any_group = less.local == asked.local || (!traits.by_group_size && less.local[0] == 0);
  const bool any_shape = less.extents == std::array<std::uint32_t, 3>{} || less.extents == asked.extents;
  const bool any_crowd = less.items_per_unit == 0 || less.items_per_unit == asked.items_per_unit;
  return any_group && any_shape && any_crowd && (!less.ids_fit_i32 || asked.ids_fit_i32) &&
         less.has_offset == asked.has_offset && less.folded_groups == asked.folded_groups &&
         (!less.whole_sub_groups || asked.whole_sub_groups) && (!less.few_items || asked.few_items) &&
         less.contract == asked.contract && less.constants == asked.constants &&
         std::ranges::includes(asked.baked, less.baked) && std::ranges::includes(asked.distinct, less.distinct) &&
         std::ranges::includes(asked.repeated, less.repeated) && std::ranges::includes(asked.narrow, less.narrow);
}

void note_launched(const Claim &claim) {
  KnownKernels &all = known_kernels();
  {
    const std::lock_guard lock(all.mutex);
    const auto found = all.by_kernel.find(key_of(*claim.device, claim.kernel));
    if (found == all.by_kernel.end() || !found->second.made_ahead)
      return;
  }
  const Hash specialization = claim.specialization.hash();
  note(*claim.device, claim.kernel, {specialization, specialization});
}

void forget_made_ahead() {
  KnownKernels &all = known_kernels();
  const std::lock_guard lock(all.mutex);
  all.by_kernel.clear();
}

StandIn stand_in(Device &device, const Kernel &kernel, const Specialization &asked) {
  const auto serving = find_serving(device, kernel, asked);
  if (!serving)
    return {};
  const auto &[by, requests, carried] = *serving;
  bool better_comes = requests.answered;
  const ExitDelay delay;
  if (!requests.answered) {
    auto [claim, mine] = claim_slot(device, kernel, asked);
    if (mine && fill_with_finished(claim))
      return {};
    better_comes = mine && requests.count > 1;
    if (better_comes)
      compile_in_background(std::move(claim));
    else if (mine)
      give_up(claim);
  }
  const auto [claim, mine] = claim_slot(device, kernel, by);
  if (mine && !fill_with_finished(claim))
    give_up(claim);
  claim.slot->wait();
  if (claim.slot->executable() == nullptr)
    return {};
  if (requests.count == 1) {
    explain("cache", "{} runs as it was compiled ahead", kernel.info->pretty);
    if (!carried)
      note(root_of(device), kernel, {asked.hash(), by});
  }
  return {claim.slot, better_comes};
}

std::uint64_t ended_meanwhile() noexcept {
  return ended.load(std::memory_order_acquire);
}

void make_ahead(const std::shared_ptr<Device> &device, std::vector<Kernel> kernels) {
  if (kernels.empty() || !env::flag("WEFT_COMPILE_AHEAD", true))
    return;
  const std::shared_ptr<Device> root = root_of(*device).shared_from_this();
  std::vector<Kernel> unknown;
  for (const Kernel &kernel : kernels) {
    std::vector<Served> served = Launched(*root, kernel).all();
    std::vector<Specialization> finished = finished_for(*root, hash_of(kernel));
    if (served.empty() && finished.empty())
      unknown.push_back(kernel);
    KnownKernels &all = known_kernels();
    const std::lock_guard lock(all.mutex);
    Known &known = all.by_kernel[key_of(*root, kernel)];
    known.made_ahead = true;
    known.elsewhere = std::move(served);
    known.finished = std::move(finished);
  }
  if (has_finished()) {
    const auto carried = std::make_shared<Ahead>(root, kernels);
    make_in_background(1, [carried] { return carried->next(load_carried); });
  }
  const auto known = std::make_shared<Ahead>(root, std::move(kernels));
  make_in_background(1, [known] { return known->next(load_launched); });
  if (unknown.empty())
    return;
  if (::gettid() != ::getpid()) // the process may end under this thread without waiting for it
    prepare_to_compile();
  const std::size_t others = std::max(2u, std::thread::hardware_concurrency()) - 1;
  const std::size_t threads = std::min(others, unknown.size());
  const auto compiled = std::make_shared<Ahead>(root, std::move(unknown));
  make_in_background(threads, [compiled] { return compiled->next(compile_likely); });
}

} // namespace weft::runtime

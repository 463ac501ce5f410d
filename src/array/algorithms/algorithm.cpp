// Memory and launches of algorithms.
#include "array/algorithms/algorithm.hpp"

#include "array/build.hpp"
#include "fuse/device_traits.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {
std::byte *first_element(const Array &x) {
  return static_cast<std::byte *>(x.buffer()->base()) + x.offset() * static_cast<std::ptrdiff_t>(item_size(x.dtype()));
}
} // namespace

const std::byte *Algorithm::read(const Array &x) {
  x.evaluate();
  if (x.buffer()->borrowed)
    borrowed_.push_back(x.buffer()->owner());
  return first_element(x);
}

std::byte *Algorithm::write(const Array &x) {
  fuse::Pending::of(*queue_).evaluate_for_writing(*x.buffer());
  if (x.buffer()->borrowed)
    borrowed_.push_back(x.buffer()->owner());
  return first_element(x);
}

std::byte *Algorithm::temporary(std::size_t bytes) {
  temporaries_.push_back(runtime::allocate_shared(std::max<std::size_t>(bytes, 16), AllocationKind::device, queue_));
  return static_cast<std::byte *>(temporaries_.back().get());
}

bool Algorithm::alone() const noexcept {
  return !fuse::traits_of(*queue_).folds.groups;
}

std::int64_t Algorithm::threads() const noexcept {
  return queue_->device()->info().max_compute_units;
}

void Algorithm::submit(const runtime::Kernel &kernel, const runtime::NdRange &range, std::span<const std::byte> args,
                       std::size_t local_bytes) {
  explain("array", "algorithm {} over {}", kernel.info->pretty, range.global[0]);
  queue_->submit_internal({.kernel = kernel,
                           .range = range,
                           .args = args,
                           .local_bytes = static_cast<std::uint32_t>(local_bytes),
                           .keep_alive = kept()});
}

std::shared_ptr<const void> Algorithm::kept() const {
  return borrowed_.empty() ? nullptr : std::make_shared<const std::vector<std::shared_ptr<const void>>>(borrowed_);
}

void Algorithm::call_library(const char *name, const runtime::LibraryCall &call) {
  queue_->library_call_internal(name, kept(), call);
}

void Algorithm::run_on_host(const char *name, bool brief, std::function<void()> work) {
  explain("array", "algorithm {} by a library of the host", name);
  if (brief && queue_->idle())
    return work();
  queue_->host_task_internal([work = std::move(work), temporaries = temporaries_, borrowed = borrowed_] { work(); });
}

Array apart(const Array &x, const Array &target) {
  x.evaluate();
  target.evaluate();
  const auto *const mine = static_cast<const std::byte *>(x.buffer()->base());
  const auto *const other = static_cast<const std::byte *>(target.buffer()->base());
  const bool shared = mine < other + target.buffer_bytes() && other < mine + x.buffer_bytes();
  return shared ? copy(x, 'C') : x;
}

Array dense(const Array &x, Dtype dtype) {
  return x.dtype() == dtype && x.c_contiguous() ? x : astype(x, dtype, 'C');
}

} // namespace weft::array

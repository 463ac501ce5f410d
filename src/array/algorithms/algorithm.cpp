// Nodes of algorithms, and runs of libraries.
#include "array/algorithms/algorithm.hpp"

#include <optional>

#include "array/build.hpp"
#include "array/overlap.hpp"
#include "fuse/device_traits.hpp"
#include "fuse/plan.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

std::ptrdiff_t first_byte(const Array &x) {
  return x.offset() * static_cast<std::ptrdiff_t>(item_size(x.dtype()));
}

std::byte *first_element(const Array &x) {
  return static_cast<std::byte *>(x.buffer()->base()) + first_byte(x);
}

std::unique_ptr<Expr> expression(fuse::Ref<const fuse::Algorithm> algorithm, Operands operands, Dtype result) {
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::algorithm;
  expr->result = result;
  expr->algorithm = std::move(algorithm);
  for (const Array *operand : operands)
    if (operand != nullptr)
      expr->inputs[expr->arity++] = input_of(*operand, operand->shape());
  return expr;
}

void change_by(const Expr &algorithm, const Array &target) {
  fuse::Buffer &buffer = *target.buffer();
  fuse::Pending::of(*target.queue()).carry_out([&](fuse::Plan &plan) {
    plan.need(buffer);
    plan.before_write(buffer);
    plan.run(algorithm, buffer, first_byte(target));
  });
}

} // namespace

bool works_alone(const Queue &queue) noexcept {
  return !fuse::traits_of(queue).folds.groups;
}

std::int64_t Launches::threads() const noexcept {
  return recording_.queue().device()->info().max_compute_units;
}

bool Launches::groups_together() const noexcept {
  return recording_.queue().device()->runs_groups_together();
}

std::size_t Launches::local_memory() const noexcept {
  return recording_.queue().device()->info().local_mem_size;
}

std::int64_t Launches::sub_groups(std::int64_t size) const noexcept {
  const auto least = static_cast<std::int64_t>(recording_.queue().device()->info().least_sub_group);
  return (size + least - 1) / least;
}

void Launches::run_on_host(const char *name, bool brief,
                           std::function<std::function<void()>(const fuse::Addresses &)> make_work) {
  recording_.call([=, make_work = std::move(make_work)](Queue &queue, const fuse::Addresses &addresses,
                                                        const std::shared_ptr<const void> &kept) {
    explain("array", "algorithm {} by a library of the host", name);
    std::function<void()> work = make_work(addresses);
    if (brief && queue.idle())
      return work();
    queue.host_task_internal([work = std::move(work), kept] { work(); });
  });
}

void Launches::call_library(const char *name, std::function<runtime::LibraryCall(const fuse::Addresses &)> make_call) {
  recording_.call([=, make_call = std::move(make_call)](Queue &queue, const fuse::Addresses &addresses,
                                                        const std::shared_ptr<const void> &kept) {
    queue.library_call_internal(name, kept, make_call(addresses));
  });
}

Array computed_by(fuse::Ref<const fuse::Algorithm> algorithm, Operands operands, const Shape &shape, Dtype dtype,
                  AllocationKind kind) {
  const std::shared_ptr<Queue> &queue = (*operands.begin())->queue();
  return array_of(queue, kind, in_memory(fuse::dense_layout(shape, 'C'), dtype, kind, *queue),
                  expression(std::move(algorithm), operands, dtype));
}

void change_by(fuse::Ref<const fuse::Algorithm> algorithm, Operands operands, const Array &target) {
  change_by(*expression(std::move(algorithm), operands, target.dtype()), target);
}

namespace {

constexpr std::ptrdiff_t result_alignment = 64; ///< In bytes: algorithms may take their result for new memory.

/// The algorithm that makes what is to be assigned, if it may as well write to the target.
std::optional<Expr> algorithm_for(const Array &target, const Array &result) {
  const auto guard = fuse::Pending::of(*target.queue()).lock();
  const fuse::Buffer &made = *result.buffer();
  const bool computed = made.pending() && made.expr()->kind == ExprKind::algorithm;
  if (!computed || result.size() != made.layout->size() || !result.c_contiguous() || !target.c_contiguous() ||
      result.dtype() != target.dtype() || result.dtype() != made.dtype)
    return std::nullopt;
  if (target.buffer()->borrowed || first_byte(target) % result_alignment != 0 ||
      reads_any(made.expr()->operands(), target))
    return std::nullopt;
  return *made.expr();
}

} // namespace

void assign_result(const Array &target, Array result) {
  const std::optional<Expr> algorithm = algorithm_for(target, result);
  if (!algorithm)
    return assign(target, result);
  result = Array();
  change_by(*algorithm, target);
}

const std::byte *LibraryRun::read(const Array &x) {
  x.evaluate();
  if (x.buffer()->borrowed)
    borrowed_.push_back(x.buffer()->owner());
  return first_element(x);
}

std::byte *LibraryRun::write(const Array &x) {
  fuse::Pending::of(*queue_).evaluate_for_writing(*x.buffer());
  if (x.buffer()->borrowed)
    borrowed_.push_back(x.buffer()->owner());
  return first_element(x);
}

std::byte *LibraryRun::temporary(std::size_t bytes) {
  temporaries_.push_back(runtime::allocate_shared(std::max<std::size_t>(bytes, 16), AllocationKind::device, queue_));
  return static_cast<std::byte *>(temporaries_.back().get());
}

void LibraryRun::call(const char *name, const runtime::LibraryCall &call) {
  std::shared_ptr<const void> kept;
  if (!borrowed_.empty())
    kept = std::make_shared<const std::vector<std::shared_ptr<const void>>>(borrowed_);
  queue_->library_call_internal(name, std::move(kept), call);
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

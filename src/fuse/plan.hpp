// What an evaluation will do, as a flat list of steps: taken under the graph's lock, launched once all kernels are
// there.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuse/arguments.hpp"
#include "fuse/graph.hpp"
#include "fuse/kernels.hpp"
#include "fuse/program.hpp"
#include "fuse/recording.hpp"
#include "fuse/recurring.hpp"
#include "fuse/schedule.hpp"
#include "runtime/kernel_cache.hpp"

namespace weft::fuse {

class Pending;

/// Values, and where those of an index space lie beyond what the layout says: at int64 `indices` times `index_stride`.
/// Of several for one element any may stay.
struct Stored {
  Expr *values = nullptr;
  Expr *indices = nullptr; ///< Null: nowhere else, and the stride is 0.
  std::ptrdiff_t index_stride = 0;
};

/// A few things of one kernel, without asking for memory.
template <class T> class Few {
public:
  static constexpr std::size_t most = 8;

  void push_back(T thing) noexcept { things_[count_++] = thing; }
  void clear() noexcept { count_ = 0; }
  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  const T &operator[](std::size_t i) const noexcept { return things_[i]; }
  const T *begin() const noexcept { return things_.data(); }
  const T *end() const noexcept { return things_.data() + count_; }
  operator std::span<const T>() const noexcept { return {things_.data(), count_}; }

private:
  std::array<T, most> things_{};
  std::size_t count_ = 0;
};

/// Lives under the lock of a queue's Pending. Planning changes nothing in the graph: a plan whose kernels are missing
/// is dropped, and taken anew once prepare() has found them. Errors leave buffers whose step was not launched as they
/// were.
class Plan {
public:
  explicit Plan(Pending &);
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  void need(Buffer &);                 ///< It is to be memory.
  void need_with_neighbours(Buffer &); ///< The same, with what one kernel computes beside it for arrays that live.
  void need_all();                     ///< Whatever an array still holds.
  void before_write(Buffer &target);   ///< Whatever reads memory that is written after the plan, or later in it.

  /// Computes expressions, whose index space is the shape of `layout`, into the elements of `target`, which is memory
  /// now or by this plan. The caller sees to overlap.
  void store(const Stored &, const Buffer &target, const Layout &layout, Dtype);

  /// Has an algorithm change memory of now or by this plan, from an element on. Its operands are none of that.
  void run(const Expr &algorithm, Buffer &target, std::ptrdiff_t offset);

  /// True for what is memory now or will be once the plan has run so far.
  bool has(const Buffer &buffer) const noexcept { return !buffer.pending() || buffer.planned == number_; }

  // For partition().
  bool recomputes(const Buffer &) const noexcept; ///< Some kernel, here or before, computes it on the way.
  void computed_on_the_way(Buffer &);
  void explain_later(std::string note) { notes_.push_back(std::move(note)); }

  /// The kernels that are not in memory; without any the plan can be launched.
  std::vector<runtime::Wanted> missing();

  /// Submits the steps one by one; what a step computes is memory from then on.
  void launch();

private:
  enum class Kind { kernel, copy, fill, algorithm, nothing };
  using Buffers = Few<Buffer *>;

  struct Step {
    Step() noexcept {} // a default one would fill the schedule's nodes with zeros first
    Kind kind = Kind::nothing;
    Program program;
    Recurring *recurring = nullptr; ///< Gets the program back.
    Schedule schedule;              ///< Of a recurring program the range and local memory alone.
    std::shared_ptr<const FusedKernel> fused;
    std::shared_ptr<runtime::Executable> executable;
    std::size_t arguments = 0; ///< Where its block begins in Pages::arguments.
    Partials partials;
    std::shared_ptr<Queue> queue;
    Buffers made;
    const Expr *algorithm = nullptr;
    const Buffer *result = nullptr; ///< Of the algorithm.
    RecordedPart recorded;
  };

  /// What steps are written to; a thread keeps the memory from plan to plan.
  struct Pages {
    std::vector<Step> steps;
    std::vector<std::byte> arguments;
    Recorded recorded;
    std::vector<Ref<Buffer>> held; ///< Arrays may let go of them meanwhile.
    std::vector<Program> spare;
    RecurringPrograms recurring;
  };
  static std::unique_ptr<Pages> &kept_pages() noexcept;

  void add(std::span<Buffer *const>);
  bool add_fill(Buffer &);
  bool add_recurring(Buffer &);
  void note_recurring(const Buffer &, std::size_t steps_before);
  bool is_in_use(const Recurring &) const noexcept;
  void record(const Expr &, const Buffer &result, std::ptrdiff_t offset, const Buffers &made);
  void trace_those_left(std::span<Buffer *const>, Buffers &left, Program &);
  bool try_to_trace(std::span<const Root>, const Layout &, Program &);
  Program spare_program();
  bool traced_over_rows(std::span<const Root>, const Layout &, Program &);
  void take_beside(Buffers &made);
  bool is_too_large(std::span<const Root>) const;
  Buffer *heaviest_below(std::span<const Root>) const;
  Buffers group_of(Buffer &first, Buffer *others, Buffer *Buffer::*next);
  bool joins(const Buffers &group, Buffer &other) const;
  void execute(const std::shared_ptr<Queue> &, Program &&, const Buffers &made);
  void execute_in_passes(const std::shared_ptr<Queue> &, const Program &, const Schedule &, const Buffers &made);
  void append(const std::shared_ptr<Queue> &, Kind, Program &&, const Schedule &, Partials, const Buffers &made);
  void write_arguments(Step &, const Schedule &);
  runtime::Launch launch_of(const Step &) const;
  runtime::Launch launch_of(const RecordedLaunch &) const;
  std::span<RecordedLaunch> launches_of(const Step &);
  void launch(Step &);
  void launch_algorithm(const Step &);

  Pending &pending_;
  std::uint64_t number_;
  std::unique_ptr<Pages> held_pages_; ///< A plan that is taken while this one lives has its own.
  Pages &pages_;
  std::vector<std::shared_ptr<const void>> temporaries_; ///< Memory of partial results.
  std::vector<Buffer *> on_the_way_;
  std::vector<Buffer *> beside_; ///< Made by the program last traced, beside its roots.
  std::vector<std::string> notes_;
};

} // namespace weft::fuse

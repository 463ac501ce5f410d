// Weighs keeping against computing again, and lets values share places by their lifetimes.
#include "fuse/kept_steps.hpp"

#include <algorithm>
#include <tuple>

namespace weft::fuse {

namespace {

constexpr std::uint32_t cheap = 4; // about what storing and loading an element costs
constexpr std::uint16_t never = 0xffff;

class Passes {
public:
  explicit Passes(const Program &program)
      : program_(program),
        loads_(program.folds[static_cast<std::size_t>(program.root_fold)].order.mode == FoldMode::groups),
        made_(program.steps.size(), never) {}

  std::vector<KeptStep> kept() {
    for (const std::size_t fold : folds_over_row(program_)) {
      const Step &reduce = program_.steps[program_.folds[fold].step];
      pass(std::span(reduce.inputs.data(), reduce.arity));
    }
    if (stores_along_row(program_))
      pass(program_.output_steps());
    place();
    return std::move(kept_);
  }

private:
  void pass(std::span<const std::uint16_t> roots) {
    for (const std::uint16_t root : roots)
      compute(root);
    ++pass_;
  }

  bool varies(std::uint16_t step) const noexcept { return (program_.steps[step].dims & program_.row) != 0; }

  void compute(std::uint16_t step) {
    if (!varies(step) || made_[step] == pass_)
      return;
    if (made_[step] != never)
      return read_again(step);
    made_[step] = pass_;
    for (std::size_t i = 0; i < program_.steps[step].arity; ++i)
      compute(program_.steps[step].inputs[i]);
  }

  /// Of what a pass before has computed.
  void read_again(std::uint16_t step) {
    if (!varies(step) || made_[step] == pass_)
      return;
    if (is_worth_keeping(step)) {
      const auto found = std::ranges::find(kept_, step, &KeptStep::step);
      if (found == kept_.end())
        kept_.push_back({step, made_[step], pass_, 0});
      else
        found->last = pass_;
      return;
    }
    for (std::size_t i = 0; i < program_.steps[step].arity; ++i)
      read_again(program_.steps[step].inputs[i]);
  }

  bool is_worth_keeping(std::uint16_t step) const {
    const bool only_row = (program_.steps[step].dims & ~(program_.row | program_.dims_of(0))) == 0;
    if (!only_row)
      return false;
    return program_.steps[step].code == Code::load ? loads_ : cost(step) > cheap;
  }

  /// Of computing it from memory for one element.
  std::uint32_t cost(std::uint16_t at) const {
    const Step &step = program_.steps[at];
    if (!varies(at))
      return 0;
    std::uint32_t sum = step.code == Code::call     ? static_cast<std::uint32_t>(ops::info(step.op).cost)
                        : step.code == Code::gather ? gather_cost
                                                    : 0;
    for (std::size_t i = 0; i < step.arity && sum <= cheap; ++i)
      sum += cost(step.inputs[i]);
    return sum;
  }

  /// Largest first, so that every offset is a multiple of the value's size; what is read for the last time in a pass
  /// leaves its place to what that pass makes.
  void place() {
    struct Place {
      std::size_t size;
      std::uint16_t until;
      std::uint32_t offset;
    };
    std::vector<Place> places;
    std::ranges::sort(kept_, [&](const KeptStep &a, const KeptStep &b) {
      const std::size_t sa = item_size(program_.steps[a.step].dtype), sb = item_size(program_.steps[b.step].dtype);
      return std::tuple(sb, a.made, a.step) < std::tuple(sa, b.made, b.step);
    });
    std::uint32_t end = 0;
    for (KeptStep &kept : kept_) {
      const std::size_t size = item_size(program_.steps[kept.step].dtype);
      const auto free =
          std::ranges::find_if(places, [&](const Place &p) { return p.size == size && p.until <= kept.made; });
      if (free != places.end()) {
        kept.offset = free->offset;
        free->until = kept.last;
        continue;
      }
      kept.offset = end;
      places.push_back({size, kept.last, end});
      end += static_cast<std::uint32_t>(size);
    }
  }

  const Program &program_;
  bool loads_; ///< Are kept: caches of a CPU do that.
  std::uint16_t pass_ = 0;
  std::vector<std::uint16_t> made_; ///< The pass that computes a step first.
  std::vector<KeptStep> kept_;
};

} // namespace

std::vector<std::size_t> folds_over_row(const Program &program) {
  std::vector<std::size_t> folds;
  for (std::size_t f = 0; f < program.folds.size(); ++f)
    if (program.folds[f].over_row)
      folds.push_back(f);
  std::ranges::sort(folds, {}, [&](std::size_t f) { return program.folds[f].step; });
  return folds;
}

bool stores_along_row(const Program &program) noexcept {
  return (program.row & program.dims_of(0)) != 0;
}

std::uint32_t outputs_beside_row(const Program &program) noexcept {
  std::uint32_t beside = 0;
  for (std::size_t i = 0; stores_along_row(program) && i < program.outputs.size(); ++i) {
    const Leaf &target = program.outputs[i].target;
    bool runs_along = false;
    for (std::size_t d = 0; d < program.dims.size(); ++d)
      runs_along |= (program.row >> d & 1) != 0 && target.stride(d) != 0;
    beside |= std::uint32_t(!runs_along) << i;
  }
  return beside;
}

std::vector<KeptStep> kept_steps(const Program &program) {
  return Passes(program).kept();
}

std::uint32_t bytes_per_element(const Program &program, std::span<const KeptStep> kept) noexcept {
  std::uint32_t bytes = 0;
  for (const KeptStep &each : kept)
    bytes = std::max(bytes, each.offset + static_cast<std::uint32_t>(item_size(program.steps[each.step].dtype)));
  return bytes;
}

} // namespace weft::fuse

// What schedules have in common. They never touch the order of a fold: that is FoldOrder's alone.
#include "fuse/schedule.hpp"

#include <algorithm>

#include "fuse/recipe.hpp"
#include "fuse/scheduler.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t few_turns = 8; // of a loop that are worth a kernel for each number of them
constexpr std::size_t light_steps = 12;

/// True if the elements of a fold lie side by side: vectors across work-items then take whole records.
bool folds_records(const Program &program, std::uint32_t dims) {
  for (const Leaf &leaf : program.leaves)
    for (std::size_t d = 0; d < program.dims.size(); ++d)
      if ((dims >> d & 1) && leaf.stride(d) == 1)
        return true;
  return false;
}

} // namespace

std::size_t output_dims(const Program &program) noexcept {
  return static_cast<std::size_t>(
      std::count_if(program.dims.begin(), program.dims.end(), [](const Dim &d) { return d.segment == 0; }));
}

std::size_t extent_of(const Program &program, const DimList &list) noexcept {
  std::size_t extent = 1;
  for (std::size_t i = 0; i < list.count; ++i)
    extent *= static_cast<std::size_t>(program.dims[list.dims[i]].extent);
  return extent;
}

bool lies_as_one(const Program &program, const DimList &list, const Leaf &leaf) noexcept {
  if (list.count < 2 || leaf.stride(list.dims[0]) == 0)
    return false;
  for (std::size_t i = 0; i < list.count; ++i) {
    const std::size_t dim = list.dims[i];
    if (leaf.reversed >> dim & 1)
      return false;
    if (i + 1 < list.count && leaf.stride(list.dims[i + 1]) != leaf.stride(dim) * program.dims[dim].extent)
      return false;
  }
  return true;
}

std::uint32_t sequential_dims(const Program &program) {
  std::uint32_t bits = 0;
  for (std::size_t f = 0; f < program.folds.size(); ++f)
    if (static_cast<int>(f) != program.root_fold && !program.folds[f].over_row)
      bits |= program.dims_of_fold(f);
  return bits;
}

bool stays_short(const Program &program) noexcept {
  return program.steps.size() <= light_steps;
}

Schedule schedule(const Program &program, const DeviceTraits &traits) {
  return Scheduler(program, traits).take();
}

DimList Scheduler::axis_of(std::uint32_t dims) const {
  DimList list;
  for (std::size_t d = program_.dims.size(); d-- > 0;)
    if (dims >> d & 1)
      list.push(d);
  return list;
}

/// Shape classes: a loop of few turns is unrolled, and so are loops over private results with what they read again and
/// again, which are to be registers, loops over records, and whatever a GPU unrolls. Any other extent is an argument,
/// so that a new shape needs no new kernel.
std::uint32_t Scheduler::baked_dims() const {
  constexpr std::ptrdiff_t most = Recipe::most_known_extent;
  std::uint32_t bits = program_.extent_of(schedule_.private_dims) <= most ? schedule_.private_dims : 0;
  for (std::size_t f = 0; f < program_.folds.size(); ++f) {
    const Fold &fold = program_.folds[f];
    if (static_cast<int>(f) == program_.root_fold || fold.joins_partials ||
        (fold.over_row && program_.root_fold != no_fold))
      continue;
    const std::uint32_t dims = program_.dims_of_fold(f);
    const bool many = schedule_.private_dims != 0 || schedule_.unrolls || folds_records(program_, dims);
    if (program_.extent_of(dims) <= (many ? most : few_turns))
      bits |= dims;
  }
  return bits;
}

Schedule Scheduler::take() {
  schedule_.unrolls = traits_.unrolls;
  if (program_.root_fold == no_fold)
    spread_elementwise();
  else if (program_.row != 0)
    spread_rows();
  else if (root().order.mode == FoldMode::lanes)
    spread_lanes();
  else if (root().order.mode == FoldMode::groups)
    spread_groups();
  else
    spread_columns();
  schedule_.baked_dims = baked_dims();
  return schedule_;
}

} // namespace weft::fuse

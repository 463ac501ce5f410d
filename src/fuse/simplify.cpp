// Collapses loop dimensions; the shorter the loop nest, the fewer kernels there are to compile.
#include "fuse/simplify.hpp"

#include <algorithm>
#include <cstdlib>

namespace weft::fuse {

namespace {

template <class Visit> void each_leaf(Program &program, Visit visit) {
  for (Leaf &leaf : program.leaves)
    visit(leaf);
  for (Output &output : program.outputs)
    visit(output.target);
}

/// The loops `kept`, in that order.
void select_dims(Program &program, const std::vector<std::size_t> &kept) {
  std::vector<Dim> dims;
  std::uint32_t row = 0;
  for (std::size_t d : kept) {
    row |= (program.row >> d & 1) << dims.size();
    dims.push_back(program.dims[d]);
  }
  each_leaf(program, [&](Leaf &leaf) {
    Shape strides(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
      strides[i] = leaf.stride(kept[i]);
    leaf.strides = std::move(strides);
  });
  program.dims = std::move(dims);
  program.row = row;
}

void drop_and_order(Program &program) {
  if (program.dims.size() == 1 && program.dims[0].extent != 1)
    return;
  std::vector<std::size_t> kept;
  for (std::size_t d = 0; d < program.dims.size(); ++d)
    if (program.dims[d].extent != 1)
      kept.push_back(d);
  const Leaf &target = program.outputs.front().target;
  const bool is_ordered = !program.outputs.front().is_indexed(); // else elements lie where indices say
  sort_few(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    const int sa = program.dims[a].segment, sb = program.dims[b].segment;
    if (sa != sb)
      return sa < sb;
    return sa == 0 && is_ordered && std::abs(target.stride(a)) > std::abs(target.stride(b));
  });
  select_dims(program, kept);
}

/// A loop of the output that every leaf walks backwards, or not at all, is walked forwards.
void turn_backward_loops(Program &program) {
  for (std::size_t d = 0; d < program.dims.size() && program.dims[d].segment == 0; ++d) {
    bool any = false, mixed = false;
    each_leaf(program, [&](Leaf &leaf) {
      any |= leaf.stride(d) < 0;
      mixed |= leaf.stride(d) > 0;
    });
    if (!any || mixed)
      continue;
    each_leaf(program, [&](Leaf &leaf) {
      leaf.offset += leaf.strides[d] * (program.dims[d].extent - 1);
      leaf.strides[d] = -leaf.strides[d];
    });
  }
}

/// What still runs backwards counts from the end, so that no index is negative.
void reverse_leaves(Program &program) {
  each_leaf(program, [&](Leaf &leaf) {
    for (std::size_t d = 0; d < leaf.strides.size(); ++d)
      if (leaf.strides[d] < 0) {
        leaf.offset += leaf.strides[d] * (program.dims[d].extent - 1);
        leaf.strides[d] = -leaf.strides[d];
        leaf.reversed |= 1u << d;
      }
  });
}

bool joinable(Program &program, std::size_t slow, std::size_t fast) {
  if (program.dims[slow].segment != program.dims[fast].segment ||
      (program.row >> slow & 1) != (program.row >> fast & 1))
    return false;
  bool fits = true;
  each_leaf(program,
            [&](const Leaf &leaf) { fits &= leaf.stride(slow) == leaf.stride(fast) * program.dims[fast].extent; });
  return fits;
}

void collapse(Program &program) {
  std::vector<std::size_t> kept;
  for (std::size_t d = 0; d < program.dims.size(); ++d) {
    if (!kept.empty() && joinable(program, kept.back(), d)) {
      program.dims[d].extent *= program.dims[kept.back()].extent;
      kept.back() = d;
    } else {
      kept.push_back(d);
    }
  }
  if (kept.size() < program.dims.size())
    select_dims(program, kept);
}

} // namespace

void simplify(Program &program) {
  drop_and_order(program);
  turn_backward_loops(program);
  if (program.dims.size() > 1)
    collapse(program);
  reverse_leaves(program);
  mark_dims(program);
}

} // namespace weft::fuse

// What a kernel over rows keeps in local memory from one pass over its row for the next ones.
#pragma once

#include <vector>

#include "fuse/emit_values.hpp"
#include "fuse/kept_steps.hpp"

namespace weft::fuse {

/// Each lane finds there what it has put there itself.
class KeptRow {
public:
  KeptRow(Builder &, Values &, const Program &, const Schedule &);

  bool is_there() const noexcept { return !steps_.empty(); }
  std::uint32_t meeting() const noexcept {
    return pass_ % 2 * meeting_;
  } ///< Where in local memory the pass's fold meets.
  void end_pass() noexcept { ++pass_; }
  void take(Value position); ///< Of the bound element: what passes before have kept,
  void keep(Value position); ///< and what this one keeps.

private:
  Value place_of(const KeptStep &, Value position);
  Value across_lanes(Value position);
  Value number_of_places();

  Builder &b_;
  Values &v_;
  const Program &program_;
  std::vector<KeptStep> steps_;
  bool by_groups_ = false;
  std::uint32_t lanes_ = 1, meeting_ = 0; ///< Bytes for one fold.
  std::uint16_t pass_ = 0;
};

} // namespace weft::fuse

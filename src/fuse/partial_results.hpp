// What a block of a fold leaves in memory, for another kernel to join.
#pragma once

#include "fuse/filling.hpp"

namespace weft::fuse {

class PartialResults {
public:
  PartialResults(Builder &builder, Values &values, const Program &program, Filling &filling, Value block)
      : b_(builder), v_(values), program_(program), filling_(filling), fold_(filling.fold()), block_(block) {}

  /// partial[result][block][lane], or partial[result][block] of what the lanes have in common. `meeting`: where they
  /// meet.
  void store_lanes(std::uint32_t meeting);
  /// partial[result][block] of what has met in memory; a lane each for the results of the private loops.
  void store_met(MeetingInMemory &);
  /// partial[block][result] of a slot, at the bound loops.
  void store_column(Slot);

private:
  Value number_of(std::uint32_t dims);
  Value place_of_block();
  void store_common(std::uint32_t meeting);
  void store(Value place, Value value, Value index);

  Builder &b_;
  Values &v_;
  const Program &program_;
  Filling &filling_;
  const Fold &fold_;
  Value block_;
};

} // namespace weft::fuse

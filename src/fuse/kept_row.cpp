// Places of kept values.
#include "fuse/kept_row.hpp"

namespace weft::fuse {

KeptRow::KeptRow(Builder &builder, Values &values, const Program &program, const Schedule &schedule)
    : b_(builder), v_(values), program_(program) {
  if (program.row == 0 || program.root_fold == no_fold)
    return;
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  by_groups_ = order.mode == FoldMode::groups;
  lanes_ = order.lanes;
  meeting_ = meeting_bytes(lanes_);
  if (schedule.keeps_row)
    steps_ = kept_steps(program);
}

void KeptRow::take(Value position) {
  for (const KeptStep &kept : steps_)
    if (kept.made < pass_ && pass_ <= kept.last) {
      const Type type = storage_type(program_.steps[kept.step].dtype);
      v_.set(kept.step, b_.load(type, b_.local_memory(2 * meeting_), place_of(kept, position)));
    }
}

void KeptRow::keep(Value position) {
  for (const KeptStep &kept : steps_)
    if (kept.made == pass_)
      b_.store(b_.local_memory(2 * meeting_), place_of(kept, position), v_.get(kept.step));
}

/// Whole turns of all lanes.
Value KeptRow::number_of_places() {
  const std::int64_t turn = lanes_ * (by_groups_ ? group_vector : 1);
  const Value inner = v_.field(FieldKind::inner);
  return v_.multiply(b_.index(IndexOp::div, v_.add(inner, v_.constant(turn - 1)), v_.constant(turn)),
                     v_.constant(turn));
}

/// In units of the value's size.
Value KeptRow::place_of(const KeptStep &kept, Value position) {
  const auto size = static_cast<std::int64_t>(item_size(program_.steps[kept.step].dtype));
  const Value before = v_.multiply(number_of_places(), v_.constant(kept.offset / size));
  return v_.add(before, by_groups_ ? across_lanes(position) : position);
}

/// Neighbouring lanes use neighbouring places: a lane's own neighbours lie a turn of all lanes apart.
Value KeptRow::across_lanes(Value position) {
  const Value lanes = v_.constant(lanes_), width = v_.constant(group_vector);
  const Value vector = b_.index(IndexOp::div, position, width), within = b_.index(IndexOp::rem, position, width);
  const Value turn = b_.index(IndexOp::div, vector, lanes);
  return v_.add(v_.multiply(v_.add(v_.multiply(turn, width), within), lanes), b_.local_id(0));
}

} // namespace weft::fuse

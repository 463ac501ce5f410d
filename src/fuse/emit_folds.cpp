// Folds: accumulators, runs and slots, early ends, and what becomes of results.
#include "fuse/nest_emitter.hpp"
#include "fuse/partial_results.hpp"

namespace weft::fuse {

void NestEmitter::start(const Node &node) {
  filling_ = std::make_shared<Filling>(b_, v_, program_, node.axis, node.dims, node.count);
  run_.reset();
  if (schedule_.stops()) {
    const Fold &fold = filling_->fold();
    deciding_.emplace(b_, v_, program_, fold, static_cast<std::int64_t>(schedule_.range.local[0]));
    hits_.emplace(b_, v_, program_, fold);
  }
  meeting_ = kept_.meeting();
  if (!node.slots)
    filling_->start_all();
}

void NestEmitter::run(std::size_t n) {
  const Node &node = nest_.nodes[n];
  if (node.id == of_numbers) {
    numbered_ = std::make_unique<NumberedRun>(b_, v_, filling_->fold(), node.count);
    at_.count_turns(node.piece);
    body(n);
    at_.count_turns(0);
    numbered_->join_into(filling_->accumulators(), [&](Value turn) { return position_of_turn(turn); });
    return numbered_.reset();
  }
  if (node.id == of_sums) {
    narrow_ = std::make_unique<NarrowSums>(b_, filling_->fold(), node.count);
    body(n);
    narrow_->join_into(v_, filling_->accumulators());
    return narrow_.reset();
  }
  const std::shared_ptr<Filling> around = filling_;
  if (!run_)
    run_ = std::make_shared<Filling>(b_, v_, program_, around->number(), around->dims(), 1);
  filling_ = run_;
  filling_->start_all();
  body(n);
  filling_ = around;
  filling_->over_results(
      [&](Value result) {
        v_.join(filling_->fold(), filling_->accumulators(), result, b_.get(run_->accumulators().value, result), {});
      },
      true);
}

Value NestEmitter::position_of_turn(Value turn) {
  const Value lanes = v_.constant(static_cast<std::int64_t>(schedule_.range.local[0]));
  const Value first = v_.add(at_.position(Nest::inner_axis), b_.local_id(0));
  return position_in_fold(v_.add(first, v_.multiply(turn, lanes)));
}

void NestEmitter::hold(std::size_t n) {
  const Fold &fold = filling_->fold();
  if (deciding_ && !deciding_->finds_place())
    return hold_hits(n);
  const std::shared_ptr<Filling> around = filling_;
  const Slot slot = std::exchange(slot_, {v_.constant(0), 0});
  filling_ = std::make_shared<Filling>(b_, v_, program_, around->number(), 0, 1);
  v_.move(fold, around->accumulators(), slot.number, filling_->accumulators(), slot_.number);
  body(n);
  v_.move(fold, filling_->accumulators(), slot_.number, around->accumulators(), slot.number);
  filling_ = around;
  slot_ = slot;
}

void NestEmitter::hold_hits(std::size_t n) {
  const Accumulator &accumulators = filling_->accumulators();
  const Slot slot = std::exchange(slot_, {v_.constant(0), 0});
  hits_->reset();
  body(n);
  slot_ = slot;
  const Value start = v_.start_of(filling_->fold()), before = b_.get(accumulators.value, slot.number);
  b_.set(accumulators.value, slot.number, b_.select(hits_->met(), b_.logical_not(start), before));
}

void NestEmitter::until(std::size_t n) {
  const Node &node = nest_.nodes[n], &loop = nest_.nodes[n + 1];
  const std::size_t behind = n + 2 + loop.below, end = n + 1 + node.below;
  const bool votes = behind != end;
  const Value piece = v_.constant(loop.piece), count = at_.left(loop.axis);
  const Value whole = b_.index(IndexOp::div, count, piece);
  hoist_below(n);
  stretch_ = {b_.variable(Type::i64), b_.variable(Type::i64), whole};
  b_.set(stretch_.first, v_.constant(0));
  b_.set(stretch_.last, v_.constant(0));
  const auto run_over = [&](Value first, Value last) {
    b_.set(stretch_.first, first);
    b_.set(stretch_.last, last);
    if (!votes)
      hits_->reset();
    if (node.count * node.piece == 1)
      return turn(n + 1, first, Piece::full);
    b_.loop(first, last, v_.constant(1), [&](Value at) { turn(n + 1, at, Piece::full); });
  };
  const auto vote = [&] {
    if (!votes)
      return hits_->any_lane();
    const Variable all = b_.variable(Type::boolean);
    all_decided_ = all;
    b_.set(all, b_.constant_int(Type::boolean, 1));
    emit(behind, end);
    return b_.convert(b_.group_reduce("and", b_.convert(b_.get(all), Type::i32)), Type::boolean);
  };
  deciding_->in_stretches(whole, node.count, node.piece, run_over, vote);
  if (loop.piece == 1 || node.rest == Rest::checked)
    return;
  b_.if_then(b_.logical_not(deciding_->decided()), [&] {
    if (!votes)
      hits_->reset();
    rest(n + 1, whole);
    if (!votes)
      deciding_->set(hits_->any_lane());
  });
}

void NestEmitter::vote() {
  const Value differs =
      b_.compare(Compare::ne, b_.get(filling_->accumulators().value, slot_.number), v_.start_of(filling_->fold()));
  b_.set(all_decided_, b_.logical_and(b_.get(all_decided_), differs));
}

void NestEmitter::scan(std::size_t n) {
  const Node &node = nest_.nodes[n];
  const Value is_rest = b_.logical_not(deciding_->decided());
  const Value first = b_.select(is_rest, stretch_.whole, b_.get(stretch_.first));
  scope([&] {
    at_.narrow(node, first, is_rest, b_.get(stretch_.last));
    const Value begin = at_.position(node.axis);
    at_.count_turns(static_cast<std::uint32_t>(schedule_.range.local[0]));
    scans_ = true;
    deciding_->begin_scan();
    body(n);
    scans_ = false;
    at_.count_turns(0);
    deciding_->end_scan([&](Value number) { return position_in_fold(v_.add(begin, number)); });
  });
}

void NestEmitter::tell(std::size_t n) {
  std::size_t last = n + 1;
  const std::size_t end = n + 1 + nest_.nodes[n].below;
  while (last + nest_.nodes[last].below + 1u < end)
    last += nest_.nodes[last].below + 1u;
  Messages messages(b_, v_, program_);
  const Value first = position_in_fold(at_.position(Nest::inner_axis));
  const Value beyond = b_.compare(Compare::gt, first, messages.told());
  b_.if_then(b_.logical_not(any_lane(b_, beyond)), [&] { scope([&] { emit(n + 1, last); }); });
  b_.if_then(messages.is_last(*deciding_), [&] {
    scope([&] {
      told_ = messages.told();
      emit(last, end);
      told_ = {};
    });
  });
}

void NestEmitter::look(std::span<const Value> hits) {
  if (scans_)
    return deciding_->scan(hits.front(), at_.turn_in_run());
  hits_->meet(hits);
}

Value NestEmitter::position_in_fold(Value inner) {
  if (nest_.axes[Nest::outer_axis].count == 0)
    return inner;
  return v_.add(v_.multiply(at_.position(Nest::outer_axis), at_.extent(Nest::inner_axis)), inner);
}

Value NestEmitter::position() {
  const Fold &fold = filling_->fold();
  if (fold.order.mode == FoldMode::sequential)
    return v_.linear(program_.dims_of_fold(filling_->number()));
  if (fold.order.mode == FoldMode::columns)
    return at_.position(Nest::outer_axis);
  return position_in_fold(at_.position(Nest::inner_axis));
}

void NestEmitter::fold_element() {
  const Fold &fold = filling_->fold();
  if (numbered_)
    return numbered_->meet(slot_.known, v_.get(input_of(fold)), at_.turn_in_run());
  if (narrow_)
    return narrow_->meet(slot_.known, v_.get(input_of(fold)));
  filling_->over_results(
      [&](Value result) {
        v_.fold_in(fold, filling_->accumulators(), filling_->at(result, slot_), [&] { return position(); });
      },
      false);
}

void NestEmitter::meet() {
  const Fold &fold = filling_->fold();
  if (fold.order.mode != FoldMode::groups)
    met_ = join_group(b_, v_, fold, filling_->accumulators(), meeting_);
  else {
    in_memory_.emplace(b_, v_, *filling_, meeting_);
    in_memory_->meet();
  }
}

Value NestEmitter::result() {
  const Fold &fold = filling_->fold();
  if (deciding_ && fold.order.mode == FoldMode::lanes)
    return deciding_->result(told_.type == Type::none ? deciding_->place() : told_);
  if (fold.order.mode == FoldMode::groups) {
    const Value only = v_.constant(0);
    return v_.result(fold, in_memory_->value(only), Values::keeps_index(fold) ? in_memory_->index(only) : Value{});
  }
  if (fold.order.mode == FoldMode::lanes)
    return v_.result(fold, met_, v_.constant(0));
  return v_.result(fold, filling_->accumulators(), slot_.number);
}

void NestEmitter::store_partial(const Node &node) {
  const bool in_columns = filling_->fold().order.mode == FoldMode::columns;
  const Value block = in_columns ? at_.block() : b_.group_id(node.id);
  PartialResults partials(b_, v_, program_, *filling_, block);
  if (in_columns)
    partials.store_column(slot_);
  else if (in_memory_)
    partials.store_met(*in_memory_);
  else
    partials.store_lanes(meeting_);
}

} // namespace weft::fuse

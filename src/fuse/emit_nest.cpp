// Walks a nest and writes each of its nodes.
#include "fuse/emit_nest.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "fuse/deciding.hpp"
#include "fuse/filling.hpp"
#include "fuse/kept_row.hpp"
#include "fuse/partial_results.hpp"
#include "fuse/places.hpp"
#include "fuse/runs.hpp"
#include "fuse/staged_tile.hpp"
#include "support/error.hpp"

namespace weft::fuse {

namespace {

class NestEmitter {
public:
  NestEmitter(Builder &builder, Values &values, const Program &program, const Schedule &schedule)
      : b_(builder), v_(values), program_(program), schedule_(schedule), nest_(schedule.nest),
        at_(builder, values, schedule.nest), kept_(builder, values, program, schedule) {}

  void emit() { emit(0, nest_.count); }

private:
  struct Element {
    Values::State values;
    Places::State places;
  };

  void emit(std::size_t first, std::size_t end) {
    for (std::size_t n = first; n < end; n += nest_.nodes[n].below + 1u)
      emit_node(n);
  }

  void body(std::size_t n) { emit(n + 1, n + 1 + nest_.nodes[n].below); }
  std::span<const Node> below(std::size_t n) const {
    return std::span(nest_.nodes).subspan(n + 1, nest_.nodes[n].below);
  }

  void emit_node(std::size_t n) {
    const Node &node = nest_.nodes[n];
    switch (node.kind) {
    case NodeKind::loop:
      return loop(n);
    case NodeKind::whole:
      return whole(n);
    case NodeKind::first:
      return b_.if_then(b_.compare(Compare::eq, b_.local_id(0), v_.constant(0)), [&] { scope([&] { body(n); }); });
    case NodeKind::each:
      hoist_below(n);
      return v_.loop_over(node.dims, [&] { body(n); });
    case NodeKind::tile:
      return tile(n);
    case NodeKind::take:
      return tile_->take();
    case NodeKind::barrier:
      return b_.barrier();
    case NodeKind::start:
      return start(node);
    case NodeKind::clear:
      return filling_->start(slot_);
    case NodeKind::run:
      return run(n);
    case NodeKind::hold:
      return hold(n);
    case NodeKind::join:
      return filling_->join_slots();
    case NodeKind::meet:
      return meet();
    case NodeKind::result:
      v_.set(filling_->fold().step, result());
      return kept_.end_pass();
    case NodeKind::partial:
      return store_partial(node);
    case NodeKind::unless:
      return b_.if_then(b_.logical_not(deciding_->decided()), [&] { scope([&] { body(n); }); });
    case NodeKind::until:
      return until(n);
    case NodeKind::vote:
      return vote();
    case NodeKind::scan:
      return scan(n);
    case NodeKind::tell:
      return tell(n);
    case NodeKind::stage:
    case NodeKind::fold:
    case NodeKind::look:
    case NodeKind::store:
      return element(node);
    }
  }

  /// What happens inside is forgotten after it, places on the axes too.
  template <class Body> void scope(Body body) {
    const Places::State saved = at_.state();
    v_.scope(body);
    at_.set(saved);
  }

  // Loops.
  void loop(std::size_t n) {
    switch (nest_.nodes[n].bind) {
    case Bind::items:
    case Bind::groups:
      at_.spread(n);
      return body(n);
    case Bind::cyclic:
      return cyclic(n);
    case Bind::lanes:
      return lanes(n);
    case Bind::serial:
      return serial(n);
    case Bind::together:
      return together(n);
    case Bind::none:
      break;
    }
    WEFT_CHECK(false, "fuse: a loop bound to nothing");
  }

  void lanes(std::size_t n) {
    const Node &node = nest_.nodes[n];
    scope([&] {
      const Places::Guarded guarded = at_.to_lane(n);
      if (guarded.condition.type == Type::none)
        return at_.arrive(node), body(n);
      const bool before = std::exchange(in_rest_, in_rest_ || guarded.guard == codegen::Guard::rest);
      b_.if_then(guarded.condition, [&] { scope([&] { at_.arrive(node), body(n); }); }, guarded.guard);
      in_rest_ = before;
    });
  }

  void turn(std::size_t n, Value turn, Piece piece) {
    const Node &node = nest_.nodes[n];
    scope([&] {
      at_.move(node, turn, piece);
      at_slot(node, turn, [&] {
        at_.arrive(node);
        body(n);
      });
    });
  }

  /// The rest of what loops together fill slots with goes into the first.
  template <class Body> void at_slot(const Node &node, Value turn, Body body) {
    if (!node.slots || node.bind != Bind::serial)
      return body();
    slot_ = {turn, 0};
    body();
    slot_ = {v_.constant(0), 0};
  }

  void serial(std::size_t n) {
    const Node &node = nest_.nodes[n];
    const Place &place = at_[node.axis];
    const Value none = v_.constant(0), one = v_.constant(1);
    hoist_below(n);
    if (place.piece != Piece::open && !(place.piece == Piece::guarded && node.last)) {
      const Value turns = v_.constant(place.size / node.piece);
      const bool stays = node.last || is_straight_below(n); // a loop: its code would be there too often
      const codegen::Unroll unroll = stays ? codegen::Unroll::none : codegen::Unroll::automatic;
      return b_.loop(none, turns, one, unroll, [&](Value at) { turn(n, at, at_[node.axis].piece); });
    }
    const Value count = at_.left(node.axis);
    if (node.last && node.piece == 1)
      return b_.loop(none, count, one, [&](Value at) { turn(n, at, Piece::full); });
    if (node.rest == Rest::clipped || node.rest == Rest::checked)
      return b_.loop(none, at_.turns(node, count), one, [&](Value at) {
        turn(n, at, nest_.nodes[n].rest == Rest::clipped ? Piece::open : Piece::guarded);
      });
    const Value whole = b_.index(IndexOp::div, count, v_.constant(node.piece));
    b_.loop(none, whole, one, [&](Value at) { turn(n, at, Piece::full); });
    b_.if_then(b_.compare(Compare::lt, whole, at_.turns(node, count)), [&] { rest(n, whole); });
  }

  /// What whole pieces have left.
  void rest(std::size_t n, Value turn) {
    const Node &node = nest_.nodes[n];
    scope([&] {
      at_.move_to_rest(node, turn);
      at_slot(node, turn, [&] { body(n); });
    });
  }

  /// Every so many-th piece, from the group's on.
  void cyclic(std::size_t n) {
    const Node &node = nest_.nodes[n];
    const Value first = at_.digit(n), step = v_.field(FieldKind::chunks), piece = v_.constant(node.piece);
    const Value count = at_.left(node.axis);
    hoist_below(n);
    if (node.rest == Rest::checked)
      return b_.loop(first, at_.turns(node, count), step, [&](Value at) { turn(n, at, Piece::guarded); });
    const Value whole = b_.index(IndexOp::div, count, piece);
    b_.loop(first, whole, step, [&](Value at) { turn(n, at, Piece::full); });
    const Value mine = b_.compare(Compare::eq, b_.index(IndexOp::rem, whole, step), first);
    const Value is_left = b_.compare(Compare::lt, v_.multiply(whole, piece), count);
    b_.if_then(b_.logical_and(mine, is_left), [&] { rest(n, whole); });
  }

  bool is_straight_below(std::size_t n) const {
    return std::ranges::any_of(below(n), [](const Node &node) { return node.bind == Bind::together && !node.slots; });
  }

  void together(std::size_t n) {
    const Node &node = nest_.nodes[n];
    const Piece piece = at_[node.axis].piece;
    if (piece == Piece::open)
      return serial(n);
    const auto at_turn = [&](Value number, std::int64_t known) {
      at_.move(node, number, piece);
      if (node.slots)
        slot_ = {number, known};
      if (piece == Piece::full || !node.last)
        return at_.arrive(node), body(n);
      b_.if_then(at_.is_inside(node.axis), [&] { scope([&] { at_.arrive(node), body(n); }); });
    };
    if (piece == Piece::guarded || in_rest_ || node.rest == Rest::clipped || (!node.slots && !stays_straight(n))) {
      const codegen::Unroll unroll = node.slots ? codegen::Unroll::automatic : codegen::Unroll::none;
      b_.loop(v_.constant(0), v_.constant(node.count), v_.constant(1), unroll,
              [&](Value number) { scope([&] { at_turn(number, 0); }); });
      slot_ = {v_.constant(0), 0};
      return;
    }
    const bool gathers = !node.slots && !gathers_;
    gathers_ |= !node.slots;
    for (std::int64_t number = 0; number < node.count; ++number)
      scope([&] { at_turn(v_.constant(number), number); });
    slot_ = {v_.constant(0), 0};
    if (gathers)
      act_on_gathered();
  }

  /// No loop or guard stands between the node and its elements.
  bool stays_straight(std::size_t n) const {
    return std::ranges::all_of(below(n), [&](const Node &node) {
      const bool loops = node.bind == Bind::serial || node.kind == NodeKind::each;
      return !loops && (node.kind != NodeKind::loop || at_[node.axis].piece == Piece::full);
    });
  }

  void whole(std::size_t n) {
    const Node &node = nest_.nodes[n];
    const Value all = at_.are_whole(n);
    if (all.type == Type::none)
      return body(n);
    const auto in_pieces = [&](Piece piece) {
      scope([&] {
        at_.set_pieces(node.dims, piece);
        body(n);
      });
    };
    b_.if_else(all, [&] { in_pieces(Piece::full); }, [&] { in_pieces(Piece::guarded); });
  }

  // Staged operands.
  void tile(std::size_t n) {
    const Places::State saved = at_.state();
    at_.begin_tile();
    tile_.emplace(b_, v_, program_, schedule_.staged, nest_.nodes[n], at_);
    body(n);
    at_.set(saved);
  }

  // Folds.
  void start(const Node &node) {
    filling_ = std::make_shared<Filling>(b_, v_, program_, node.axis, node.dims, node.count);
    run_.reset();
    if (schedule_.stops) {
      const Fold &fold = filling_->fold();
      deciding_.emplace(b_, v_, program_, fold, static_cast<std::int64_t>(schedule_.range.local[0]));
      hits_.emplace(b_, v_, program_, fold);
    }
    meeting_ = kept_.meeting();
    if (!node.slots)
      filling_->start_all();
  }

  /// Long chains of additions would lose digits; numbers of elements within a run are as narrow as the elements.
  void run(std::size_t n) {
    const Node &node = nest_.nodes[n];
    if (node.id != 0) {
      numbered_ = std::make_unique<NumberedRun>(b_, v_, filling_->fold(), node.count);
      at_.count_turns(node.piece);
      body(n);
      at_.count_turns(0);
      numbered_->join_into(filling_->accumulators(), [&](Value turn) { return position_of_turn(turn); });
      return numbered_.reset();
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

  /// Of the lane, in the fold; turns are counted from the run's first.
  Value position_of_turn(Value turn) {
    const Value lanes = v_.constant(static_cast<std::int64_t>(schedule_.range.local[0]));
    const Value first = v_.add(at_.position(Nest::inner_axis), b_.local_id(0));
    return position_in_fold(v_.add(first, v_.multiply(turn, lanes)));
  }

  void hold(std::size_t n) {
    const Fold &fold = filling_->fold();
    if (schedule_.stops && !deciding_->finds_place())
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

  void hold_hits(std::size_t n) {
    const Accumulator &accumulators = filling_->accumulators();
    const Slot slot = std::exchange(slot_, {v_.constant(0), 0});
    hits_->reset();
    body(n);
    slot_ = slot;
    const Value start = v_.start_of(filling_->fold()), before = b_.get(accumulators.value, slot.number);
    b_.set(accumulators.value, slot.number, b_.select(hits_->met(), b_.logical_not(start), before));
  }

  // Folds that end early.
  void until(std::size_t n) {
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

  void vote() {
    const Value differs =
        b_.compare(Compare::ne, b_.get(filling_->accumulators().value, slot_.number), v_.start_of(filling_->fold()));
    b_.set(all_decided_, b_.logical_and(b_.get(all_decided_), differs));
  }

  void scan(std::size_t n) {
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

  void tell(std::size_t n) {
    std::size_t last = n + 1;
    const std::size_t end = n + 1 + nest_.nodes[n].below;
    while (last + nest_.nodes[last].below + 1u < end)
      last += nest_.nodes[last].below + 1u;
    Messages messages(b_, v_, program_);
    const Value first = position_in_fold(at_.position(Nest::inner_axis));
    hits_->reset();
    const Value beyond = b_.compare(Compare::gt, first, messages.told());
    const Value any = b_.convert(b_.group_reduce("or", b_.convert(beyond, Type::i32)), Type::boolean);
    b_.if_then(b_.logical_not(any), [&] { scope([&] { emit(n + 1, last); }); });
    b_.if_then(messages.is_last(*deciding_), [&] {
      scope([&] {
        told_ = messages.told();
        emit(last, end);
        told_ = {};
      });
    });
  }

  void look(std::span<const Value> hits) {
    if (scans_)
      return deciding_->scan(hits.front(), at_.turn_in_run());
    hits_->meet(hits);
  }

  Value hit() { return hits_->decides(v_.get(input_of(filling_->fold()))); }

  Value position_in_fold(Value inner) {
    if (nest_.axes[Nest::outer_axis].count == 0)
      return inner;
    return v_.add(v_.multiply(at_.position(Nest::outer_axis), at_.extent(Nest::inner_axis)), inner);
  }

  Value position() {
    const Fold &fold = filling_->fold();
    if (fold.order.mode == FoldMode::sequential)
      return v_.linear(program_.dims_of_fold(filling_->number()));
    if (fold.order.mode == FoldMode::columns)
      return at_.position(Nest::outer_axis);
    return position_in_fold(at_.position(Nest::inner_axis));
  }

  void fold_element() {
    const Fold &fold = filling_->fold();
    if (numbered_)
      return numbered_->meet(slot_.known, v_.get(input_of(fold)), at_.turn_in_run());
    filling_->over_results(
        [&](Value result) {
          v_.fold_in(fold, filling_->accumulators(), filling_->at(result, slot_), [&] { return position(); });
        },
        false);
  }

  std::uint16_t input_of(const Fold &fold) const { return program_.steps[fold.step].inputs[0]; }

  void meet() {
    const Fold &fold = filling_->fold();
    if (fold.order.mode != FoldMode::groups)
      met_ = join_group(b_, v_, fold, filling_->accumulators(), meeting_);
    else {
      in_memory_.emplace(b_, v_, *filling_, meeting_);
      in_memory_->meet();
    }
  }

  Value result() {
    const Fold &fold = filling_->fold();
    if (schedule_.stops && fold.order.mode == FoldMode::lanes)
      return deciding_->result(told_.type == Type::none ? deciding_->place() : told_);
    if (fold.order.mode == FoldMode::groups) {
      const Value only = v_.constant(0);
      return Values::keeps_index(fold) ? in_memory_->index(only) : in_memory_->value(only);
    }
    if (fold.order.mode == FoldMode::lanes)
      return v_.result(fold, met_, v_.constant(0));
    return v_.result(fold, filling_->accumulators(), slot_.number);
  }

  void store_partial(const Node &node) {
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

  // What happens to elements: of several, all is loaded before the first is done with.
  void element(const Node &node) {
    action_ = &node;
    if (kept_.is_there() && node.kind != NodeKind::stage)
      kept_.take(at_.position(Nest::inner_axis));
    if (!gathers_)
      return act(node);
    load(node);
    elements_.push_back({v_.state(), at_.state()});
  }

  void act(const Node &node) {
    if (node.kind == NodeKind::store)
      return v_.store_outputs();
    if (node.kind == NodeKind::fold) {
      prepare_fold();
      return fold_element();
    }
    if (node.kind == NodeKind::look)
      return look(std::array{hit()});
    load(node);
    tile_->stage();
  }

  void load(const Node &node) {
    if (node.kind == NodeKind::stage)
      tile_->load();
    else
      v_.load(v_.needed_by(roots_of(node)));
  }

  std::vector<std::uint16_t> roots_of(const Node &node) const {
    if (node.kind == NodeKind::fold || node.kind == NodeKind::look)
      return {input_of(program_.folds[node.axis])};
    return program_.output_steps();
  }

  /// Computes ahead what the private loops around the fold's body do not change, and the other folds for each of them.
  void prepare_fold() {
    const std::vector<bool> needed = v_.needed_by(std::array{input_of(filling_->fold())});
    if (filling_->fold().order.mode != FoldMode::columns)
      v_.hoist(needed);
    for (std::size_t f = 0; filling_->dims() != 0 && f < program_.folds.size(); ++f)
      if (f != filling_->number())
        v_.hoist_into_arrays(f, filling_->dims(), needed);
    if (kept_.is_there())
      kept_.keep(at_.position(Nest::inner_axis));
  }

  void act_on_gathered() {
    gathers_ = false;
    std::vector<Element> elements = std::exchange(elements_, {});
    const Places::State saved = at_.state();
    const auto each = [&](std::uint32_t bound, const std::function<void(Element &)> &act) {
      for (Element &element : elements) {
        at_.set(element.places);
        v_.scope_from(element.values, bound, [&] { act(element); });
      }
      at_.set(saved);
    };
    if (action_->kind == NodeKind::stage)
      return each(0, [&](Element &) { tile_->stage(); });
    if (action_->kind == NodeKind::fold)
      return fold_gathered(each);
    if (action_->kind == NodeKind::look) {
      std::vector<Value> hits;
      each(0, [&](Element &) { hits.push_back(hit()); });
      return look(hits);
    }
    each(0, [&](Element &element) {
      for (const std::uint16_t root : program_.output_steps())
        v_.get(root);
      element.values = v_.state();
    });
    each(0, [&](Element &) { v_.store_outputs(); });
  }

  template <class Each> void fold_gathered(const Each &each) {
    each(0, [&](Element &element) {
      prepare_fold();
      element.values = v_.state();
    });
    filling_->over_results(
        [&](Value result) {
          each(filling_->dims(), [&](Element &) {
            v_.fold_in(filling_->fold(), filling_->accumulators(), filling_->at(result, slot_),
                       [&] { return position(); });
          });
        },
        false);
  }

  /// What the loops at a node do not change.
  void hoist_below(std::size_t n) {
    for (const Node &node : below(n))
      if (node.kind == NodeKind::fold || node.kind == NodeKind::store) {
        std::vector<bool> needed = v_.needed_by(roots_of(node));
        for (std::size_t f = 0; program_.root_fold != no_fold && f < program_.folds.size(); ++f)
          if (program_.folds[f].over_row || static_cast<int>(f) == program_.root_fold)
            needed[program_.folds[f].step] = false; // the nest's own
        v_.hoist(needed);
      }
  }

  Builder &b_;
  Values &v_;
  const Program &program_;
  const Schedule &schedule_;
  const Nest &nest_;
  Places at_;
  KeptRow kept_;
  std::optional<StagedTile> tile_;
  std::shared_ptr<Filling> filling_, run_;
  std::unique_ptr<NumberedRun> numbered_;
  Slot slot_{v_.constant(0), 0};
  std::uint32_t meeting_ = 0;
  Accumulator met_;
  std::optional<MeetingInMemory> in_memory_;
  std::optional<Deciding> deciding_;
  std::optional<Hits> hits_;
  struct {
    Variable first, last; ///< In pieces.
    Value whole;
  } stretch_;
  Variable all_decided_;
  Value told_; ///< Where the result of the last group of several is decided.
  bool scans_ = false;
  bool in_rest_ = false; ///< Of lanes, of which some have no element.
  bool gathers_ = false; ///< Inside of loops together.
  std::vector<Element> elements_;
  const Node *action_ = nullptr;
};

} // namespace

void emit_nest(Builder &builder, Values &values, const Program &program, const Schedule &schedule) {
  NestEmitter(builder, values, program, schedule).emit();
}

} // namespace weft::fuse

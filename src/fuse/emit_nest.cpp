// Walks a nest: loops, tiles and elements.
#include "fuse/emit_nest.hpp"

#include <algorithm>

#include "fuse/nest_emitter.hpp"
#include "support/error.hpp"

namespace weft::fuse {

void NestEmitter::emit(std::size_t first, std::size_t end) {
  for (std::size_t n = first; n < end; n += nest_.nodes[n].below + 1u)
    emit_node(n);
}

std::span<const Node> NestEmitter::below(std::size_t n) const {
  return std::span(nest_.nodes).subspan(n + 1, nest_.nodes[n].below);
}

void NestEmitter::emit_node(std::size_t n) {
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

void NestEmitter::loop(std::size_t n) {
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

void NestEmitter::lanes(std::size_t n) {
  const Node &node = nest_.nodes[n];
  scope([&] {
    const Value inside = at_.to_lane(n);
    if (inside.type == Type::none)
      return at_.arrive(node), body(n);
    const bool is_usual = node.rest == Rest::checked;
    const bool before = std::exchange(in_rest_, in_rest_ || !is_usual);
    const codegen::Guard guard = is_usual ? codegen::Guard::boundary : codegen::Guard::rest;
    b_.if_then(inside, [&] { scope([&] { at_.arrive(node), body(n); }); }, guard);
    in_rest_ = before;
  });
}

void NestEmitter::turn(std::size_t n, Value turn, Piece piece) {
  const Node &node = nest_.nodes[n];
  scope([&] {
    at_.move(node, turn, piece);
    at_slot(node, turn, [&] {
      at_.arrive(node);
      body(n);
    });
  });
}

void NestEmitter::serial(std::size_t n) {
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
  if (node.rest == Rest::shifted)
    return b_.loop(none, at_.turns(node, count), one, [&](Value at) { turn(n, at, Piece::full); });
  if (node.rest == Rest::clipped || node.rest == Rest::checked)
    return b_.loop(none, at_.turns(node, count), one,
                   [&](Value at) { turn(n, at, nest_.nodes[n].rest == Rest::clipped ? Piece::open : Piece::guarded); });
  const Value whole = b_.index(IndexOp::div, count, v_.constant(node.piece));
  b_.loop(none, whole, one, [&](Value at) { turn(n, at, Piece::full); });
  b_.if_then(b_.compare(Compare::lt, whole, at_.turns(node, count)), [&] { rest(n, whole); });
}

void NestEmitter::rest(std::size_t n, Value turn) {
  const Node &node = nest_.nodes[n];
  scope([&] {
    at_.move_to_rest(node, turn);
    at_slot(node, turn, [&] { body(n); });
  });
}

void NestEmitter::cyclic(std::size_t n) {
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

bool NestEmitter::is_straight_below(std::size_t n) const {
  return std::ranges::any_of(below(n), [](const Node &node) { return node.bind == Bind::together && !node.slots; });
}

void NestEmitter::together(std::size_t n) {
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

bool NestEmitter::stays_straight(std::size_t n) const {
  return std::ranges::all_of(below(n), [&](const Node &node) {
    const bool loops = node.bind == Bind::serial || node.kind == NodeKind::each;
    return !loops && (node.kind != NodeKind::loop || at_[node.axis].piece == Piece::full);
  });
}

void NestEmitter::whole(std::size_t n) {
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

void NestEmitter::tile(std::size_t n) {
  const Places::State saved = at_.state();
  at_.begin_tile();
  tile_.emplace(b_, v_, program_, schedule_.staged, nest_.nodes[n], at_);
  body(n);
  at_.set(saved);
}

void NestEmitter::element(const Node &node) {
  action_ = &node;
  if (kept_.is_there() && runs_along_row(node))
    kept_.take(at_.position(Nest::inner_axis));
  if (!gathers_)
    return act(node);
  load(node);
  elements_.push_back({v_.state(), at_.state()});
}

bool NestEmitter::runs_along_row(const Node &node) const {
  return node.kind != NodeKind::stage && std::ranges::any_of(roots_of(node), [&](std::uint16_t root) {
           return (program_.steps[root].dims & program_.row) != 0;
         });
}

void NestEmitter::act(const Node &node) {
  if (node.kind == NodeKind::store)
    return v_.store_outputs(node);
  if (node.kind == NodeKind::fold) {
    prepare_fold();
    return fold_element();
  }
  if (node.kind == NodeKind::look)
    return look(std::array{hit()});
  load(node);
  tile_->stage();
}

void NestEmitter::load(const Node &node) {
  if (node.kind == NodeKind::stage)
    tile_->load();
  else
    v_.load(v_.needed_by(roots_of(node)));
}

std::vector<std::uint16_t> NestEmitter::roots_of(const Node &node) const {
  if (node.kind == NodeKind::fold || node.kind == NodeKind::look)
    return {input_of(program_.folds[node.axis])};
  std::vector<std::uint16_t> roots;
  for (std::size_t i = 0; i < program_.outputs.size(); ++i)
    if (node.stores(i))
      program_.outputs[i].add_steps_to(roots);
  return roots;
}

void NestEmitter::prepare_fold() {
  const std::vector<bool> needed = v_.needed_by(std::array{input_of(filling_->fold())});
  if (filling_->fold().order.mode != FoldMode::columns)
    v_.hoist(needed);
  for (std::size_t f = 0; filling_->dims() != 0 && f < program_.folds.size(); ++f)
    if (f != filling_->number())
      v_.hoist_into_arrays(f, filling_->dims(), needed);
  if (kept_.is_there())
    kept_.keep(at_.position(Nest::inner_axis));
}

void NestEmitter::act_on_gathered() {
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
    for (const std::uint16_t root : roots_of(*action_))
      v_.get(root);
    element.values = v_.state();
  });
  each(0, [&](Element &) { v_.store_outputs(*action_); });
}

void NestEmitter::hoist_below(std::size_t n) {
  for (const Node &node : below(n))
    if (node.kind == NodeKind::fold || node.kind == NodeKind::store) {
      std::vector<bool> needed = v_.needed_by(roots_of(node));
      for (std::size_t f = 0; program_.root_fold != no_fold && f < program_.folds.size(); ++f)
        if (program_.folds[f].over_row || static_cast<int>(f) == program_.root_fold)
          needed[program_.folds[f].step] = false; // the nest's own
      v_.hoist(needed);
    }
}

void emit_nest(Builder &builder, Values &values, const Program &program, const Schedule &schedule) {
  NestEmitter(builder, values, program, schedule).emit();
}

} // namespace weft::fuse

// Walks a nest and writes each of its nodes: loops and elements in emit_nest.cpp, folds in emit_folds.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fuse/deciding.hpp"
#include "fuse/filling.hpp"
#include "fuse/kept_row.hpp"
#include "fuse/places.hpp"
#include "fuse/runs.hpp"
#include "fuse/staged_tile.hpp"

namespace weft::fuse {

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
  void emit(std::size_t first, std::size_t end);
  void body(std::size_t n) { emit(n + 1, n + 1 + nest_.nodes[n].below); }
  std::span<const Node> below(std::size_t n) const;
  void emit_node(std::size_t n);
  /// What happens inside is forgotten after it, places on the axes too.
  template <class Body> void scope(Body body) {
    const Places::State saved = at_.state();
    v_.scope(body);
    at_.set(saved);
  }

  // Loops.
  void loop(std::size_t n);
  void lanes(std::size_t n);
  void turn(std::size_t n, Value turn, Piece piece);
  /// The rest of what loops together fill slots with goes into the first.
  template <class Body> void at_slot(const Node &node, Value turn, Body body) {
    if (!node.slots || node.bind != Bind::serial)
      return body();
    slot_ = {turn, 0};
    body();
    slot_ = {v_.constant(0), 0};
  }

  void serial(std::size_t n);
  /// What whole pieces have left.
  void rest(std::size_t n, Value turn);
  /// Every so many-th piece, from the group's on.
  void cyclic(std::size_t n);
  bool is_straight_below(std::size_t n) const;
  void together(std::size_t n);
  /// No loop or guard stands between the node and its elements.
  bool stays_straight(std::size_t n) const;
  void whole(std::size_t n);

  // Staged operands.
  void tile(std::size_t n);

  // Folds.
  void start(const Node &node);
  /// Long chains of additions would lose digits; numbers of elements within a run are as narrow as the elements.
  void run(std::size_t n);
  /// Of the lane, in the fold; turns are counted from the run's first.
  Value position_of_turn(Value turn);
  void hold(std::size_t n);
  void hold_hits(std::size_t n);

  // Folds that end early.
  void until(std::size_t n);
  void vote();
  void scan(std::size_t n);
  void tell(std::size_t n);
  void look(std::span<const Value> hits);
  Value hit() { return hits_->decides(v_.get(input_of(filling_->fold()))); }

  Value position_in_fold(Value inner);
  Value position();
  void fold_element();
  std::uint16_t input_of(const Fold &fold) const { return program_.steps[fold.step].inputs[0]; }

  void meet();
  Value result();
  void store_partial(const Node &node);

  // Elements: of several, all is loaded before the first is done with.
  void element(const Node &node);
  void act(const Node &node);
  void load(const Node &node);
  std::vector<std::uint16_t> roots_of(const Node &node) const;
  bool runs_along_row(const Node &node) const; ///< What it does for each element of a row that is kept.
  /// Computes ahead what the private loops around the fold's body do not change, and the other folds for each of them.
  void prepare_fold();
  void act_on_gathered();
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
  void hoist_below(std::size_t n);

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
  std::unique_ptr<NarrowSums> narrow_;
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

} // namespace weft::fuse

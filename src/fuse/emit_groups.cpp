// Folds on GPUs: the lanes of a work-group take neighbours by turns, then meet in local memory.
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

class Groups {
public:
  explicit Groups(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.fold()),
        single_(emission.schedule.form == Form::groups_single),
        body_(v_.needed_by(std::array{e_.program.steps[fold_.step].inputs[0]})),
        count_(accumulators_for(e_.program.extent_of(e_.schedule.private_dims))) {}

  void emit() {
    lane_ = b_.local_id(0);
    block_ = single_ ? v_.constant(0) : b_.group_id(1);
    if (e_.schedule.ids[0].count != 0)
      v_.bind_id(0, b_.group_id(0));
    accumulator_ = v_.accumulator(fold_, count_);
    over_private([&](Value at) { v_.start(fold_, accumulator_, at); });
    fold_block();
    if (single_)
      store_result();
    else
      store_partials();
  }

  Value fold_row() {
    lane_ = b_.local_id(0);
    block_ = v_.constant(0);
    accumulator_ = v_.accumulator(fold_, count_);
    v_.start(fold_, accumulator_, v_.constant(0));
    fold_block();
    return joined();
  }

private:
  void fold_block() {
    e_.over_rows(block_, [&](Value row, Value chunk) {
      e_.over_chunks(lane_, chunk, e_.is_light(body_),
                     [&](std::span<const Value> positions) { fold_together(row, positions); });
    });
    meet();
  }

  void over_private(const std::function<void(Value)> &body) {
    const std::uint32_t dims = e_.schedule.private_dims;
    v_.loop_over(dims, [&] { body(v_.linear(dims)); }, count_);
  }

  /// Loads all, then folds them one after another.
  void fold_together(Value row, std::span<const Value> positions) {
    std::vector<Values::State> elements;
    for (const Value position : positions)
      v_.scope([&] {
        v_.bind_dims(e_.inner_dims(), position);
        e_.take_kept(position);
        v_.load(body_);
        elements.push_back(v_.state());
      });
    for (std::size_t i = 0; i < elements.size(); ++i)
      v_.scope_from(elements[i], 0, [&] {
        e_.hoist_ahead(body_);
        e_.keep(positions[i]);
        elements[i] = v_.state();
      });
    over_private([&](Value at) {
      for (std::size_t i = 0; i < elements.size(); ++i)
        v_.scope_from(elements[i], e_.schedule.private_dims, [&] {
          v_.fold_in(fold_, accumulator_, at, [&] {
            return fold_.order.outer == 1 ? positions[i]
                                          : v_.add(v_.multiply(row, v_.field(FieldKind::inner)), positions[i]);
          });
        });
    });
  }

  Value slot_of(Value at, Value lane) { return v_.add(v_.multiply(at, v_.constant(fold_.order.lanes)), lane); }

  /// Halves the lanes until lane 0 has joined them all; the results of all private loops on the way.
  void meet() {
    const Type type = storage_type(fold_.loop.accumulate);
    const bool keeps_index = Values::keeps_index(fold_);
    values_ = b_.local_memory(e_.meeting);
    indices_ = b_.local_memory(e_.meeting + fold_.order.lanes * count_ * codegen::size_of(type));
    const Value only = v_.constant(0);
    over_private([&](Value at) {
      b_.store(values_, slot_of(at, lane_), b_.get(accumulator_.value, at));
      if (keeps_index)
        b_.store(indices_, slot_of(at, lane_), b_.get(accumulator_.index, at));
    });
    b_.barrier();
    const Accumulator joined = v_.accumulator(fold_);
    const auto join_with = [&](Value at, std::int64_t apart) {
      const Value mine = slot_of(at, lane_), other = v_.add(mine, v_.constant(apart));
      b_.set(joined.value, only, b_.load(type, values_, mine));
      if (keeps_index)
        b_.set(joined.index, only, b_.load(Type::i64, indices_, mine));
      v_.join(fold_, joined, only, b_.load(type, values_, other),
              keeps_index ? b_.load(Type::i64, indices_, other) : Value{});
      b_.store(values_, mine, b_.get(joined.value, only));
      if (keeps_index)
        b_.store(indices_, mine, b_.get(joined.index, only));
    };
    for (std::int64_t apart = fold_.order.lanes / 2; apart > 0; apart /= 2) {
      b_.if_then(b_.compare(Compare::lt, lane_, v_.constant(apart)),
                 [&] { over_private([&](Value at) { join_with(at, apart); }); });
      b_.barrier();
    }
  }

  Value joined() {
    const Value only = v_.constant(0);
    return Values::keeps_index(fold_) ? b_.load(Type::i64, indices_, only)
                                      : b_.load(storage_type(fold_.loop.accumulate), values_, only);
  }

  void store_result() {
    const Value only = v_.constant(0);
    b_.if_then(b_.compare(Compare::eq, lane_, only), [&] {
      v_.scope([&] {
        v_.set(fold_.step, joined());
        v_.store_outputs();
      });
    });
  }

  /// partial[result][block]; a lane each for the results of the private loops.
  void store_partials() {
    const std::uint32_t dims = e_.schedule.private_dims;
    Value results = v_.constant(1);
    for (std::size_t d = 0; d < e_.program.dims.size(); ++d)
      if (dims >> d & 1)
        results = v_.multiply(results, v_.extent(d));
    b_.if_then(b_.compare(Compare::lt, lane_, results), [&] {
      v_.scope([&] {
        v_.bind_dims(dims, lane_);
        const Value result = v_.linear(e_.program.dims_of(0));
        const Value slot = v_.add(v_.multiply(result, v_.field(FieldKind::blocks)), block_);
        const Value first = slot_of(lane_, v_.constant(0));
        b_.store(v_.field(FieldKind::partial), slot, b_.load(storage_type(fold_.loop.accumulate), values_, first));
        if (Values::keeps_index(fold_))
          b_.store(v_.field(FieldKind::partial_index), slot, b_.load(Type::i64, indices_, first));
      });
    });
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  bool single_;
  std::vector<bool> body_; ///< Steps that the folded value needs.
  std::uint32_t count_;    ///< Accumulators of a work-item.
  Value lane_, block_, values_, indices_;
  Accumulator accumulator_;
};

} // namespace

Value fold_row_by_groups(Emission &emission) {
  return Groups(emission).fold_row();
}

void emit_groups(Emission &emission) {
  Groups(emission).emit();
}

} // namespace weft::fuse

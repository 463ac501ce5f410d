// Programs over rows: a work-group folds its row as often as there are folds, then stores what runs along it. What
// several passes need stays in local memory, where each lane finds what it has put there.
#include "fuse/emit_forms.hpp"

#include "fuse/kept_steps.hpp"

namespace weft::fuse {

namespace {

class Row final : KeptRow {
public:
  explicit Row(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder),
        by_groups_(emission.fold().order.mode == FoldMode::groups),
        meeting_(meeting_bytes(emission.fold().order.lanes)) {
    if (e_.schedule.keeps_row)
      steps_ = kept_steps(e_.program, e_.schedule.unrolls);
  }

  void emit() {
    e_.kept = this;
    lane_ = b_.local_id(0);
    if (e_.schedule.ids[0].count != 0)
      v_.bind_id(0, b_.group_id(0));
    places_ = number_of_places();
    for (const std::size_t fold : folds_over_row(e_.program)) {
      e_.fold_at = fold;
      e_.meeting = pass_ % 2 * meeting_;
      const std::uint16_t step = e_.fold().step;
      hoist(std::array{step});
      v_.set(step, by_groups_ ? fold_row_by_groups(e_) : fold_row_by_lanes(e_));
      ++pass_;
    }
    store();
  }

private:
  void store() {
    const std::vector<std::uint16_t> roots = e_.program.output_steps();
    if (!stores_along_row(e_.program))
      return b_.if_then(b_.compare(Compare::eq, lane_, v_.constant(0)), [&] { v_.scope([&] { v_.store_outputs(); }); });
    hoist(roots);
    if (by_groups_) {
      const std::vector<bool> needed = v_.needed_by(roots);
      return e_.over_chunks(lane_, v_.constant(0), e_.is_light(needed),
                            [&](std::span<const Value> positions) { store_together(positions, needed); });
    }
    const Turns turns = e_.turns(lane_, v_.constant(0), v_.constant(0));
    e_.rest_of_turns(turns, v_.constant(0), turns.all, [&](Value turn) {
      v_.scope([&] {
        bind(e_.position(turns, turn));
        v_.store_outputs();
      });
    });
  }

  void store_together(std::span<const Value> positions, const std::vector<bool> &needed) {
    std::vector<Values::State> elements;
    for (const Value position : positions)
      v_.scope([&] {
        bind(position);
        v_.load(needed);
        elements.push_back(v_.state());
      });
    e_.store_together(elements);
  }

  void bind(Value position) {
    v_.bind_dims(e_.program.row, position);
    take(position);
  }

  /// What is the same for the whole row.
  void hoist(std::span<const std::uint16_t> roots) {
    std::vector<bool> needed = v_.needed_by(roots);
    for (std::size_t s = 0; s < needed.size(); ++s)
      needed[s] = needed[s] && !e_.program.is_fold_over_row(s);
    v_.hoist(needed);
  }

  void take(Value position) const override {
    for (const KeptStep &kept : steps_)
      if (kept.made < pass_ && pass_ <= kept.last)
        v_.set(kept.step, b_.load(type_of(kept), memory(), place_of(kept, position)));
  }

  void keep(Value position) const override {
    for (const KeptStep &kept : steps_)
      if (kept.made == pass_)
        b_.store(memory(), place_of(kept, position), v_.get(kept.step));
  }

  Type type_of(const KeptStep &kept) const { return storage_type(e_.program.steps[kept.step].dtype); }
  Value memory() const { return b_.local_memory(2 * meeting_); }

  Value number_of_places() const {
    const std::int64_t turn = e_.fold().order.lanes * (by_groups_ ? group_vector : 1);
    const Value turns =
        b_.index(IndexOp::div, v_.add(v_.field(FieldKind::inner), v_.constant(turn - 1)), v_.constant(turn));
    return v_.multiply(turns, v_.constant(turn));
  }

  /// In units of the value's size.
  Value place_of(const KeptStep &kept, Value position) const {
    const auto size = static_cast<std::int64_t>(item_size(e_.program.steps[kept.step].dtype));
    const Value before = v_.multiply(places_, v_.constant(kept.offset / size));
    return v_.add(before, by_groups_ ? across_lanes(position) : position);
  }

  /// Neighbouring lanes use neighbouring places: a lane's own neighbours lie a turn of all lanes apart.
  Value across_lanes(Value position) const {
    const Value lanes = v_.constant(e_.fold().order.lanes), width = v_.constant(group_vector);
    const Value vector = b_.index(IndexOp::div, position, width), within = b_.index(IndexOp::rem, position, width);
    const Value turn = b_.index(IndexOp::div, vector, lanes);
    return v_.add(v_.multiply(v_.add(v_.multiply(turn, width), within), lanes), lane_);
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  bool by_groups_;
  std::uint32_t meeting_; ///< Bytes for one fold.
  std::vector<KeptStep> steps_;
  std::uint16_t pass_ = 0;
  Value lane_, places_;
};

} // namespace

void emit_row(Emission &emission) {
  Row(emission).emit();
}

} // namespace weft::fuse

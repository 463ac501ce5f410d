// Writes a program's values through the Builder, each in the outermost loop where all it depends on is known.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "codegen/builder.hpp"
#include "fuse/arguments.hpp"
#include "fuse/program.hpp"

namespace weft::fuse {

using codegen::Builder;
using codegen::Compare;
using codegen::IndexOp;
using codegen::Type;
using codegen::Value;
using codegen::Variable;

/// An accumulator of a fold in the work-item; of several results if count is not 1.
struct Accumulator {
  Variable value;
  Variable index; ///< Only where the fold keeps one.
};

class Values {
  struct InArray {
    bool is = false;
    Variable variable;
    std::uint32_t dims = 0;
  };
  /// An axis of several loops.
  struct Joint {
    std::size_t axis;
    DimList loops;
    Value linear;
  };

public:
  /// What is known at a point of the kernel.
  struct State {
    std::vector<Value> values;
    std::vector<bool> known;
    std::vector<Value> indices;
    std::vector<InArray> arrays;
    std::vector<Joint> joints;
    std::uint32_t bound = 0;
  };

  Values(Builder &builder, const Program &program, const Schedule &schedule, const ArgumentLayout &layout);

  // Small things that the forms share.
  Value constant(std::int64_t value) { return builder_.constant_int(Type::i64, value); }
  Value add(Value a, Value b) { return builder_.index(IndexOp::add, a, b); }
  Value multiply(Value a, Value b) { return builder_.index(IndexOp::mul, a, b); }
  Value field(FieldKind kind, std::size_t at = 0, std::size_t dim = 0);
  Value extent(std::size_t dim) { return field(FieldKind::extent, 0, dim); }

  /// What has been written inside `body` is forgotten after it: it does not dominate what follows.
  template <class Body> void scope(Body body) {
    const State saved = state_;
    body();
    state_ = saved;
  }
  /// Goes on in `body` as things stood at `then`, but for the loops of `kept`, which stay bound as they are.
  template <class Body> void scope_from(const State &then, std::uint32_t kept, Body body) {
    scope([&] {
      const State now = std::exchange(state_, then);
      for (std::size_t d = 0; d < now.indices.size(); ++d)
        if (kept >> d & now.bound >> d & 1)
          bind(d, now.indices[d]);
      body();
    });
  }
  const State &state() const noexcept { return state_; }

  void bind(std::size_t dim, Value index);
  void bind_list(const DimList &, Value linear);    ///< Takes apart.
  void bind_axis(std::size_t axis, Value position); ///< Its loops; addresses may use the position as it is.
  void bind_dims(std::uint32_t dims, Value linear); ///< The same for loops as bits.
  /// Nested, slowest outermost; in a scope. With up to `unrolled` turns straight-line code, where the schedule wants
  /// it, else as `otherwise` says.
  void loop_over(std::uint32_t dims, const std::function<void()> &body, std::ptrdiff_t unrolled = most_unrolled,
                 codegen::Unroll otherwise = codegen::Unroll::automatic);
  Value linear(std::uint32_t dims); ///< Position among bound loops, last fastest.

  /// Of these steps writes down what is known already.
  void hoist(const std::vector<bool> &needed);
  void load(const std::vector<bool> &needed); ///< The same, of loads alone.
  Value get(std::uint16_t step);
  void set(std::uint16_t step, Value value);

  std::vector<bool> needed_by(std::span<const std::uint16_t> roots) const { return fuse::needed_by(program_, roots); }

  // Folds.
  Accumulator accumulator(const Fold &, std::uint32_t count = 1);
  void start(const Fold &, const Accumulator &, Value at);
  void move(const Fold &, const Accumulator &from, Value from_at, const Accumulator &to, Value to_at);
  void start_value(const Fold &, Variable, Value at);
  Value start_of(const Fold &);
  /// Folds the element at the bound loops into the accumulator; `position` is its index within the fold.
  void fold_in(const Fold &, const Accumulator &, Value at, const std::function<Value()> &position);
  /// Of folds with index: what comes after all that the accumulator has met, of which an equal one does not displace
  /// the best. Any index type does.
  void displace(const Fold &, const Accumulator &, Value at, Value value, Value index);
  Value combined(const Fold &, Value a, Value b); ///< Of folds without index.
  /// Joins another partial result into the accumulator; of equals, that of the lower index.
  void join(const Fold &, const Accumulator &, Value at, Value value, Value index);
  /// Of folds with index, the first where no element is beyond the start value, which all of them equal then:
  /// accumulators have no index, or anyone's.
  Value result(const Fold &, Value value, Value index);
  Value result(const Fold &, const Accumulator &, Value at);
  Value call(ops::Op, Dtype result, std::initializer_list<Value> inputs, std::span<const Dtype> loop);
  static bool keeps_index(const Fold &fold) { return ops::info(fold.kind).keeps_index; }

  /// Values of `fold`'s steps that no loop of `varying` changes, computed once into private arrays.
  void hoist_into_arrays(std::size_t fold, std::uint32_t varying, const std::vector<bool> &needed);

  void store_outputs(const Node &store);

private:
  Value address_index(const Leaf &, FieldKind stride, std::size_t at);
  Value scaled(Value index, StrideKind, FieldKind stride, std::size_t at,
               std::size_t dim = 0); ///< Elements of a field come in vectors.
  Value pointer(FieldKind, std::size_t at);
  Value compute(const Step &);
  Value gathered(const Step &);
  Value times_index_stride(Value index, bool output, std::size_t at);
  Value replaces(const Fold &, Value value, Value best); ///< Of folds with index.
  void displace_where(Value wins, const Accumulator &, Value at, Value value, Value index);
  Value sequential_fold(const Step &);
  void hoist_inputs(std::vector<bool> needed, std::uint16_t but);

  Builder &builder_;
  const Program &program_;
  const Schedule &schedule_;
  const ArgumentLayout &layout_;
  State state_;
};

} // namespace weft::fuse

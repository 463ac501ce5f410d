// Random programs of several folds, whose values arrays hold or let go of: what is computed lazily is what is computed
// one operation after the other.
#include <random>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/values.hpp"
#include "number_from.hpp"

namespace weft::fuse {
namespace {

using array::Array;
using array::Scalar;
using ops::Op;
using ops::Reduction;

/// The same array twice: computed when it is read, and at once.
struct Twins {
  Array lazy, eager;
};

/// Matrices of one shape, and what they fold to, all of them int64.
class Programs {
public:
  explicit Programs(unsigned seed) : random_(seed) {
    rows_ = any<std::ptrdiff_t>({1, 3, 17, 40, 300, 1100});
    columns_ = rows_ > 40 ? any<std::ptrdiff_t>({5, 12, 33, 100}) : any<std::ptrdiff_t>({5, 33, 40, 64, 300, 1000});
    if (below(4) == 0)
      columns_ = rows_;
    for (int i = 0; i < 3; ++i)
      keep(fresh());
  }

  void run() {
    for (int step = 0; step < 9; ++step)
      statement();
    while (!all_.empty()) {
      const Twins each = take(below(all_.size()));
      ASSERT_EQ(each.lazy.shape(), each.eager.shape());
      ASSERT_EQ(array::test::values<std::int64_t>(each.lazy), array::test::values<std::int64_t>(each.eager))
          << text_of(each.lazy.shape()) << " of " << rows_ << " x " << columns_;
    }
  }

private:
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T> T any(std::initializer_list<T> from) { return from.begin()[below(from.size())]; }

  Twins take(std::size_t at) {
    const Twins taken = all_[at];
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at));
    return taken;
  }
  const Twins &some() { return all_[below(all_.size())]; }
  void keep(Twins twins) {
    twins.eager.evaluate();
    all_.push_back(std::move(twins));
  }
  template <class Make> void make(const Twins &from, Make make) { keep({make(from.lazy), make(from.eager)}); }
  template <class Make> void make(const Twins &a, const Twins &b, Make make) {
    keep({make(a.lazy, b.lazy), make(a.eager, b.eager)});
  }

  /// In memory, seen in one of several ways.
  Twins fresh() {
    std::vector<std::int64_t> values(static_cast<std::size_t>(rows_ * columns_));
    for (std::int64_t &value : values)
      value = static_cast<std::int64_t>(below(9)) - 4;
    const Array memory = array::test::make({rows_, columns_}, values);
    const std::ptrdiff_t m = rows_, n = columns_;
    const Array seen = [&] {
      switch (below(5)) {
      case 0:
        return memory.with_layout({m, n}, {1, m}, 0);
      case 1:
        return memory.with_layout({m, n}, {n, -1}, n - 1);
      case 2:
        return memory.with_layout({m, n}, {-n, 1}, (m - 1) * n);
      default:
        return memory;
      }
    }();
    return {seen, seen};
  }

  bool is_whole(const Twins &twins) const { return twins.lazy.shape() == Shape{rows_, columns_}; }

  void statement() {
    const Twins x = some(), y = some();
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return fold(x);
    case 3:
      if (all_.size() > 3)
        take(below(all_.size()));
      return;
    case 4:
      return part(x);
    default: {
      const Op op = any({Op::add, Op::subtract, Op::maximum, Op::minimum});
      return make(x, y, [&](const Array &a, const Array &b) { return array::binary(op, a, b); });
    }
    }
  }

  void fold(const Twins &x) {
    const Reduction kind = any({Reduction::sum, Reduction::max, Reduction::min, Reduction::argmax, Reduction::argmin});
    const std::array axis{below(4) == 0 ? 0 : 1};
    if (x.lazy.shape().size() != 2)
      return;
    make(x, [&](const Array &a) { return array::reduce(kind, a, axis, true); });
  }

  /// Some of what a fold gave, which the rest of its shape then reads.
  void part(const Twins &x) {
    if (is_whole(x) || x.lazy.shape()[0] < 2)
      return;
    const bool backwards = below(2) != 0;
    make(x, [&](const Array &a) {
      const Shape &strides = a.strides();
      return backwards ? a.with_layout(a.shape(), {-strides[0], strides[1]},
                                       a.layout()->offset() + strides[0] * (a.shape()[0] - 1))
                       : a.with_layout({1, a.shape()[1]}, strides, a.layout()->offset() + strides[0]);
    });
  }

  std::mt19937 random_;
  std::ptrdiff_t rows_ = 1, columns_ = 1;
  std::vector<Twins> all_;
};

TEST(RowPrograms, GiveWhatTheirOperationsGiveOneByOne) {
  const unsigned first = number_from("WEFT_RANDOM_SEED", 0u), count = number_from("WEFT_RANDOM_PROGRAMS", 40u);
  for (unsigned seed = first; seed < first + count; ++seed) {
    Programs(seed).run();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

} // namespace
} // namespace weft::fuse

// Random programs run step by step give what plain loops over doubles give, and the same bits fused.
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "reference.hpp"

namespace weft::array::test {
namespace {

using ops::Op;
using ops::Reduction;

/// The bytes, with every NaN made the same one.
std::vector<std::byte> canonical(const Array &array) {
  std::vector<std::byte> raw = bytes(array);
  const auto fix = [&]<class T>(T) {
    for (std::size_t at = 0; at < raw.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, &raw[at], sizeof value);
      if (std::isnan(value)) {
        value = std::numeric_limits<T>::quiet_NaN();
        std::memcpy(&raw[at], &value, sizeof value);
      }
    }
  };
  if (array.dtype() == Dtype::f32)
    fix(0.0f);
  if (array.dtype() == Dtype::f64)
    fix(0.0);
  return raw;
}

/// A program over a growing list of arrays. Two runs with the same seed do the same.
class Program {
public:
  Program(unsigned seed, bool eager) : random_(seed), eager_(eager) {
    const std::ptrdiff_t rows = pick({0, 1, 3, 40, 150}), columns = pick({0, 1, 2, 17, 64, 1000});
    shape_ = {pick({0, 1, 2, 5, 2, 5}), rows, columns};
    for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::i32, Dtype::f32})
      keep(fresh(shape_, dtype));
    keep(fresh({columns}, Dtype::f32));
    keep(fresh({rows, 1}, Dtype::f64));
  }

  std::vector<Array> run(int steps) {
    for (int i = 0; i < steps; ++i)
      step();
    return arrays_;
  }

private:
  std::ptrdiff_t pick(std::vector<std::ptrdiff_t> from) { return from[random_() % from.size()]; }
  const Array &any() { return arrays_[random_() % arrays_.size()]; }

  void keep(const Array &array) {
    if (eager_)
      array.evaluate();
    arrays_.push_back(array);
  }

  /// In the run step by step, a result is compared with what `expected` computes from the operands as they are.
  template <class Expected> void keep(const Array &array, const char *what, Expected expected) {
    if (eager_) {
      array.evaluate();
      expect_equal(array, expected(), what);
    }
    arrays_.push_back(array);
  }

  Array fresh(const Shape &shape, Dtype dtype) {
    std::vector<double> values(fuse::dense_layout(shape, 'C')->size());
    for (double &value : values)
      value = static_cast<double>(random_() % 2000) / 64.0 - 15.0;
    const Array doubles = make(shape, values);
    const Array array = astype(doubles, dtype);
    array.evaluate();
    return array;
  }

  void step() {
    switch (random_() % 9) {
    case 0:
    case 1:
      return binary_step();
    case 2:
      return root_step();
    case 3:
      return reduce_step();
    case 4:
      return view_step();
    case 5:
      return inplace_step();
    case 6:
      return choice_step();
    case 7:
      return exponential_step();
    default:
      return cast_step();
    }
  }

  void root_step() {
    const Array x = any(), y = unary(Op::sqrt, unary(Op::abs, x));
    keep(y, "sqrt(abs(x))", [&] {
      return mapped(read(x), [&](double v) { return stored(std::sqrt(stored(std::abs(v), y.dtype())), y.dtype()); });
    });
  }

  void choice_step() {
    const Array x = any(), y = where(array::binary(Op::greater, x, Scalar{1.5}), x, Scalar{0.25});
    keep(y, "where(x > 1.5, x, 0.25)",
         [&] { return mapped(read(x), [&](double v) { return stored(v > 1.5 ? v : 0.25, y.dtype()); }); });
  }

  void exponential_step() {
    constexpr double ulps = 4;
    const Array x = any(), y = unary(Op::exp, array::binary(Op::multiply, x, Scalar{-0.125}));
    keep(y, "exp(x * -0.125)", [&] {
      Reference result =
          mapped(read(x), [&](double v) { return std::exp(stored(stored(v, y.dtype()) * -0.125, y.dtype())); });
      for (const double element : result.elements)
        result.error.push_back(ulps * epsilon(y.dtype()) * element);
      return result;
    });
  }

  void cast_step() {
    const Array x = any(), y = astype(x, random_() % 2 ? Dtype::f32 : Dtype::f64);
    keep(y, "astype", [&] { return mapped(read(x), [&](double v) { return stored(v, y.dtype()); }); });
  }

  /// Read where the elements lie in memory.
  void view_step() {
    const Array x = any(), y = view_of(x);
    keep(y, "view", [&] {
      Reference result{y.shape(), {}, {}};
      const auto look = [&]<class T>(const T *first) {
        each_position(y.shape(), [&](const Shape &at) {
          std::ptrdiff_t element = y.offset();
          for (std::size_t axis = 0; axis < at.size(); ++axis)
            element += at[axis] * y.strides()[axis];
          result.elements.push_back(static_cast<double>(first[element]));
        });
      };
      x.queue()->wait();
      const void *const first = x.base();
      switch (x.dtype()) {
      case Dtype::f32:
        look(static_cast<const float *>(first));
        break;
      case Dtype::f64:
        look(static_cast<const double *>(first));
        break;
      case Dtype::i32:
        look(static_cast<const std::int32_t *>(first));
        break;
      case Dtype::i64:
        look(static_cast<const std::int64_t *>(first));
        break;
      default:
        look(static_cast<const std::uint8_t *>(first));
      }
      return result;
    });
  }

  static double apply(Op op, Dtype dtype, double x, double y) {
    const bool truth = dtype == Dtype::b1;
    if (dtype == Dtype::i32 && op == Op::multiply)
      return static_cast<std::int32_t>(static_cast<std::int64_t>(x) * static_cast<std::int64_t>(y));
    switch (op) {
    case Op::add:
      return truth ? x || y : x + y;
    case Op::subtract:
      return x - y;
    case Op::multiply:
      return x * y;
    case Op::divide:
      return x / y;
    default:
      return std::isnan(x) || std::isnan(y) ? std::numeric_limits<double>::quiet_NaN() : std::max(x, y);
    }
  }

  void binary_step() {
    const Array x = any();
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Array y = any();
      const Shape shapes[] = {x.shape(), y.shape()};
      try {
        broadcast_shapes(shapes);
      } catch (const std::exception &) {
        continue;
      }
      const Op op = std::array{Op::add, Op::subtract, Op::multiply, Op::maximum, Op::divide}[random_() % 5];
      const Array z = array::binary(op, x, y);
      return keep(z, ops::info(op).name.data(), [&] {
        return combined(read(x), read(y), z.shape(), z.dtype(),
                        [&](double a, double b) { return apply(op, z.dtype(), a, b); });
      });
    }
  }

  void reduce_step() {
    const Array x = any();
    std::vector<int> axes;
    for (int axis = 0; axis < x.ndim(); ++axis)
      if (random_() % 2)
        axes.push_back(axis);
    const auto reduction =
        std::array{Reduction::sum, Reduction::mean, Reduction::max, Reduction::argmin, Reduction::any}[random_() % 5];
    std::ptrdiff_t count = 1;
    for (int axis : axes)
      count *= x.shape()[static_cast<std::size_t>(axis)];
    const bool keepdims = random_() % 2;
    if (count == 0 && (reduction == Reduction::max || reduction == Reduction::argmin))
      return; // of nothing there is none
    const Array y = reduce(reduction, x, axes, keepdims);
    keep(y, ops::info(reduction).name.data(), [&] { return reduced(reduction, read(x), axes, keepdims, y.dtype()); });
  }

  Array view_of(const Array &x) {
    Shape shape = x.shape(), strides = x.strides();
    std::ptrdiff_t offset = x.offset();
    if (shape.empty())
      return x;
    const std::size_t axis = random_() % shape.size();
    switch (random_() % 4) {
    case 0:
      std::swap(shape[axis], shape[0]);
      std::swap(strides[axis], strides[0]);
      break;
    case 1:
      if (shape[axis] > 0) {
        offset += (shape[axis] - 1) * strides[axis];
        strides[axis] = -strides[axis];
      }
      break;
    case 2:
      if (shape[axis] > 2) {
        offset += strides[axis];
        strides[axis] *= 2;
        shape[axis] = (shape[axis] - 1) / 2;
      }
      break;
    default:
      if (const auto flat = x.reshaped_view({static_cast<std::ptrdiff_t>(x.size())}))
        return *flat;
    }
    return x.size() == 0 ? x : x.with_layout(shape, strides, offset);
  }

  void inplace_step() {
    const Array x = any();
    if (!x.writable() || x.dtype() == Dtype::b1 || x.dtype() == Dtype::i64 || x.dtype() == Dtype::i32)
      return;
    const bool adds = random_() % 2;
    const Array view = adds ? x : view_of(x);
    const std::vector<Reference> before = eager_ ? all() : std::vector<Reference>();
    if (adds)
      elementwise_inplace(Op::add, x, Scalar{1.0});
    else
      assign(view, Scalar{0.5});
    if (!eager_)
      return;
    x.evaluate();
    check_update(view, before, [&](double old) { return stored(adds ? old + 1.0 : 0.5, x.dtype()); });
  }

  std::vector<Reference> all() const {
    std::vector<Reference> result;
    for (const Array &array : arrays_)
      result.push_back(read(array));
    return result;
  }

  static std::vector<std::uintptr_t> addresses(const Array &array) {
    std::vector<std::uintptr_t> result;
    const auto item = static_cast<std::ptrdiff_t>(item_size(array.dtype()));
    each_position(array.shape(), [&](const Shape &at) {
      std::ptrdiff_t element = array.offset();
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        element += at[axis] * array.strides()[axis];
      result.push_back(reinterpret_cast<std::uintptr_t>(array.base()) + static_cast<std::uintptr_t>(element * item));
    });
    return result;
  }

  /// Whatever sees elements of the view sees them changed, and nothing else has changed.
  template <class Update>
  void check_update(const Array &view, const std::vector<Reference> &before, Update update) const {
    std::set<std::uintptr_t> written;
    for (const std::uintptr_t address : addresses(view))
      written.insert(address);
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      Reference expected = before[i];
      const std::vector<std::uintptr_t> elements = addresses(arrays_[i]);
      for (std::size_t e = 0; e < elements.size(); ++e)
        if (written.contains(elements[e]))
          expected.elements[e] = update(expected.elements[e]);
      expect_equal(arrays_[i], expected, "after an update");
    }
  }

  std::mt19937 random_;
  bool eager_;
  Shape shape_;
  std::vector<Array> arrays_;
};

class Programs : public testing::TestWithParam<unsigned> {};

TEST_P(Programs, EqualPlainLoopsAndTheSameBitsFused) {
  const auto lazy = Program(GetParam(), false).run(14), eager = Program(GetParam(), true).run(14);
  ASSERT_EQ(lazy.size(), eager.size());
  for (std::size_t i = lazy.size(); i-- > 0;) { // what was computed last pulls the rest in
    ASSERT_EQ(lazy[i].shape(), eager[i].shape()) << i;
    ASSERT_EQ(canonical(lazy[i]), canonical(eager[i])) << "array " << i << " of dtype " << name_of(lazy[i].dtype());
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Programs, testing::Range(0u, 40u));

} // namespace
} // namespace weft::array::test

// Random programs give the same bits whether they run step by step or fused.
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "values.hpp"

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
    const std::ptrdiff_t rows = pick({0, 1, 3, 40, 150}), columns = pick({1, 2, 17, 64, 1000});
    shape_ = {pick({1, 2, 5}), rows, columns};
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
      return keep(unary(Op::sqrt, unary(Op::abs, any())));
    case 3:
      return reduce_step();
    case 4:
      return keep(view_of(any()));
    case 5:
      return inplace_step();
    case 6: {
      const Array &x = any();
      return keep(where(array::binary(Op::greater, x, Scalar{1.5}), x, Scalar{0.25}));
    }
    case 7:
      return keep(unary(Op::exp, array::binary(Op::multiply, any(), Scalar{-0.125})));
    default:
      return keep(astype(any(), random_() % 2 ? Dtype::f32 : Dtype::f64));
    }
  }

  void binary_step() {
    const Array &x = any();
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Array &y = any();
      const Shape shapes[] = {x.shape(), y.shape()};
      try {
        broadcast_shapes(shapes);
      } catch (const std::exception &) {
        continue;
      }
      const Op op = std::array{Op::add, Op::subtract, Op::multiply, Op::maximum, Op::divide}[random_() % 5];
      return keep(array::binary(op, x, y));
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
    if (count != 0)
      keep(reduce(reduction, x, axes, random_() % 2));
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
    if (random_() % 2)
      elementwise_inplace(Op::add, x, Scalar{1.0});
    else
      assign(view_of(x), Scalar{0.5});
    if (eager_)
      x.evaluate();
  }

  std::mt19937 random_;
  bool eager_;
  Shape shape_;
  std::vector<Array> arrays_;
};

class Programs : public testing::TestWithParam<unsigned> {};

TEST_P(Programs, LazyEqualsEager) {
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

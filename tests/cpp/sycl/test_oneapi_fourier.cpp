// What there is of oneMKL's Fourier transforms, against sums over all elements in double precision.
#include <cmath>
#include <complex>
#include <cstdint>
#include <numeric>
#include <vector>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace dft = oneapi::mkl::dft;
using dft::config_param;
using dft::config_value;
using dft::domain;
using dft::precision;

namespace {

constexpr double pi = 3.14159265358979323846;

// Programs switch over them.
static_assert(oneapi::mkl::dft::config_value::WORKSPACE_AUTOMATIC !=
              oneapi::mkl::dft::config_value::WORKSPACE_INTERNAL);

using Complex = std::complex<double>;
using Lengths = std::vector<std::int64_t>;

std::int64_t product(const Lengths &lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t(1), std::multiplies<>());
}

/// The index of an element, which counts through the last dimension first.
Lengths index_of(std::int64_t element, const Lengths &lengths) {
  Lengths index(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0; element /= lengths[i])
    index[i] = element % lengths[i];
  return index;
}

std::int64_t place_of(const Lengths &index, const Lengths &strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin() + 1, strides[0]);
}

/// One line after the other along each dimension.
std::vector<Complex> transformed(std::vector<Complex> x, const Lengths &lengths, double sign) {
  for (std::size_t d = 0; d < lengths.size(); ++d) {
    const std::int64_t n = lengths[d],
                       step = product(Lengths(lengths.begin() + static_cast<long>(d) + 1, lengths.end()));
    std::vector<Complex> result(x.size());
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(x.size()); ++i) {
      const std::int64_t k = i / step % n, first = i - k * step;
      for (std::int64_t j = 0; j < n; ++j)
        result[static_cast<std::size_t>(i)] +=
            x[static_cast<std::size_t>(first + j * step)] *
            std::polar(1.0, sign * 2 * pi * static_cast<double>(j * k % n) / static_cast<double>(n));
    }
    x = result;
  }
  return x;
}

/// Strides without gaps, of rows of `row` elements.
Lengths dense(const Lengths &lengths, std::int64_t row) {
  Lengths strides(lengths.size() + 1);
  std::int64_t step = 1;
  for (std::size_t i = lengths.size(); i > 0; --i) {
    strides[i] = step;
    step *= i == lengths.size() ? row : lengths[i - 1];
  }
  return strides;
}

/// Strides with gaps, behind an offset, and the distance of transforms then.
Lengths apart(const Lengths &lengths, std::int64_t row) {
  Lengths strides = dense(lengths, row + 1);
  for (std::int64_t &stride : strides)
    stride *= 2;
  strides[0] = 3;
  return strides;
}

struct Shape {
  Lengths lengths;
  std::int64_t transforms = 1;
  bool in_place = false, with_gaps = false, buffers = false;
};

} // namespace

class Fourier : public EachDevice {
public:
  template <precision Precision, domain Domain> void expect_transforms(const Shape &shape, bool forward) {
    using Descriptor = dft::descriptor<Precision, Domain>;
    using Real = typename Descriptor::scalar_type;
    if (sizeof(Real) == 8 && !q.get_device().has(sycl::aspect::fp64))
      return;
    constexpr bool real = Domain == domain::REAL;
    const Lengths &lengths = shape.lengths;
    const std::int64_t last = lengths.back(), half = last / 2 + 1, size = product(lengths),
                       forward_row = !real                                  ? last
                                     : shape.in_place || lengths.size() > 1 ? 2 * half
                                                                            : last,
                       backward_row = real ? half : last;
    Lengths forward_strides = dense(lengths, forward_row), backward_strides = dense(lengths, backward_row);
    const std::int64_t gaps = shape.with_gaps ? 4 : 1, extra = shape.with_gaps ? 2 * size + 10 : 0,
                       forward_distance = (size / last * forward_row + extra) * gaps,
                       backward_distance = (size / last * backward_row + extra) * gaps;
    Descriptor descriptor(lengths);
    descriptor.set_value(config_param::PLACEMENT, shape.in_place ? config_value::INPLACE : config_value::NOT_INPLACE);
    if (shape.transforms > 1) {
      descriptor.set_value(config_param::NUMBER_OF_TRANSFORMS, shape.transforms);
      descriptor.set_value(config_param::FWD_DISTANCE, forward_distance);
      descriptor.set_value(config_param::BWD_DISTANCE, backward_distance);
    }
    if (shape.with_gaps) {
      forward_strides = apart(lengths, forward_row);
      backward_strides = apart(lengths, backward_row);
      descriptor.set_value(config_param::FWD_STRIDES, forward_strides);
      descriptor.set_value(config_param::BWD_STRIDES, backward_strides.data());
    }
    descriptor.set_value(config_param::FORWARD_SCALE, Real(0.5));
    descriptor.set_value(config_param::BACKWARD_SCALE, Real(0.25));
    descriptor.commit(q);

    // The numbers before, and behind, on the side of the forward domain; those behind have symmetric halves.
    std::vector<std::vector<Complex>> before, after;
    for (std::int64_t t = 0; t < shape.transforms; ++t) {
      std::vector<Complex> x;
      for (std::int64_t i = 0; i < size; ++i)
        x.emplace_back(static_cast<double>((i * 37 + t * 5) % 101) / 101,
                       real ? 0 : static_cast<double>((i * 53 + t) % 97) / 97);
      before.push_back(x);
      after.push_back(transformed(x, lengths, -1));
    }
    const auto parts_of = [&](bool of_forward) { return real && of_forward ? 1 : 2; };
    const auto room = [&](bool of_forward) {
      return static_cast<std::size_t>((of_forward ? forward_distance : backward_distance) * shape.transforms *
                                      parts_of(of_forward));
    };
    const auto fill = [&](Real *to, bool of_forward) {
      for_elements(shape, of_forward ? forward_strides : backward_strides,
                   of_forward ? forward_distance : backward_distance, real && !of_forward ? half : last,
                   [&](std::size_t t, std::size_t element, std::int64_t place) {
                     const Complex value = (of_forward ? before : after)[t][element];
                     to[place * parts_of(of_forward)] = static_cast<Real>(value.real());
                     if (parts_of(of_forward) == 2)
                       to[place * 2 + 1] = static_cast<Real>(value.imag());
                   });
    };
    const std::size_t in_room = shape.in_place ? std::max(room(true), room(false)) : room(forward);
    Real *const in = shared<Real>(in_room, Real(-7)), *const apart_out = shared<Real>(room(!forward), Real(-7));
    fill(in, forward);
    Real *const out = shape.in_place ? in : apart_out;
    if (shape.buffers) {
      sycl::buffer<Real> from(in, sycl::range<1>(in_room)), to(apart_out, sycl::range<1>(room(!forward)));
      if (shape.in_place)
        forward ? compute_forward(descriptor, from) : compute_backward(descriptor, from);
      else
        forward ? compute_forward(descriptor, from, to) : compute_backward(descriptor, from, to);
    } else {
      // by the types of elements
      const auto from = reinterpret_cast<std::complex<Real> *>(in),
                 to = reinterpret_cast<std::complex<Real> *>(apart_out);
      if (shape.in_place)
        (forward ? compute_forward(descriptor, from) : compute_backward(descriptor, from)).wait();
      else
        (forward ? compute_forward(descriptor, from, to) : compute_backward(descriptor, from, to)).wait();
    }
    const double scale = forward ? 0.5 : 0.25 * static_cast<double>(size),
                 tolerance = (sizeof(Real) == 4 ? 2e-6 : 1e-13) * static_cast<double>(size);
    for_elements(shape, forward ? backward_strides : forward_strides, forward ? backward_distance : forward_distance,
                 real && forward ? half : last, [&](std::size_t t, std::size_t element, std::int64_t place) {
                   const Complex expected = scale * (forward ? after : before)[t][element];
                   const int parts = parts_of(!forward);
                   EXPECT_NEAR(out[place * parts], expected.real(), tolerance) << t << ", " << element;
                   if (parts == 2)
                     EXPECT_NEAR(out[place * 2 + 1], expected.imag(), tolerance) << t << ", " << element;
                 });
    if (!shape.in_place && shape.with_gaps)
      EXPECT_EQ(out[0], Real(-7));
  }

  template <class Each>
  static void for_elements(const Shape &shape, const Lengths &strides, std::int64_t distance, std::int64_t row,
                           Each each) {
    for (std::int64_t t = 0; t < shape.transforms; ++t)
      for (std::int64_t i = 0; i < product(shape.lengths); ++i)
        if (const Lengths index = index_of(i, shape.lengths); index.back() < row)
          each(static_cast<std::size_t>(t), static_cast<std::size_t>(i), place_of(index, strides) + t * distance);
  }

  template <domain Domain> void expect_both_ways(const Shape &shape) {
    for (const bool forward : {true, false}) {
      expect_transforms<precision::SINGLE, Domain>(shape, forward);
      expect_transforms<precision::DOUBLE, Domain>(shape, forward);
    }
  }
};
WEFT_EACH_DEVICE(Fourier);

TEST_P(Fourier, TransformsLinesOfAnyLength) {
  for (const std::int64_t n : {1, 2, 3, 4, 7, 8, 12, 49, 60, 97, 128, 210})
    expect_both_ways<domain::COMPLEX>({.lengths = {n}});
}

TEST_P(Fourier, HalfOfARealLinesTransformIsStored) {
  for (const std::int64_t n : {1, 2, 5, 6, 16, 45}) {
    expect_both_ways<domain::REAL>({.lengths = {n}});
    expect_both_ways<domain::REAL>({.lengths = {n}, .in_place = true});
  }
}

TEST_P(Fourier, TransformsSeveralDimensionsWhereverTheyLie) {
  for (const Lengths &lengths : {Lengths{6, 10}, Lengths{4, 3, 5}, Lengths{2, 6, 8}})
    for (const bool in_place : {false, true})
      for (const bool buffers : {false, true}) {
        const Shape shape{.lengths = lengths, .transforms = buffers ? 1 : 2, .in_place = in_place, .buffers = buffers};
        expect_both_ways<domain::COMPLEX>(shape);
        expect_both_ways<domain::REAL>(shape);
      }
}

TEST_P(Fourier, StridesAndOffsetsLeaveGapsAsTheyAre) {
  for (const Lengths &lengths : {Lengths{9}, Lengths{4, 6}, Lengths{3, 2, 4}}) {
    const Shape shape{.lengths = lengths, .transforms = 3, .with_gaps = true};
    expect_both_ways<domain::COMPLEX>(shape);
    expect_both_ways<domain::REAL>(shape);
  }
}

// Strides by what is read and written, which are those of the other side on the way back.
TEST_P(Fourier, StridesMayBeOfInputAndOutput) {
  constexpr std::int64_t n = 6;
  auto *const in = shared<std::complex<float>>(2 * n), *const out = shared<std::complex<float>>(3 * n);
  in[2] = 1; // the second element
  dft::descriptor<precision::SINGLE, domain::COMPLEX> descriptor(n);
  descriptor.set_value(config_param::PLACEMENT, DFTI_NOT_INPLACE);
  const std::int64_t by_two[] = {0, 2}, by_three[] = {0, 3};
  descriptor.set_value(config_param::INPUT_STRIDES, by_two);
  descriptor.set_value(config_param::OUTPUT_STRIDES, by_three);
  descriptor.commit(q);
  for (const bool forward : {true, false}) {
    (forward ? compute_forward(descriptor, in, out) : compute_backward(descriptor, in, out)).wait();
    for (std::int64_t k = 0; k < n; ++k)
      EXPECT_NEAR(out[3 * k].imag(), (forward ? -1 : 1) * std::sin(2 * pi * static_cast<double>(k) / n), 1e-6);
  }
}

TEST_P(Fourier, QuarterTurnsAreExact) {
  using Single = std::complex<float>;
  auto *const x = shared<Single>(8);
  x[2] = 1; // two elements of eight are a quarter turn
  dft::descriptor<precision::SINGLE, domain::COMPLEX> of(8);
  of.commit(q);
  compute_forward(of, x).wait();
  const Single turns[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(x[i], turns[i % 4]) << i;
}

TEST_P(Fourier, CallsOfOneDescriptorFollowEachOther) {
  constexpr std::int64_t n = 1024;
  dft::descriptor<precision::SINGLE, domain::COMPLEX> descriptor(n);
  descriptor.commit(q);
  std::vector<std::complex<float> *> lines;
  std::vector<sycl::event> transforms;
  for (int i = 0; i < 8; ++i) {
    lines.push_back(shared<std::complex<float>>(n));
    lines.back()[0] = static_cast<float>(i);
    transforms.push_back(compute_forward(descriptor, lines.back()));
  }
  sycl::event::wait(transforms);
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::int64_t k = 0; k < n; ++k)
      EXPECT_EQ(lines[i][k], static_cast<float>(i));
}

TEST(Descriptors, TellWhatTheyWereTold) {
  dft::descriptor<precision::DOUBLE, domain::REAL> descriptor({4, 6});
  descriptor.set_value(config_param::BACKWARD_SCALE, 1.0 / 24);
  descriptor.set_value(config_param::NUMBER_OF_TRANSFORMS, 3);
  double scale = 0;
  std::int64_t transforms = 0, lengths[2] = {};
  std::size_t bytes = 1;
  config_value status{}, placement{};
  descriptor.get_value(config_param::BACKWARD_SCALE, &scale);
  descriptor.get_value(config_param::NUMBER_OF_TRANSFORMS, &transforms);
  descriptor.get_value(config_param::LENGTHS, lengths);
  descriptor.get_value(config_param::WORKSPACE_BYTES, &bytes);
  descriptor.get_value(config_param::COMMIT_STATUS, &status);
  descriptor.get_value(config_param::PLACEMENT, &placement);
  EXPECT_EQ(scale, 1.0 / 24);
  EXPECT_EQ(transforms, 3);
  EXPECT_EQ(lengths[1], 6);
  EXPECT_EQ(bytes, 0u);
  EXPECT_EQ(status, config_value::UNCOMMITTED);
  EXPECT_EQ(placement, config_value::INPLACE);
}

TEST_P(Fourier, MemoryForWorkMayBeGivenAndOfAnyType) {
  auto *x = shared<std::complex<float>>(4);
  std::fill_n(x, 4, std::complex<float>(1));
  dft::descriptor<precision::SINGLE, domain::COMPLEX> descriptor(4);
  descriptor.set_value(dft::config_param::WORKSPACE, dft::config_value::WORKSPACE_EXTERNAL);
  descriptor.commit(q);
  std::int64_t bytes = -1;
  descriptor.get_value(dft::config_param::WORKSPACE_BYTES, &bytes);
  ASSERT_GE(bytes, 0);
  descriptor.set_workspace(shared<double>(static_cast<std::size_t>(bytes) / sizeof(double) + 1));
  dft::compute_forward(descriptor, x).wait();
  EXPECT_EQ(x[0], std::complex<float>(4));
  EXPECT_EQ(x[1], std::complex<float>(0));
}

TEST_P(Fourier, WhatDescriptorsCannotDoIsAnError) {
  using Descriptor = dft::descriptor<precision::SINGLE, domain::COMPLEX>;
  EXPECT_THROW(Descriptor({2, 2, 2, 2}), oneapi::mkl::unimplemented);
  EXPECT_THROW(Descriptor(0), oneapi::mkl::invalid_argument);
  Descriptor descriptor(4);
  EXPECT_THROW(descriptor.set_value(config_param::COMPLEX_STORAGE, config_value::REAL_REAL),
               oneapi::mkl::unimplemented);
  EXPECT_THROW(descriptor.set_value(config_param::FWD_STRIDES, {0, 1, 1}), oneapi::mkl::invalid_argument);
  auto *const x = shared<std::complex<float>>(4);
  EXPECT_THROW(compute_forward(descriptor, x), oneapi::mkl::uninitialized);
  descriptor.commit(q);
  compute_forward(descriptor, x).wait();
  descriptor.set_value(config_param::FORWARD_SCALE, 2);
  EXPECT_THROW(compute_forward(descriptor, x), oneapi::mkl::exception);
}

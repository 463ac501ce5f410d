// Fourier transforms as SYCL kernels: what lies by strides is loaded into an array without gaps, passes of Stockham's
// algorithm go over it, one for each factor of each length, and the result is stored by strides.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::dft::detail {

using blas::detail::address;
using blas::detail::Events;
using blas::detail::Int;
using blas::detail::times;
using blas::detail::within;

/// Of up to three dimensions; those before the first one are of length 1.
using Index = std::array<std::uint32_t, 3>;

/// Where the elements of transforms lie.
struct Layout {
  Int offset;
  std::array<Int, 3> strides;
  Int distance;

  Int of(std::size_t transform, const Index &at) const {
    return offset + static_cast<Int>(transform) * distance + at[0] * strides[0] + at[1] * strides[1] +
           at[2] * strides[2];
  }
};

inline Index place_of(std::uint32_t element, const Index &lengths) {
  return {element / lengths[2] / lengths[1], element / lengths[2] % lengths[1], element % lengths[2]};
}

/// Fours, which need the fewest passes for their products, and primes.
inline std::vector<std::uint32_t> factors_of(std::uint32_t length) {
  std::vector<std::uint32_t> factors;
  for (; length % 4 == 0; length /= 4)
    factors.push_back(4);
  for (std::uint32_t factor = 2; length > 1; ++factor) {
    if (factor > length / factor)
      factor = length;
    for (; length % factor == 0; length /= factor)
      factors.push_back(factor);
  }
  return factors;
}

/// exp(-2 pi i k / length), exactly where a quarter turn is: the angle within one is at most an eighth of a turn.
inline std::complex<double> root_of(std::uint64_t k, std::uint32_t length) {
  const std::uint64_t quarters = 4 * k / length, rest = 4 * k % length;
  const bool beyond = 2 * rest > length;
  const double angle = std::acos(0.0) * static_cast<double>(beyond ? length - rest : rest) / length;
  const double x = beyond ? std::sin(angle) : std::cos(angle), y = beyond ? std::cos(angle) : std::sin(angle);
  const std::complex<double> turned[] = {{x, -y}, {-y, -x}, {-x, y}, {y, x}};
  return turned[quarters % 4];
}

/// For each k.
template <class Real> std::vector<std::complex<Real>> roots_of(std::uint32_t length) {
  std::vector<std::complex<Real>> roots(length);
  for (std::uint32_t k = 0; k < length; ++k)
    roots[k] = std::complex<Real>(root_of(k, length));
  return roots;
}

template <class T> std::shared_ptr<T> device_memory(const sycl::queue &queue, std::size_t count) {
  return {sycl::malloc_device<T>(count, queue), [queue](T *p) { sycl::free(p, queue); }};
}

/// Transforms of one shape, of which one call after the other uses the same memory. Threads take turns to call.
template <class Real> class Plan {
public:
  using Complex = std::complex<Real>;

  Plan(sycl::queue queue, const Index &lengths, std::size_t transforms)
      : queue_(std::move(queue)), lengths_(lengths), transforms_(transforms) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto roots = roots_of<Real>(lengths[i]);
      roots_[i] = device_memory<Complex>(queue_, roots.size());
      queue_.copy(roots.data(), roots_[i].get(), roots.size()).wait();
    }
    for (auto &memory : memory_)
      memory = device_memory<Complex>(queue_, transforms_ * size());
  }
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;
  ~Plan() { last_.wait(); }

  /// From elements of type In to those of type Out, of which complex ones beside real ones are the first half.
  template <class In, class Out, class From, class To>
  sycl::event transform(const From &from, const Layout &in, const To &to, const Layout &out, bool forward, Real scale,
                        Events after) {
    constexpr bool from_half = std::is_same_v<Out, Real>, to_half = std::is_same_v<In, Real>;
    after.push_back(last_);
    sycl::event done = load<In, from_half>(from, in, after);
    const Complex *result = memory_[0].get();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::uint32_t length = 1;
      for (const std::uint32_t factor : factors_of(lengths_[axis])) {
        Complex *const next = memory_[result == memory_[0].get() ? 1 : 0].get();
        done = pass(axis, length, factor, forward ? Real(1) : Real(-1), result, next, done);
        length *= factor;
        result = next;
      }
    }
    return last_ = store<Out, to_half>(result, to, out, scale, done);
  }

private:
  std::size_t size() const { return std::size_t(lengths_[0]) * lengths_[1] * lengths_[2]; }

  /// The other half of complex elements is conjugated, and lies at the negative index.
  template <class In, bool Half, class From>
  sycl::event load(const From &from, const Layout &layout, const Events &after) {
    return queue_.submit([&](sycl::handler &handler) {
      handler.depends_on(after);
      const auto place = within(handler, from, sycl::read_only);
      handler.parallel_for(sycl::range<2>(transforms_, size()),
                           [=, to = memory_[0].get(), lengths = lengths_](sycl::id<2> id) {
                             const auto elements = reinterpret_cast<const In *>(address(place));
                             Index at = place_of(static_cast<std::uint32_t>(id[1]), lengths);
                             const bool mirrored = Half && at[2] > lengths[2] / 2;
                             for (std::size_t i = 0; mirrored && i < 3; ++i)
                               at[i] = at[i] == 0 ? 0 : lengths[i] - at[i];
                             const Complex value(elements[layout.of(id[0], at)]);
                             const std::size_t size = std::size_t(lengths[0]) * lengths[1] * lengths[2];
                             to[id[0] * size + id[1]] = mirrored ? Complex(value.real(), -value.imag()) : value;
                           });
    });
  }

  /// Before it, rows of `length` numbers are transforms of every (n / length)th element; after it, of `factor` times as
  /// many, for all lines of an axis of n elements.
  sycl::event pass(std::size_t axis, std::uint32_t length, std::uint32_t factor, Real sign, const Complex *from,
                   Complex *to, const sycl::event &after) {
    const std::uint32_t n = lengths_[axis], inner = static_cast<std::uint32_t>(axis == 2   ? 1
                                                                               : axis == 1 ? lengths_[2]
                                                                                           : lengths_[1] * lengths_[2]);
    const std::size_t outer = transforms_ * size() / n / inner;
    return queue_.parallel_for(
        sycl::range<2>(outer, std::size_t(n) * inner), after, [=, roots = roots_[axis].get()](sycl::id<2> id) {
          const auto element = static_cast<std::uint32_t>(id[1]);
          const std::uint32_t row = element / inner, rows = n / (length * factor), first = row / (length * factor),
                              k = row % (length * factor), step = k * rows;
          const std::size_t line = id[0] * n * inner;
          const Complex *x = from + line + (first * length + k % length) * inner + element % inner;
          Complex sum = *x;
          for (std::uint32_t s = 1, root = 0; s < factor; ++s) {
            x += std::size_t(rows) * length * inner;
            root += step;
            root -= root < n ? 0 : n;
            sum += times(Complex(roots[root].real(), sign * roots[root].imag()), *x);
          }
          to[line + element] = sum;
        });
  }

  template <class Out, bool Half, class To>
  sycl::event store(const Complex *from, const To &to, const Layout &layout, Real scale, const sycl::event &after) {
    Index stored = lengths_;
    if (Half)
      stored[2] = stored[2] / 2 + 1;
    return queue_.submit([&](sycl::handler &handler) {
      handler.depends_on(after);
      const auto place = within(handler, to, sycl::read_write);
      const sycl::range<2> range(transforms_, std::size_t(stored[0]) * stored[1] * stored[2]);
      handler.parallel_for(range, [=, lengths = lengths_](sycl::id<2> id) {
        const Index at = place_of(static_cast<std::uint32_t>(id[1]), stored);
        const std::size_t line = (id[0] * lengths[0] + at[0]) * lengths[1] + at[1];
        const Complex value = from[line * lengths[2] + at[2]];
        Out &element = reinterpret_cast<Out *>(address(place))[layout.of(id[0], at)];
        if constexpr (std::is_same_v<Out, Real>)
          element = scale * value.real();
        else
          element = Out(scale * value.real(), scale * value.imag());
      });
    });
  }

  sycl::queue queue_;
  Index lengths_;
  std::size_t transforms_;
  std::array<std::shared_ptr<Complex>, 3> roots_;
  std::array<std::shared_ptr<Complex>, 2> memory_;
  sycl::event last_;
};

} // namespace oneapi::mkl::dft::detail

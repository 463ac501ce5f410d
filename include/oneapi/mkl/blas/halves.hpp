// Triangles by halves: small ones on the diagonal by kernels of their own, and what is beside them by products of
// matrices, which is most of the work.
#pragma once

#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

/// What of a triangle's half is beside its diagonal, between one part and the other.
struct Beside {
  Int row, column, rows, columns;
};
inline Beside beside(bool upper, Int begin, Int middle, Int end) {
  if (upper)
    return {begin, middle, middle - begin, end - middle};
  return {middle, begin, end - middle, middle - begin};
}

/// Goes from `begin` to `end`, or back: part(begin, end, after) of one half, between(begin, middle, end, after), then
/// the other half, each itself by halves. Events: the commands to wait for; returns the last one.
template <class Part, class Between>
sycl::event by_halves(Int begin, Int end, bool back, const Events &after, const Part &part, const Between &between) {
  constexpr Int smallest = 64;
  if (end - begin <= smallest)
    return part(begin, end, after);
  const Int middle = begin + (end - begin + 2 * smallest - 1) / (2 * smallest) * smallest;
  const Int parts[2][2] = {{begin, middle}, {middle, end}};
  const auto half = [&](int which, const Events &before) {
    return by_halves(parts[which][0], parts[which][1], back, before, part, between);
  };
  return half(!back, {between(begin, middle, end, {half(back, after)})});
}

} // namespace oneapi::mkl::blas::detail

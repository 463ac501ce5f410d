// Numbers of 32 bits that are taken for vecs of smaller ones (SYCLcompat).
#pragma once

#include <type_traits>

#include <sycl/sycl.hpp>
#include <syclcompat/math_compare.hpp>

namespace syclcompat {

#define WEFT_SYCLCOMPAT_UNARY(name, ...)                                                                               \
  struct name {                                                                                                        \
    template <class ValueT> auto operator()(const ValueT x) const { return __VA_ARGS__; }                              \
  };
#define WEFT_SYCLCOMPAT_BINARY(name, ...)                                                                              \
  struct name {                                                                                                        \
    template <class ValueT> auto operator()(const ValueT x, const ValueT y) const { return __VA_ARGS__; }              \
  };
WEFT_SYCLCOMPAT_UNARY(abs, sycl::abs(x))
WEFT_SYCLCOMPAT_BINARY(abs_diff, sycl::abs_diff(x, y))
WEFT_SYCLCOMPAT_BINARY(add_sat, sycl::add_sat(x, y))
WEFT_SYCLCOMPAT_BINARY(sub_sat, sycl::sub_sat(x, y))
WEFT_SYCLCOMPAT_BINARY(hadd, sycl::hadd(x, y))
WEFT_SYCLCOMPAT_BINARY(rhadd, sycl::rhadd(x, y))
WEFT_SYCLCOMPAT_BINARY(maximum, detail::map<ValueT>([](auto a, auto b) { return detail::greater_of(a, b); }, x, y))
WEFT_SYCLCOMPAT_BINARY(minimum, detail::map<ValueT>([](auto a, auto b) { return detail::less_of(a, b); }, x, y))
#undef WEFT_SYCLCOMPAT_UNARY
#undef WEFT_SYCLCOMPAT_BINARY

namespace detail {
/// The same bytes; where `relu` is asked for, negative elements are 0.
template <class To, class V> To packed(V v, bool relu = false) {
  if (relu)
    v = map<V>([](auto x) { return x < decltype(x)(0) ? decltype(x)(0) : x; }, v);
  return sycl::bit_cast<To>(v);
}
} // namespace detail

template <class VecT, class UnaryOperation> unsigned vectorized_unary(unsigned a, const UnaryOperation unary_op) {
  return detail::packed<unsigned>(unary_op(sycl::bit_cast<VecT>(a)));
}
template <class VecT, class BinaryOperation>
unsigned vectorized_binary(unsigned a, unsigned b, const BinaryOperation binary_op, bool need_relu = false) {
  return detail::packed<unsigned>(binary_op(sycl::bit_cast<VecT>(a), sycl::bit_cast<VecT>(b)), need_relu);
}
/// op2(op1(a, b), c).
template <class VecT, class BinaryOperation1, class BinaryOperation2>
unsigned vectorized_ternary(unsigned a, unsigned b, unsigned c, const BinaryOperation1 binary_op1,
                            const BinaryOperation2 binary_op2, bool need_relu = false) {
  const VecT first = binary_op1(sycl::bit_cast<VecT>(a), sycl::bit_cast<VecT>(b));
  return detail::packed<unsigned>(binary_op2(first, sycl::bit_cast<VecT>(c)), need_relu);
}
/// binary_op of both halves, which are of type T; what it answers for a comparison of them is told, too.
template <class T, class BinaryOperation>
unsigned vectorized_with_pred(unsigned a, unsigned b, const BinaryOperation binary_op, bool *pred_hi, bool *pred_lo) {
  using V = sycl::vec<T, 2>;
  const V x = sycl::bit_cast<V>(a), y = sycl::bit_cast<V>(b);
  const T low = binary_op(T(x[0]), T(y[0]), pred_lo), high = binary_op(T(x[1]), T(y[1]), pred_hi);
  return sycl::bit_cast<unsigned>(V(low, high));
}

template <class S, class T> T vectorized_max(T a, T b) {
  return sycl::bit_cast<T>(maximum()(sycl::bit_cast<S>(a), sycl::bit_cast<S>(b)));
}
template <class S, class T> T vectorized_min(T a, T b) {
  return sycl::bit_cast<T>(minimum()(sycl::bit_cast<S>(a), sycl::bit_cast<S>(b)));
}
/// All bits of the elements of which a's is greater.
template <class S, class T> T vectorized_isgreater(T a, T b) {
  return sycl::bit_cast<T>(sycl::bit_cast<S>(a) > sycl::bit_cast<S>(b));
}
/// The distances of all elements, added up.
template <class VecT> unsigned vectorized_sum_abs_diff(unsigned a, unsigned b) {
  const VecT x = sycl::bit_cast<VecT>(a), y = sycl::bit_cast<VecT>(b);
  unsigned sum = 0;
  for (std::size_t i = 0; i < VecT::size(); ++i)
    sum += static_cast<unsigned>(x[i] < y[i] ? int(y[i]) - int(x[i]) : int(x[i]) - int(y[i]));
  return sum;
}

} // namespace syclcompat

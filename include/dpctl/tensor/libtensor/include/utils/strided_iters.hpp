// From the number of an element to its place, and shapes and strides of fewer dimensions that reach the same elements.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace dpctl::tensor::strides {

/// Displacements of element `i` (C order) of a shape, whose number of dimensions is known when running.
template <typename indT = std::ptrdiff_t> class CIndexer_vector {
  static_assert(std::is_integral_v<indT> && std::is_signed_v<indT>, "Signed integral type is required");

public:
  CIndexer_vector(int dim) : nd_(dim) {}

  template <class ShapeTy> indT size(const ShapeTy &shape) const {
    indT elements = 1;
    for (int dim = 0; dim < nd_; ++dim)
      elements *= shape[dim];
    return elements;
  }

  template <class ShapeTy, class StridesTy>
  void get_displacement(const indT i, const ShapeTy &shape, const StridesTy &stride, indT &disp) const {
    disp = 0;
    for_each_index(i, shape, [&](int dim, indT index) { disp += index * stride[dim]; });
  }

  template <class ShapeTy, class StridesTy>
  void get_displacement(const indT i, const ShapeTy &shape, const StridesTy &stride1, const StridesTy &stride2,
                        indT &disp1, indT &disp2) const {
    disp1 = disp2 = 0;
    for_each_index(i, shape, [&](int dim, indT index) {
      disp1 += index * stride1[dim];
      disp2 += index * stride2[dim];
    });
  }

  template <class ShapeTy, class StridesTy>
  void get_displacement(const indT i, const ShapeTy &shape, const StridesTy &stride1, const StridesTy &stride2,
                        const StridesTy &stride3, indT &disp1, indT &disp2, indT &disp3) const {
    disp1 = disp2 = disp3 = 0;
    for_each_index(i, shape, [&](int dim, indT index) {
      disp1 += index * stride1[dim];
      disp2 += index * stride2[dim];
      disp3 += index * stride3[dim];
    });
  }

  template <class ShapeTy, class StridesTy>
  void get_displacement(const indT i, const ShapeTy &shape, const StridesTy &stride1, const StridesTy &stride2,
                        const StridesTy &stride3, const StridesTy &stride4, indT &disp1, indT &disp2, indT &disp3,
                        indT &disp4) const {
    disp1 = disp2 = disp3 = disp4 = 0;
    for_each_index(i, shape, [&](int dim, indT index) {
      disp1 += index * stride1[dim];
      disp2 += index * stride2[dim];
      disp3 += index * stride3[dim];
      disp4 += index * stride4[dim];
    });
  }

  template <class ShapeTy, class StridesTy, int nstrides>
  void get_displacement(const indT i, const ShapeTy &shape, const std::array<StridesTy, nstrides> &strides,
                        std::array<indT, nstrides> &disps) const {
    disps.fill(0);
    for_each_index(i, shape, [&](int dim, indT index) {
      for (int k = 0; k < nstrides; ++k)
        disps[k] += index * strides[k][dim];
    });
  }

  /// Of the element that rolling by `shifts` (at least 0, less than the extents) brings to place `i`.
  template <class ShapeTy, class StridesTy>
  void get_left_rolled_displacement(const indT i, const ShapeTy &shape, const StridesTy &stride,
                                    const StridesTy &shifts, indT &disp) const {
    disp = 0;
    for_each_index(i, shape, [&](int dim, indT index) {
      const indT rolled = index < shifts[dim] ? index + shape[dim] - shifts[dim] : index - shifts[dim];
      disp += rolled * stride[dim];
    });
  }

private:
  /// Calls f(dimension, index), last dimension first; the first one takes what is left.
  template <class ShapeTy, class F> void for_each_index(indT i, const ShapeTy &shape, F f) const {
    for (int dim = nd_ - 1; dim > 0; --dim) {
      const indT extent = shape[dim];
      const indT rest = i / extent;
      f(dim, i - rest * extent);
      i = rest;
    }
    if (nd_ > 0)
      f(0, i);
  }

  int nd_;
};

/// Indices of element `i` (C order) of a shape, whose number of dimensions is known when compiling.
template <int _ndim, typename indT = std::ptrdiff_t> class CIndexer_array {
  static_assert(std::is_integral_v<indT> && std::is_signed_v<indT>, "Signed integral type is required");
  static_assert(_ndim > 0, "Dimensionality must be positive");
  using index_t = std::array<indT, _ndim>;

public:
  CIndexer_array() = default;
  explicit CIndexer_array(const index_t &input_shape) : elements_(1), shape_(input_shape) {
    for (const indT extent : shape_)
      elements_ *= extent;
  }

  indT size() const { return elements_; }
  indT rank() const { return _ndim; }

  void set(const indT i) {
    indT left = i;
    for (int dim = _ndim - 1; dim > 0; --dim) {
      const indT rest = left / shape_[dim];
      index_[dim] = left - rest * shape_[dim];
      left = rest;
    }
    index_[0] = left;
  }

  const index_t &get() const { return index_; }

private:
  indT elements_ = 0;
  index_t shape_{};
  index_t index_{};
};

namespace detail {

/// Joins neighbouring dimensions that every array passes as one; gives how many are left. Strides are not negative.
template <std::size_t N, class ShapeTy, class StridesTy>
int joined(int nd, ShapeTy *shape, const std::array<StridesTy *, N> &strides) {
  int kept = nd > 0 ? 1 : 0;
  for (int dim = 1; dim < nd; ++dim) {
    const int last = kept - 1;
    const bool one = std::all_of(strides.begin(), strides.end(), [&](const StridesTy *of) {
      return of[last] == of[dim] * static_cast<StridesTy>(shape[dim]);
    });
    const int to = one ? last : kept++;
    shape[to] = one ? shape[to] * shape[dim] : shape[dim];
    for (StridesTy *of : strides)
      of[to] = of[dim];
  }
  return kept;
}

template <std::size_t N, class ShapeTy, class StridesTy>
int simplified(int nd, ShapeTy *shape, const std::array<StridesTy *, N> &strides,
               const std::array<StridesTy *, N> &displacements) {
  for (StridesTy *displacement : displacements)
    *displacement = 0;
  if (nd < 2)
    return nd;
  const auto key = [&](int dim) { // by the last array first
    std::array<StridesTy, N + 1> sizes{};
    for (std::size_t k = 0; k < N; ++k)
      sizes[N - 1 - k] = strides[k][dim] < 0 ? -strides[k][dim] : strides[k][dim];
    sizes[N] = static_cast<StridesTy>(shape[dim]);
    return sizes;
  };
  std::vector<int> order(nd);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return std::pair(key(a), -a) > std::pair(key(b), -b); });
  const auto permute = [&](auto *values) {
    const std::vector<std::remove_pointer_t<decltype(values)>> before(values, values + nd);
    for (int dim = 0; dim < nd; ++dim)
      values[dim] = before[order[dim]];
  };
  permute(shape);
  for (StridesTy *of : strides)
    permute(of);
  bool joins = true;
  for (int dim = 0; dim < nd; ++dim) {
    const auto is = [&](auto test) { return [dim, test](const StridesTy *of) { return test(of[dim]); }; };
    const auto negative = is([](StridesTy stride) { return stride < 0; });
    const bool any = std::any_of(strides.begin(), strides.end(), negative);
    if (any && std::all_of(strides.begin(), strides.end(), is([](StridesTy stride) { return stride <= 0; }))) {
      for (std::size_t k = 0; k < N; ++k) {
        *displacements[k] += strides[k][dim] * static_cast<StridesTy>(shape[dim] - 1);
        strides[k][dim] = -strides[k][dim];
      }
    } else if (any) {
      joins = false;
    }
  }
  return joins ? joined(nd, shape, strides) : nd;
}

template <std::size_t N, typename T, class Error, typename vecT>
std::tuple<vecT, std::array<vecT, N>, std::array<T, N>> contracted(const vecT &shape, std::array<vecT, N> strides) {
  vecT extents = shape;
  std::array<T, N> displacements{};
  std::array<T *, N> to{}, at{};
  for (std::size_t k = 0; k < N; ++k) {
    if (strides[k].size() != shape.size())
      throw Error("Shape and strides must be of equal size.");
    to[k] = strides[k].data();
    at[k] = &displacements[k];
  }
  const int nd = simplified<N>(static_cast<int>(shape.size()), extents.data(), to, at);
  extents.resize(nd);
  for (vecT &of : strides)
    of.resize(nd);
  return {std::move(extents), std::move(strides), displacements};
}

} // namespace detail

/// Changes shape and strides so that they reach the same elements, perhaps in another order and with fewer dimensions,
/// whose number it gives; `disp` is added to the offset. The others do so for two to four arrays side by side.
template <class ShapeTy, class StridesTy>
int simplify_iteration_stride(const int nd, ShapeTy *shape, StridesTy *strides, StridesTy &disp) {
  return detail::simplified<1, ShapeTy, StridesTy>(nd, shape, {strides}, {&disp});
}

template <class ShapeTy, class StridesTy>
int simplify_iteration_two_strides(const int nd, ShapeTy *shape, StridesTy *strides1, StridesTy *strides2,
                                   StridesTy &disp1, StridesTy &disp2) {
  return detail::simplified<2, ShapeTy, StridesTy>(nd, shape, {strides1, strides2}, {&disp1, &disp2});
}

template <class ShapeTy, class StridesTy>
int simplify_iteration_three_strides(const int nd, ShapeTy *shape, StridesTy *strides1, StridesTy *strides2,
                                     StridesTy *strides3, StridesTy &disp1, StridesTy &disp2, StridesTy &disp3) {
  return detail::simplified<3, ShapeTy, StridesTy>(nd, shape, {strides1, strides2, strides3}, {&disp1, &disp2, &disp3});
}

template <class ShapeTy, class StridesTy>
int simplify_iteration_four_strides(const int nd, ShapeTy *shape, StridesTy *strides1, StridesTy *strides2,
                                    StridesTy *strides3, StridesTy *strides4, StridesTy &disp1, StridesTy &disp2,
                                    StridesTy &disp3, StridesTy &disp4) {
  return detail::simplified<4, ShapeTy, StridesTy>(nd, shape, {strides1, strides2, strides3, strides4},
                                                   {&disp1, &disp2, &disp3, &disp4});
}

/// The same for vectors, which are copied. Throws Error where they differ in size.
template <typename T, class Error, typename vecT = std::vector<T>>
std::tuple<vecT, vecT, T> contract_iter(const vecT &shape, const vecT &strides) {
  auto [extents, s, d] = detail::contracted<1, T, Error, vecT>(shape, {strides});
  return {extents, s[0], d[0]};
}

template <typename T, class Error, typename vecT = std::vector<T>>
std::tuple<vecT, vecT, T, vecT, T> contract_iter2(const vecT &shape, const vecT &strides1, const vecT &strides2) {
  auto [extents, s, d] = detail::contracted<2, T, Error, vecT>(shape, {strides1, strides2});
  return {extents, s[0], d[0], s[1], d[1]};
}

template <typename T, class Error, typename vecT = std::vector<T>>
std::tuple<vecT, vecT, T, vecT, T, vecT, T> contract_iter3(const vecT &shape, const vecT &strides1,
                                                           const vecT &strides2, const vecT &strides3) {
  auto [extents, s, d] = detail::contracted<3, T, Error, vecT>(shape, {strides1, strides2, strides3});
  return {extents, s[0], d[0], s[1], d[1], s[2], d[2]};
}

template <typename T, class Error, typename vecT = std::vector<T>>
std::tuple<vecT, vecT, T, vecT, T, vecT, T, vecT, T> contract_iter4(const vecT &shape, const vecT &strides1,
                                                                    const vecT &strides2, const vecT &strides3,
                                                                    const vecT &strides4) {
  auto [extents, s, d] = detail::contracted<4, T, Error, vecT>(shape, {strides1, strides2, strides3, strides4});
  return {extents, s[0], d[0], s[1], d[1], s[2], d[2], s[3], d[3]};
}

/// Fewer dimensions that reach the same elements in the same order; gives their number.
template <class ShapeTy, class StridesTy> int compact_iteration(const int nd, ShapeTy *shape, StridesTy *strides) {
  if (std::any_of(strides, strides + nd, [](StridesTy stride) { return stride < 0; }))
    return nd;
  return detail::joined<1, ShapeTy, StridesTy>(nd, shape, {strides});
}

} // namespace dpctl::tensor::strides

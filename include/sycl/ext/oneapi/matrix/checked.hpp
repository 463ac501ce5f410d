// Parts of matrices that may reach beyond their end (sycl_ext_intel_matrix): what is outside is 0, and never stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/matrix/matrix.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental::matrix {

namespace detail {

namespace base = oneapi::experimental::matrix;

/// Where a part lies in a matrix in memory: its size, and the row and column of the part's first element.
template <class T> struct part {
  std::size_t stride, height, width, row, column;
  base::layout layout;

  /// Calls f(place) for an element of the part that is inside.
  template <class F> WEFT_INLINE bool inside(std::size_t r, std::size_t c, const F &f) const {
    if (layout == base::layout::ext_intel_packed) { // rows that one 32-bit word holds count as one
      constexpr std::size_t together = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
      c = c * together + r % together;
      r /= together;
    }
    if (row + r >= height || column + c >= width)
      return false;
    f(layout == base::layout::col_major ? (column + c) * stride + row + r : (row + r) * stride + column + c);
    return true;
  }
};

template <class Group, class M, class Pointer, class Part>
WEFT_INLINE void load(Group sg, M &m, Pointer from, const Part &of) {
  const auto *memory = base::detail::raw(from);
  base::detail::access::each(sg, m, [&](std::uint32_t i, std::size_t r, std::size_t c) {
    auto &to = base::detail::access::elements(m)[i];
    using element = std::decay_t<decltype(to)>;
    if (!of.inside(r, c, [&](std::size_t place) { to = static_cast<element>(memory[place]); }))
      to = static_cast<element>(0.0f);
  });
}

template <class Group, class M, class Pointer, class Part>
WEFT_INLINE void store(Group sg, const M &m, Pointer to, const Part &of) {
  auto *memory = base::detail::raw(to);
  using element = std::remove_reference_t<decltype(*memory)>;
  base::detail::access::each(sg, m, [&](std::uint32_t i, std::size_t r, std::size_t c) {
    of.inside(r, c,
              [&](std::size_t place) { memory[place] = static_cast<element>(base::detail::access::elements(m)[i]); });
  });
}

} // namespace detail

/// From memory in the matrix's own layout.
template <class Group, class T, detail::base::use Use, std::size_t Rows, std::size_t Cols, detail::base::layout L,
          class Pointer>
WEFT_INLINE void joint_matrix_load_checked(Group sg, detail::base::joint_matrix<Group, T, Use, Rows, Cols, L> &m,
                                           Pointer from, std::size_t stride, std::size_t height, std::size_t width,
                                           std::size_t row, std::size_t column) {
  using stored = typename detail::base::detail::stored<T>::type;
  detail::load(sg, m, from, detail::part<stored>{stride, height, width, row, column, L});
}
/// In the layout that is given, since the matrix has none of its own.
template <class Group, class T, std::size_t Rows, std::size_t Cols, class Pointer>
WEFT_INLINE void joint_matrix_load_checked(
    Group sg,
    detail::base::joint_matrix<Group, T, detail::base::use::accumulator, Rows, Cols, detail::base::layout::dynamic> &m,
    Pointer from, std::size_t stride, detail::base::layout layout, std::size_t height, std::size_t width,
    std::size_t row, std::size_t column) {
  detail::load(sg, m, from, detail::part<T>{stride, height, width, row, column, layout});
}

template <class Group, class T, detail::base::use Use, std::size_t Rows, std::size_t Cols, detail::base::layout L,
          class Pointer>
WEFT_INLINE void joint_matrix_store_checked(Group sg, const detail::base::joint_matrix<Group, T, Use, Rows, Cols, L> &m,
                                            Pointer to, std::size_t stride, std::size_t height, std::size_t width,
                                            std::size_t row, std::size_t column) {
  using stored = typename detail::base::detail::stored<T>::type;
  detail::store(sg, m, to, detail::part<stored>{stride, height, width, row, column, L});
}
template <class Group, class T, std::size_t Rows, std::size_t Cols, class Pointer>
WEFT_INLINE void
joint_matrix_store_checked(Group sg,
                           const detail::base::joint_matrix<Group, T, detail::base::use::accumulator, Rows, Cols,
                                                            detail::base::layout::dynamic> &m,
                           Pointer to, std::size_t stride, detail::base::layout layout, std::size_t height,
                           std::size_t width, std::size_t row, std::size_t column) {
  detail::store(sg, m, to, detail::part<T>{stride, height, width, row, column, layout});
}

/// The value where the part is inside of a matrix of this size.
template <class Group, class T, detail::base::use Use, std::size_t Rows, std::size_t Cols, detail::base::layout L,
          class V>
WEFT_INLINE void joint_matrix_fill_checked(Group sg, detail::base::joint_matrix<Group, T, Use, Rows, Cols, L> &m,
                                           const V &value, std::size_t height, std::size_t width, std::size_t row,
                                           std::size_t column) {
  using stored = typename detail::base::detail::stored<T>::type;
  const detail::part<stored> of{width, height, width, row, column, detail::base::layout::row_major};
  detail::base::detail::access::each(sg, m, [&](std::uint32_t i, std::size_t r, std::size_t c) {
    const bool inside = of.inside(r, c, [](std::size_t) {});
    detail::base::detail::access::elements(m)[i] = inside ? static_cast<stored>(value) : static_cast<stored>(0.0f);
  });
}

} // namespace ext::intel::experimental::matrix
} // namespace _V1
} // namespace sycl

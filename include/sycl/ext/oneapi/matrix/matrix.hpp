// Small matrices that a sub-group holds together (sycl_ext_oneapi_matrix): each work-item has every n-th element, and
// products go through memory of the group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/matrix/combinations.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>

namespace sycl::ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };

namespace precision {
class tf32 {};
} // namespace precision

inline float round_to_tf32(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  return __builtin_bit_cast(float, (bits + 0x0fff + (bits >> 13 & 1)) & ~0x1fffu);
}

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout = layout::dynamic>
struct joint_matrix;

namespace detail {

template <class T> struct stored {
  using type = T;
};
template <> struct stored<precision::tf32> {
  using type = float;
};

/// Where element (row, column) lies from the first one on.
template <class T> WEFT_INLINE std::size_t place(std::size_t row, std::size_t column, std::size_t stride, layout l) {
  if (l == layout::ext_intel_packed) { // the rows that one 32-bit word holds side by side
    constexpr std::size_t together = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
    return row / together * stride + column * together + row % together;
  }
  return l == layout::col_major ? column * stride + row : row * stride + column;
}

struct access {
  template <class M> static auto &elements(M &m) noexcept { return m.elements_; }

  /// Calls f(i, row, column) for each element i that this work-item holds.
  template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class F>
  WEFT_INLINE static void each(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, L> &, const F &f) {
    const std::uint32_t n = sg.get_max_local_range()[0], lane = sg.get_local_linear_id();
    std::uint32_t i = 0;
    for (std::uint32_t e = lane; e < Rows * Cols; e += n, ++i)
      f(i, e / Cols, e % Cols);
  }
};

template <class T, sycl::access::address_space Space, sycl::access::decorated D>
WEFT_INLINE T *raw(multi_ptr<T, Space, D> p) {
  return p.get_raw();
}
template <class T> WEFT_INLINE T *raw(T *p) {
  return p;
}

} // namespace detail

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout> struct joint_matrix {
  static_assert(sycl::detail::is_sub_group<Group>, "a joint_matrix is a sub-group's");
  using value_type = typename detail::stored<T>::type;

private:
  friend struct detail::access;
  value_type elements_[Rows * Cols]; ///< room for sub-groups of one work-item
};

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class V>
WEFT_INLINE void joint_matrix_fill(Group sg, joint_matrix<Group, T, Use, Rows, Cols, L> &m, const V &value) {
  using stored = typename detail::stored<T>::type;
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t, std::size_t) {
    detail::access::elements(m)[i] = static_cast<stored>(value);
  });
}

template <class Group, class T, class U, use Use, use UseTo, std::size_t Rows, std::size_t Cols, layout L, layout LTo>
WEFT_INLINE void joint_matrix_copy(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, L> &from,
                                   joint_matrix<Group, U, UseTo, Rows, Cols, LTo> &to) {
  using stored = typename detail::stored<U>::type;
  detail::access::each(sg, to, [&](std::uint32_t i, std::size_t, std::size_t) {
    detail::access::elements(to)[i] = static_cast<stored>(detail::access::elements(from)[i]);
  });
}

/// f(element) or f(element, row, column) for all elements.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class F>
WEFT_INLINE void joint_matrix_apply(Group sg, joint_matrix<Group, T, Use, Rows, Cols, L> &m, F &&f) {
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    auto &x = detail::access::elements(m)[i];
    if constexpr (std::is_invocable_v<F &, decltype(x), std::size_t, std::size_t>)
      f(x, row, column);
    else
      f(x);
  });
}
template <class Group, class T, class U, use Use, use UseTo, std::size_t Rows, std::size_t Cols, layout L, layout LTo,
          class F>
WEFT_INLINE void joint_matrix_apply(Group sg, joint_matrix<Group, T, Use, Rows, Cols, L> &a,
                                    joint_matrix<Group, U, UseTo, Rows, Cols, LTo> &b, F &&f) {
  detail::access::each(sg, a, [&](std::uint32_t i, std::size_t, std::size_t) {
    f(detail::access::elements(a)[i], detail::access::elements(b)[i]);
  });
}

/// From memory in the matrix's layout, or in the one that is given where it has none of its own.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class Pointer>
WEFT_INLINE void joint_matrix_load(Group sg, joint_matrix<Group, T, Use, Rows, Cols, L> &m, Pointer from,
                                   std::size_t stride, layout l = L) {
  using stored = typename detail::stored<T>::type;
  const auto *memory = detail::raw(from);
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    detail::access::elements(m)[i] = static_cast<stored>(memory[detail::place<stored>(row, column, stride, l)]);
  });
}
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class Pointer>
WEFT_INLINE void joint_matrix_store(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, L> &m, Pointer to,
                                    std::size_t stride, layout l = L) {
  auto *memory = detail::raw(to);
  using element = std::remove_reference_t<decltype(*memory)>;
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    memory[detail::place<element>(row, column, stride, l)] = static_cast<element>(detail::access::elements(m)[i]);
  });
}
template <class Group, class Pointer, class... Rest>
WEFT_INLINE void joint_matrix_prefetch(Group, Pointer, std::size_t, Rest...) noexcept {}

/// d = a * b + c, in the type of c.
template <class Group, class Ta, class Tb, class Tc, class Td, std::size_t M, std::size_t K, std::size_t N, layout La,
          layout Lb, layout Lc, layout Ld>
WEFT_INLINE void joint_matrix_mad([[maybe_unused]] Group sg, joint_matrix<Group, Td, use::accumulator, M, N, Ld> &d,
                                  [[maybe_unused]] const joint_matrix<Group, Ta, use::a, M, K, La> &a,
                                  [[maybe_unused]] const joint_matrix<Group, Tb, use::b, K, N, Lb> &b,
                                  [[maybe_unused]] const joint_matrix<Group, Tc, use::accumulator, M, N, Lc> &c) {
#if WEFT_DEVICE_PASS
  using in_a = typename detail::stored<Ta>::type;
  using in_b = typename detail::stored<Tb>::type;
  struct factors {
    in_a a[M * K];
    in_b b[K * N];
  };
  factors &all = static_cast<factors *>(__weft_group_scratch(sizeof(factors)))[sg.get_group_linear_id()];
  detail::access::each(sg, a, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    all.a[row * K + column] = detail::access::elements(a)[i];
  });
  detail::access::each(sg, b, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    all.b[row * N + column] = detail::access::elements(b)[i];
  });
  group_barrier(sg);
  using number = std::conditional_t<std::is_integral_v<Tc> || std::is_same_v<Tc, double>, Tc, float>;
  detail::access::each(sg, d, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    number sum = static_cast<number>(detail::access::elements(c)[i]);
    for (std::size_t k = 0; k < K; ++k)
      sum += static_cast<number>(all.a[row * K + k]) * static_cast<number>(all.b[k * N + column]);
    detail::access::elements(d)[i] = static_cast<typename detail::stored<Td>::type>(sum);
  });
  group_barrier(sg);
#else
  (void)d;
  __builtin_trap();
#endif
}

/// The elements of a matrix that this work-item holds.
template <class Matrix> class wi_data {
public:
  wi_data(std::size_t length, Matrix &m) noexcept : length_(length), matrix_(m) {}
  std::size_t length() const noexcept { return length_; }
  auto &operator[](std::size_t i) const noexcept { return detail::access::elements(matrix_)[i]; }

private:
  std::size_t length_;
  Matrix &matrix_;
};

} // namespace sycl::ext::oneapi::experimental::matrix

namespace sycl::ext::oneapi::detail {
template <class Group, class T, experimental::matrix::use Use, std::size_t Rows, std::size_t Cols,
          experimental::matrix::layout L>
auto get_wi_data(Group sg, experimental::matrix::joint_matrix<Group, T, Use, Rows, Cols, L> &m) {
  const std::size_t n = sg.get_max_local_range()[0];
  return experimental::matrix::wi_data((Rows * Cols + n - 1 - sg.get_local_linear_id()) / n, m);
}
} // namespace sycl::ext::oneapi::detail
namespace sycl::ext::intel::experimental::matrix {
using sycl::ext::oneapi::detail::get_wi_data;
} // namespace sycl::ext::intel::experimental::matrix

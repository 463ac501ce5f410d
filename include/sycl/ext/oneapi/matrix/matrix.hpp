// Small matrices that a sub-group holds together (sycl_ext_oneapi_matrix): each work-item has every n-th element, and
// products go through memory of the group; on tensor units it has what their instructions want of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/prefetch.hpp>
#include <sycl/ext/oneapi/matrix/combinations.hpp>
#include <sycl/ext/oneapi/matrix/fragments.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::matrix {

inline float round_to_tf32(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  return __builtin_bit_cast(float, (bits + 0x0fff + (bits >> 13 & 1)) & ~0x1fffu);
}

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout = layout::dynamic>
struct joint_matrix;

namespace detail {

/// Where element (row, column) lies from the first one on.
template <class T> WEFT_INLINE std::size_t place(std::size_t row, std::size_t column, std::size_t stride, layout l) {
  if (l == layout::ext_intel_packed) { // the rows that one 32-bit word holds side by side
    constexpr std::size_t together = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
    return row / together * stride + column * together + row % together;
  }
  return l == layout::col_major ? column * stride + row : row * stride + column;
}

/// Elements side by side as one value in a register.
template <class T, std::uint32_t Bytes> struct word_of {
  using type [[gnu::may_alias]] = std::uint32_t;
};
template <class T> struct word_of<T, 8> {
  typedef T type __attribute__((vector_size(8), may_alias));
};

template <class Matrix> struct fragment_of;
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L>
struct fragment_of<joint_matrix<Group, T, Use, Rows, Cols, L>> : fragment<T, Use, Rows, Cols> {
  static constexpr std::size_t rows = Rows, cols = Cols;
};

struct access {
  template <class M> static auto &elements(M &m) noexcept { return m.elements_; }

  /// Calls f(i, row, column) for each element i that this work-item holds.
  template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class F>
  WEFT_INLINE static void each(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, L> &, const F &f) {
    using held = fragment<T, Use, Rows, Cols>;
    if constexpr (held::as != role::none)
      if (weft_has_tensor_units()) {
        const std::uint32_t lane = sg.get_local_linear_id();
        WEFT_UNROLL
        for (std::uint32_t i = 0; i < held::count; ++i) {
          const position at = held::place(i, lane);
          f(i, at.row, at.column);
        }
        return;
      }
    const std::uint32_t n = sg.get_max_local_range()[0], lane = sg.get_local_linear_id();
    std::uint32_t i = 0;
    for (std::uint32_t e = lane; e < Rows * Cols; e += n, ++i)
      f(i, e / Cols, e % Cols);
  }

  /// Calls f(elements) with all of a matrix in memory of the sub-group, row by row.
  template <class Group, class M, class F>
  WEFT_INLINE static void in_memory([[maybe_unused]] Group sg, [[maybe_unused]] const M &m,
                                    [[maybe_unused]] const F &f) {
#if WEFT_DEVICE_PASS
    using held = fragment_of<M>;
    struct all {
      typename held::element elements[held::rows * held::cols];
    };
    auto &memory = static_cast<all *>(__weft_group_scratch(sizeof(all)))[sg.get_group_linear_id()].elements;
    each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
      memory[row * held::cols + column] = elements(m)[i];
    });
    group_barrier(sg);
    f(memory);
    group_barrier(sg);
#endif
  }

  /// Calls f(element of a, element of b) for each place.
  template <class Group, class A, class B, class F> WEFT_INLINE static void both(Group sg, A &a, B &b, const F &f) {
    using of_a = fragment_of<std::remove_const_t<A>>;
    using of_b = fragment_of<std::remove_const_t<B>>;
    if constexpr (!lie_alike<of_a, of_b>())
      if (weft_has_tensor_units())
        return in_memory(sg, b, [&](auto &memory) {
          each(sg, a, [&](std::uint32_t i, std::size_t row, std::size_t column) {
            f(elements(a)[i], memory[row * of_b::cols + column]);
          });
          group_barrier(sg);
          if constexpr (!std::is_const_v<B>)
            each(sg, b, [&](std::uint32_t i, std::size_t row, std::size_t column) {
              elements(b)[i] = memory[row * of_b::cols + column];
            });
        });
    each(sg, a, [&](std::uint32_t i, std::size_t, std::size_t) { f(elements(a)[i], elements(b)[i]); });
  }

  /// Calls f(i) for the first element i of each word that a work-item holds.
  template <class Held, class F> WEFT_INLINE static void each_word(const F &f) {
    WEFT_UNROLL
    for (std::uint32_t i = 0; i < Held::count; i += Held::neighbours)
      f(i);
  }

  /// Calls move(elements, memory, a word) for each word that a work-item holds; false where memory has no such words.
  template <class Group, class M, class Memory, class F>
  WEFT_INLINE static bool by_words(Group sg, M &m, Memory *memory, std::size_t stride, layout l, const F &move) {
    using held = fragment_of<std::remove_const_t<M>>;
    using element = typename held::element;
    constexpr std::uint32_t bytes = held::neighbours * sizeof(element);
    if constexpr (held::as != role::none && held::neighbours > 1 && bytes <= 8 &&
                  std::is_same_v<std::remove_cv_t<Memory>, element>)
      if (weft_has_tensor_units() && held::runs_along(l) && aligned(memory, stride, bytes)) {
        const std::uint32_t lane = sg.get_local_linear_id();
        each_word<held>([&](std::uint32_t i) {
          const position at = held::place(i, lane);
          move(elements(m) + i, memory + detail::place<element>(at.row, at.column, stride, l),
               typename word_of<element, bytes>::type());
        });
        return true;
      }
    return false;
  }

  /// Factors whose elements lie apart in memory are put together in registers, word by word.
  template <class Group, class M, class Memory>
  WEFT_INLINE static bool by_parts(Group sg, M &m, const Memory *memory, std::size_t stride, layout l) {
    using held = fragment_of<M>;
    using element = typename held::element;
    if constexpr ((held::as == role::left || held::as == role::right) && held::neighbours > 1)
      if (weft_has_tensor_units()) {
        const std::uint32_t lane = sg.get_local_linear_id();
        each_word<held>([&](std::uint32_t i) {
          std::uint32_t word = 0;
          WEFT_UNROLL
          for (std::uint32_t part = 0; part < held::neighbours; ++part) {
            const position at = held::place(i + part, lane);
            const auto value = static_cast<element>(memory[detail::place<element>(at.row, at.column, stride, l)]);
            using bits = std::conditional_t<sizeof(element) == 1, std::uint8_t, std::uint16_t>;
            word |= static_cast<std::uint32_t>(__builtin_bit_cast(bits, value)) << part * 8 * sizeof(element);
          }
          __builtin_memcpy(elements(m) + i, &word, sizeof word);
        });
        return true;
      }
    return false;
  }

  /// Factors of 16 bits that lie across in memory: blocks come with rows for columns, and are turned round.
  template <class Group, class M, class Memory>
  WEFT_INLINE static bool by_turned_blocks(Group sg, M &m, const Memory *memory, std::size_t stride, layout l) {
    using held = fragment_of<M>;
    using element = typename held::element;
    if constexpr ((held::as == role::left || held::as == role::right) && held::is_pair &&
                  std::is_same_v<std::remove_cv_t<Memory>, element>)
      if (weft_has_tensor_units() && !held::runs_along(l) && l != layout::ext_intel_packed &&
          aligned(memory, stride, sizeof(std::uint32_t))) {
        const std::uint32_t lane = sg.get_local_linear_id(), along = lane / 4, across = lane % 4 * 2;
        each_word<held>([&](std::uint32_t i) {
          position at = held::place(i, 0);
          at.row += l == layout::row_major ? along : across;
          at.column += l == layout::row_major ? across : along;
          auto pair = *reinterpret_cast<const typename word_of<element, 4>::type *>(
              memory + detail::place<element>(at.row, at.column, stride, l));
          pair = weft_transpose_block(pair);
          __builtin_memcpy(elements(m) + i, &pair, sizeof pair);
        });
        return true;
      }
    return false;
  }

  /// d = a * b + c where an instruction does that; false where none does.
  template <class D, class A, class B, class C>
  WEFT_INLINE static bool multiply_by_instructions(D &d, const A &a, const B &b, const C &c) {
    using of_a = fragment_of<A>;
    using of_b = fragment_of<B>;
    using of_c = fragment_of<C>;
    using of_d = fragment_of<D>;
    if constexpr (multiplies<of_a, of_b, of_c, of_d>())
      if (weft_has_tensor_units()) {
        using sum = std::conditional_t<of_a::is_double, double, std::conditional_t<of_a::is_byte, std::int32_t, float>>;
        sum before[of_c::count], after[of_d::count];
        WEFT_UNROLL
        for (std::uint32_t i = 0; i < of_c::count; ++i)
          before[i] = static_cast<sum>(elements(c)[i]);
        if constexpr (of_a::flipped)
          multiply_tiles<of_b, of_a, of_d>(after, elements(b), elements(a), before);
        else
          multiply_tiles<of_a, of_b, of_d>(after, elements(a), elements(b), before);
        WEFT_UNROLL
        for (std::uint32_t i = 0; i < of_d::count; ++i)
          elements(d)[i] = static_cast<typename of_d::element>(after[i]);
        return true;
      }
    return false;
  }

private:
  template <class T> WEFT_INLINE static bool aligned(const T *memory, std::size_t stride, std::uint32_t bytes) {
    return ((reinterpret_cast<std::uintptr_t>(memory) | (stride * sizeof(T))) & (bytes - 1)) == 0;
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
  static_assert(sycl::detail::is_sub_group_v<Group>, "a joint_matrix is a sub-group's");
  using value_type = typename detail::stored<T>::type;

private:
  friend struct detail::access;
  alignas(8) value_type elements_[Rows * Cols]; ///< room for sub-groups of one work-item
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
  detail::access::both(sg, to, from, [](auto &x, const auto &y) { x = static_cast<std::decay_t<decltype(x)>>(y); });
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
  detail::access::both(sg, a, b, f);
}

/// From memory in the matrix's layout, or in the one that is given where it has none of its own.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class Pointer>
WEFT_INLINE void joint_matrix_load(Group sg, joint_matrix<Group, T, Use, Rows, Cols, L> &m, Pointer from,
                                   std::size_t stride, layout l = L) {
  using stored = typename detail::stored<T>::type;
  const auto *memory = detail::raw(from);
  const auto load = [](auto *held, const auto *from_word, auto word) {
    word = *reinterpret_cast<const decltype(word) *>(from_word);
    __builtin_memcpy(held, &word, sizeof word);
  };
  if (detail::access::by_words(sg, m, memory, stride, l, load) ||
      detail::access::by_turned_blocks(sg, m, memory, stride, l) || detail::access::by_parts(sg, m, memory, stride, l))
    return;
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    detail::access::elements(m)[i] = static_cast<stored>(memory[detail::place<stored>(row, column, stride, l)]);
  });
}
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout L, class Pointer>
WEFT_INLINE void joint_matrix_store(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, L> &m, Pointer to,
                                    std::size_t stride, layout l = L) {
  auto *memory = detail::raw(to);
  using element = std::remove_reference_t<decltype(*memory)>;
  const auto store = [](const auto *held, auto *to_word, auto word) {
    __builtin_memcpy(&word, held, sizeof word);
    *reinterpret_cast<decltype(word) *>(to_word) = word;
  };
  if (detail::access::by_words(sg, m, memory, stride, l, store))
    return;
  detail::access::each(sg, m, [&](std::uint32_t i, std::size_t row, std::size_t column) {
    memory[detail::place<element>(row, column, stride, l)] = static_cast<element>(detail::access::elements(m)[i]);
  });
}

/// Asks for the lines of a matrix in memory, to which the group's work-items turn one row (or column) after the other.
template <std::size_t Rows, std::size_t Cols, class Group, class Pointer, class Properties = empty_properties_t>
WEFT_INLINE void joint_matrix_prefetch(Group sg, Pointer from, std::size_t stride, layout l, Properties = {}) {
  auto *memory = detail::raw(from);
  const std::size_t lines = l == layout::col_major ? Cols : Rows, length = Rows * Cols / lines;
  for (std::size_t line = sg.get_local_linear_id(); line < lines; line += sg.get_local_linear_range())
    sycl::detail::prefetch_lines<Properties>(memory + line * stride, length * sizeof *memory);
}

/// d = a * b + c, in the type of c.
template <class Group, class Ta, class Tb, class Tc, class Td, std::size_t M, std::size_t K, std::size_t N, layout La,
          layout Lb, layout Lc, layout Ld>
WEFT_INLINE void joint_matrix_mad([[maybe_unused]] Group sg, joint_matrix<Group, Td, use::accumulator, M, N, Ld> &d,
                                  [[maybe_unused]] const joint_matrix<Group, Ta, use::a, M, K, La> &a,
                                  [[maybe_unused]] const joint_matrix<Group, Tb, use::b, K, N, Lb> &b,
                                  [[maybe_unused]] const joint_matrix<Group, Tc, use::accumulator, M, N, Lc> &c) {
#if WEFT_DEVICE_PASS
  using fragment_c = detail::fragment<Tc, use::accumulator, M, N>;
  using fragment_d = detail::fragment<Td, use::accumulator, M, N>;
  if constexpr (!detail::lie_alike<fragment_c, fragment_d>()) {
    joint_matrix<Group, Tc, use::accumulator, M, N, Lc> sum;
    joint_matrix_mad(sg, sum, a, b, c);
    return joint_matrix_copy(sg, sum, d);
  } else if (detail::access::multiply_by_instructions(d, a, b, c))
    return;
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
    WEFT_UNROLL_BY_4
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

} // namespace ext::oneapi::experimental::matrix
namespace ext::oneapi::detail {
template <class Group, class T, experimental::matrix::use Use, std::size_t Rows, std::size_t Cols,
          experimental::matrix::layout L>
auto get_wi_data(Group sg, experimental::matrix::joint_matrix<Group, T, Use, Rows, Cols, L> &m) {
  const std::size_t n = sg.get_max_local_range()[0];
  return experimental::matrix::wi_data((Rows * Cols + n - 1 - sg.get_local_linear_id()) / n, m);
}
} // namespace ext::oneapi::detail
} // namespace _V1
} // namespace sycl
namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental::matrix {
using sycl::ext::oneapi::detail::get_wi_data;
} // namespace ext::intel::experimental::matrix
} // namespace _V1
} // namespace sycl

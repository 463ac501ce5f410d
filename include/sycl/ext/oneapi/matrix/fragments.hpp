// Which elements of a small matrix each work-item of 32 holds for a GPU's tensor units, and their products (PTX ISA,
// "Matrix multiply-accumulate operation using mma instruction").
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>

/// True where the device has tensor units; finalizers for such GPUs put their own functions in the place of these.
extern "C" WEFT_REPLACEABLE inline bool weft_has_tensor_units() {
  return false;
}
/// A block of 8 x 8 elements of 16 bits, of which each work-item has two neighbours of a row, with rows for columns.
extern "C" WEFT_REPLACEABLE inline std::uint32_t weft_transpose_block(std::uint32_t pair) {
  return pair;
}
// d = a * b + c, in the units' own arrangement; `a` and `b` in words.
#define WEFT_TENSOR_PRODUCT(name, sum, factor)                                                                         \
  extern "C" WEFT_REPLACEABLE inline void weft_multiply_##name(sum *, const factor *, const factor *, const sum *) {}
WEFT_TENSOR_PRODUCT(f16, float, std::uint32_t)
WEFT_TENSOR_PRODUCT(bf16, float, std::uint32_t)
WEFT_TENSOR_PRODUCT(tf32, float, std::uint32_t)
WEFT_TENSOR_PRODUCT(s8_s8, std::int32_t, std::uint32_t)
WEFT_TENSOR_PRODUCT(s8_u8, std::int32_t, std::uint32_t)
WEFT_TENSOR_PRODUCT(u8_s8, std::int32_t, std::uint32_t)
WEFT_TENSOR_PRODUCT(u8_u8, std::int32_t, std::uint32_t)
WEFT_TENSOR_PRODUCT(f64, double, double)
#undef WEFT_TENSOR_PRODUCT

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };

namespace precision {
class tf32 {};
} // namespace precision

namespace detail {

template <class T> struct stored {
  using type = T;
};
template <> struct stored<precision::tf32> {
  using type = float;
};

struct position {
  std::uint32_t row, column;
};

/// What a matrix is to the instruction: left factor (m x k), right factor (k x n), or sum (m x n).
enum class role : std::uint8_t { none, left, right, sum };

/// A matrix of the shapes that NVIDIA's units multiply: 16 x 16, 32 x 8 and 8 x 32 with 16 in between, 8 between for
/// tf32, 8 x 8 with 4 for double. `flipped`: it takes part as its transpose. Other matrices have no role.
template <class T, use Use, std::size_t Rows, std::size_t Cols> struct fragment {
  using number = T;
  using element = typename stored<T>::type;
  static constexpr bool is_whole = std::is_same_v<T, std::int32_t>;
  static constexpr bool is_double = std::is_same_v<T, double>;
  static constexpr bool is_byte = std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;
  static constexpr bool is_pair = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
  static constexpr bool is_tf32 = std::is_same_v<T, precision::tf32>;
  static constexpr bool is_sum = std::is_same_v<T, float> || std::is_same_v<T, half> || is_whole;
  static constexpr std::uint32_t depth = is_byte || is_pair ? 16 : is_tf32 ? 8 : is_double ? 4 : 0;
  static constexpr std::uint32_t tall = is_double ? 8 : 16; ///< rows of a sum that one instruction makes
  static constexpr std::uint32_t together = sizeof(element) < 4 ? 4 / sizeof(element) : 1; ///< elements in a word

  static constexpr bool flipped = !is_double && !is_tf32 &&
                                  (Use == use::a   ? Rows == 8
                                   : Use == use::b ? Cols == 32
                                                   : Rows == 8 && Cols == 32);
  static constexpr bool fits() {
    if constexpr (Use == use::accumulator)
      return is_double ? Rows == 8 && Cols == 8
                       : is_sum && ((Rows == 16 && Cols == 16) || (Rows == 32 && Cols == 8) || flipped);
    else if constexpr (Use == use::a)
      return depth != 0 && Cols == depth && (is_double ? Rows == 8 : Rows == 16 || (!is_tf32 && Rows == 32) || flipped);
    else
      return depth != 0 && Rows == depth && (is_double ? Cols == 8 : Cols == 16 || (!is_tf32 && Cols == 8) || flipped);
  }
  static constexpr role as = !fits()                      ? role::none
                             : Use == use::accumulator    ? role::sum
                             : (Use == use::a) != flipped ? role::left
                                                          : role::right;
  static constexpr std::uint32_t count = Rows * Cols / 32;                    ///< elements that a work-item holds
  static constexpr std::uint32_t neighbours = as == role::sum ? 2 : together; ///< of them side by side in the matrix
  /// Whether those lie side by side in memory, too: factors have neighbours along what is between, sums along n.
  static constexpr bool runs_along(layout l) {
    const bool by_columns = Use == use::accumulator ? !flipped : Use == use::a;
    return l == (by_columns ? layout::row_major : layout::col_major) ||
           (Use == use::b && l == layout::ext_intel_packed);
  }
  static constexpr std::uint32_t m = flipped ? Cols : Rows, n = flipped ? Rows : Cols;

  /// Elements that one instruction takes or makes.
  static constexpr std::uint32_t in_tile = as == role::left    ? tall * depth / 32
                                           : as == role::right ? 8 * depth / 32
                                                               : tall * 8 / 32;

  /// Where element i of work-item `lane` lies in the matrix.
  static constexpr position place(std::uint32_t i, std::uint32_t lane) {
    const std::uint32_t g = lane / 4, t = lane % 4, tile = i / in_tile, e = i % in_tile;
    const std::uint32_t word = e / together, inside = e % together;
    position p{};
    if constexpr (as == role::left)
      p = {tile * tall + g + 8 * (word & 1), together * t + 4 * together * (word >> 1) + inside};
    else if constexpr (as == role::right)
      p = {together * t + 4 * together * word + inside, tile * 8 + g};
    else
      p = {tile / (n / 8) * tall + g + 8 * (e >> 1), tile % (n / 8) * 8 + 2 * t + (e & 1)};
    return flipped ? position{p.column, p.row} : p;
  }
};

template <class A, class B> constexpr bool lie_alike() {
  if constexpr (A::as == role::none || B::as == role::none)
    return A::as == B::as;
  else
    return A::as == B::as && A::flipped == B::flipped && A::in_tile == B::in_tile &&
           (A::as == role::sum || A::together == B::together);
}

template <class Left, class Right, class Sum, class Word>
inline void multiply_tile(Sum *d, const Word *left, const Word *right, const Sum *c) {
  using element = typename Left::element;
  constexpr bool left_signed = std::is_same_v<element, std::int8_t>;
  constexpr bool right_signed = std::is_same_v<typename Right::element, std::int8_t>;
  if constexpr (Left::is_double)
    weft_multiply_f64(d, left, right, c);
  else if constexpr (Left::is_tf32)
    weft_multiply_tf32(d, left, right, c);
  else if constexpr (std::is_same_v<element, half>)
    weft_multiply_f16(d, left, right, c);
  else if constexpr (std::is_same_v<element, bfloat16>)
    weft_multiply_bf16(d, left, right, c);
  else if constexpr (left_signed)
    (right_signed ? weft_multiply_s8_s8 : weft_multiply_s8_u8)(d, left, right, c);
  else
    (right_signed ? weft_multiply_u8_s8 : weft_multiply_u8_u8)(d, left, right, c);
}

/// All products of 16 (or 8) rows with 8 columns that a matrix is made of.
template <class Left, class Right, class D, class Sum>
inline void multiply_tiles(Sum *d, const typename Left::element *left, const typename Right::element *right,
                           const Sum *c) {
  using word = std::conditional_t<Left::is_double, double, std::uint32_t>;
  word in_left[Left::count / Left::together], in_right[Right::count / Right::together];
  __builtin_memcpy(in_left, left, sizeof in_left);
  __builtin_memcpy(in_right, right, sizeof in_right);
  constexpr std::uint32_t rows = D::m / D::tall, columns = D::n / 8;
  WEFT_UNROLL
  for (std::uint32_t tile = 0; tile < rows * columns; ++tile)
    multiply_tile<Left, Right>(d + tile * D::in_tile, in_left + tile / columns * Left::in_tile / Left::together,
                               in_right + tile % columns * Right::in_tile / Right::together, c + tile * D::in_tile);
}

/// Whether an instruction multiplies such factors to such sums.
template <class A, class B, class C, class D> constexpr bool multiplies() {
  if (A::as == role::none || B::as == role::none || C::as != role::sum || D::as != role::sum)
    return false;
  if (A::flipped != B::flipped || A::flipped != D::flipped || C::flipped != D::flipped)
    return false;
  constexpr bool whole = C::is_whole || D::is_whole;
  if (A::is_byte || A::is_double)
    return A::is_byte == B::is_byte && A::is_double == B::is_double && C::is_whole == A::is_byte &&
           D::is_whole == A::is_byte && C::is_double == A::is_double && D::is_double == A::is_double;
  return std::is_same_v<typename A::number, typename B::number> && !whole && !C::is_double && !D::is_double;
}

} // namespace detail
} // namespace ext::oneapi::experimental::matrix
} // namespace _V1
} // namespace sycl

// One or two numbers of 8 bits each, to be stored: they are computed with as half, bfloat16 or float
// (sycl_ext_oneapi_fp8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/experimental/float_8bit/formats.hpp>
#include <sycl/half.hpp>
#include <sycl/marray.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Rounds at random by a number that each conversion changes.
struct stochastic_seed {
  explicit stochastic_seed(std::uint32_t *pseed) : pseed(pseed) {}
  std::uint32_t *const pseed;
};

} // namespace ext::oneapi::experimental
namespace detail {

template <class T>
inline constexpr bool is_wide_number =
    std::is_same_v<T, half> || std::is_same_v<T, ext::oneapi::bfloat16> || std::is_same_v<T, float>;
template <class T> inline constexpr bool is_whole_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T> auto parts_of_any(const T &x) {
  if constexpr (is_whole_number<T>)
    return parts_of(x);
  else
    return parts_of(static_cast<float>(x));
}

inline std::uint64_t next_random(std::uint32_t &seed) {
  const auto step = [&] { return seed = seed * 1664525u + 1013904223u; };
  const std::uint64_t high = step();
  return high << 32 | step();
}

template <class Format, std::size_t N> class alignas(N) packed_numbers {
  static_assert(N == 1 || N == 2, "one or two numbers of 8 bits");
  template <class T> using if_wide = std::enable_if_t<is_wide_number<T>, int>;
  template <class T>
  using if_short = std::enable_if_t<is_wide_number<T> && sizeof(T) == 2 && Format::has_infinity, int>;
  template <class T> using if_one = std::enable_if_t<N == 1 && (is_wide_number<T> || is_whole_number<T>), int>;
  template <class First, class...> struct first_of {
    using type = First;
  };
  template <class... T>
  using if_all = std::enable_if_t<sizeof...(T) == N && N == 2 && is_wide_number<typename first_of<T...>::type> &&
                                      (std::is_same_v<T, typename first_of<T...>::type> && ...),
                                  int>;

public:
  packed_numbers() = default;
  template <class T, if_one<T> = 0> explicit packed_numbers(T x) { set(0, x); }
  template <class... T, if_all<T...> = 0> explicit packed_numbers(T... x) {
    std::size_t i = 0;
    (set(i++, x), ...);
  }
  template <class T, if_wide<T> = 0>
  explicit packed_numbers(const T (&x)[N], rounding r = Format::usual, saturation s = saturation::finite) {
    set_all(x, r, s);
  }
  template <class T, if_wide<T> = 0>
  explicit packed_numbers(const marray<T, N> &x, rounding r = Format::usual, saturation s = saturation::finite) {
    set_all(x, r, s);
  }
  template <class T, if_short<T> = 0>
  explicit packed_numbers(const T (&x)[N], const ext::oneapi::experimental::stochastic_seed &seed,
                          saturation s = saturation::finite) {
    set_at_random(x, seed, s);
  }
  template <class T, if_short<T> = 0>
  explicit packed_numbers(const marray<T, N> &x, const ext::oneapi::experimental::stochastic_seed &seed,
                          saturation s = saturation::finite) {
    set_at_random(x, seed, s);
  }

  template <class T, std::enable_if_t<N == 1 && is_wide_number<T>, int> = 0> explicit operator T() const {
    return static_cast<T>(number_of<Format>(vals[0]));
  }
  template <class T, std::enable_if_t<N == 1 && is_whole_number<T>, int> = 0> explicit operator T() const {
    return integer_of<T>(number_of<Format>(vals[0]));
  }
  template <class T, std::enable_if_t<N == 1 && std::is_same_v<T, bool>, int> = 0> explicit operator T() const {
    return !Format::has_sign || (vals[0] & 0x7f) != 0;
  }
  template <class T, if_wide<T> = 0> explicit operator marray<T, N>() const {
    marray<T, N> all;
    for (std::size_t i = 0; i < N; ++i)
      all[i] = static_cast<T>(number_of<Format>(vals[i]));
    return all;
  }

  std::uint8_t vals[N];

protected:
  template <class T> void set(std::size_t i, const T &x) {
    vals[i] = code_of<Format>(parts_of_any(x), round_as{Format::usual});
  }

private:
  template <class Numbers> void set_all(const Numbers &x, rounding r, saturation s) {
    for (std::size_t i = 0; i < N; ++i)
      vals[i] = code_of<Format>(parts_of_any(x[i]), round_as{r}, s);
  }
  template <class Numbers>
  void set_at_random(const Numbers &x, const ext::oneapi::experimental::stochastic_seed &seed, saturation s) {
    for (std::size_t i = 0; i < N; ++i)
      vals[i] = code_of<Format>(parts_of_any(x[i]), round_at_random{next_random(*seed.pseed)}, s);
  }
};

} // namespace detail
namespace ext::oneapi::experimental {

#define WEFT_FP8(format)                                                                                               \
  template <std::size_t N> class fp8_##format##_x : public sycl::detail::packed_numbers<sycl::detail::format, N> {     \
    using base = sycl::detail::packed_numbers<sycl::detail::format, N>;                                                \
                                                                                                                       \
  public:                                                                                                              \
    using base::base;                                                                                                  \
    fp8_##format##_x() = default;                                                                                      \
    template <class T, class = std::enable_if_t<N == 1 && std::is_constructible_v<base, T>>>                           \
    fp8_##format##_x &operator=(T x) {                                                                                 \
      this->set(0, x);                                                                                                 \
      return *this;                                                                                                    \
    }                                                                                                                  \
  };                                                                                                                   \
  template <class... T> fp8_##format##_x(T...)->fp8_##format##_x<sizeof...(T)>;                                        \
  using fp8_##format = fp8_##format##_x<1>;                                                                            \
  using fp8_##format##_x2 = fp8_##format##_x<2>;
WEFT_FP8(e4m3)
WEFT_FP8(e5m2)
WEFT_FP8(e8m0)
#undef WEFT_FP8

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

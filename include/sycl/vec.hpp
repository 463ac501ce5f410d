// class vec: 1, 2, 3, 4, 8 or 16 numbers that are computed with together (SYCL 2020, 4.14.2).
//
// Its elements are a plain aligned array: device code takes it apart into scalars, whose loads and stores join to wide
// ones again, so that a work-item with a vec is vectorised as one with scalars is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/aliases.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/detail/config.hpp>
#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/vec_convert.hpp>
#include <sycl/detail/vec_names.hpp>
#include <sycl/detail/vec_operators.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

/// Names of elements as arguments of swizzle().
struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

/// Where load() and store() begin: a pointer, multi_ptr, or an accessor's.
template <class T, class Pointer> inline T *raw_pointer(Pointer p) {
  if constexpr (std::is_convertible_v<Pointer, T *>)
    return p;
  else
    return p.get_pointer();
}

#if WEFT_DEVICE_PASS
/// Clang's own vectors, as OpenCL C has them. There are none of bool and of classes: numbers of that size stand in.
template <class T, int N> struct native_vector {
  using stand_in = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
  using element = std::conditional_t<is_half<T>, _Float16, std::conditional_t<is_scalar<T>, T, stand_in>>;
  using type = element __attribute__((ext_vector_type(N)));
};
template <class T> struct native_vector<T, 1> {
  using type = T;
};
#endif

/// Numbers that become a class, half, which alone would leave open whether they become a vec of one element instead.
template <class A, class T> using if_other_number = std::enable_if_t<is_half<T> && std::is_arithmetic_v<A>, int>;

/// A vec of one element is a number, by a function that is no template, so that it goes on to other numbers.
template <class V, class T, int N> class one_as_number {};
template <class V, class T> class one_as_number<V, T, 1> {
public:
  constexpr operator T() const noexcept { return static_cast<const V &>(*this)[0]; }
};

template <class Swizzled, class V, int N, class T = typename V::element_type>
using swizzle_operators =
    std::conditional_t<N != 1, vec_operators<T, N>,
                       std::conditional_t<V::size() == 1, place_in_one<Swizzled, T>, place_of_number<Swizzled, T>>>;

/// Elements of a vec in another order, as a place to read and write: V is the vec, const where it is not written.
template <class V, int... I>
class swizzled : public vec_names<swizzled<V, I...>>, public swizzle_operators<swizzled<V, I...>, V, sizeof...(I)> {
public:
  using element_type = typename V::element_type;
  using value_type = element_type;

private:
  using T = element_type;
  using whole = vec<T, sizeof...(I)>;
  using operand = std::conditional_t<sizeof...(I) == 1, T, whole>;
  using reference = std::conditional_t<std::is_const_v<V>, const T &, T &>;
  static constexpr int indices[] = {I...};

public:
  constexpr explicit swizzled(V &v) noexcept : v_(v) {}
  swizzled(const swizzled &) = default;

  constexpr operator whole() const noexcept { return whole(from_elements(), v_[I]...); }

  constexpr const swizzled &operator=(const whole &v) const noexcept {
    int i = 0;
    ((v_[I] = v[i++]), ...);
    return *this;
  }
  constexpr swizzled &operator=(const swizzled &other) noexcept {
    static_cast<const swizzled &>(*this) = static_cast<whole>(other);
    return *this;
  }
  template <int = 0> constexpr const swizzled &operator=(const T &value) const noexcept { // {} is a vec first
    return *this = whole(value);
  }
  template <class A, if_other_number<A, T> = 0> constexpr const swizzled &operator=(const A &value) const noexcept {
    return *this = static_cast<T>(value);
  }

#define WEFT_SWIZZLE_ASSIGN(op)                                                                                        \
  template <class A> constexpr const swizzled &operator op## = (const A &a) const noexcept {                           \
    return *this = static_cast<operand>(*this) op a;                                                                   \
  }
  WEFT_SWIZZLE_ASSIGN(+)
  WEFT_SWIZZLE_ASSIGN(-)
  WEFT_SWIZZLE_ASSIGN(*)
  WEFT_SWIZZLE_ASSIGN(/)
  WEFT_SWIZZLE_ASSIGN(%)
  WEFT_SWIZZLE_ASSIGN(&)
  WEFT_SWIZZLE_ASSIGN(|)
  WEFT_SWIZZLE_ASSIGN(^)
  WEFT_SWIZZLE_ASSIGN(<<)
  WEFT_SWIZZLE_ASSIGN(>>)
#undef WEFT_SWIZZLE_ASSIGN
  constexpr const swizzled &operator++() const noexcept { return *this += T(1); }
  constexpr const swizzled &operator--() const noexcept { return *this -= T(1); }
  constexpr whole operator++(int) const noexcept {
    const whole old = *this;
    *this += T(1);
    return old;
  }
  constexpr whole operator--(int) const noexcept {
    const whole old = *this;
    *this -= T(1);
    return old;
  }

  static constexpr int size() noexcept { return sizeof...(I); }
  static constexpr std::size_t get_count() noexcept { return sizeof...(I); }
  static constexpr std::size_t byte_size() noexcept { return sizeof(whole); }
  static constexpr std::size_t get_size() noexcept { return sizeof(whole); }

  constexpr reference operator[](std::size_t i) const noexcept { return v_[indices[i]]; }
  template <int K> constexpr reference at() const noexcept {
    static_assert(K < static_cast<int>(sizeof...(I)), "the swizzle has no such element");
    return v_[indices[K]];
  }
  template <int... K> constexpr auto swizzle() const noexcept { return swizzled<V, indices[K]...>(v_); }
  template <int Step, int First, int... K>
  constexpr decltype(auto) every(std::integer_sequence<int, K...>) const noexcept {
    return swizzle<(First + Step * K)...>();
  }

  template <class To, rounding_mode Mode = rounding_mode::automatic> auto convert() const {
    return static_cast<whole>(*this).template convert<To, Mode>();
  }
  template <class To> To as() const { return static_cast<whole>(*this).template as<To>(); }
  template <class Pointer> void load(std::size_t offset, Pointer from) const {
    whole v;
    v.load(offset, from);
    *this = v;
  }
  template <class Pointer> void store(std::size_t offset, Pointer to) const {
    static_cast<whole>(*this).store(offset, to);
  }
  template <sycl::access::address_space Space, sycl::access::decorated = sycl::access::decorated::legacy, class Pointer>
  void load(std::size_t offset, Pointer from) const {
    load(offset, from);
  }
  template <sycl::access::address_space Space, sycl::access::decorated = sycl::access::decorated::legacy, class Pointer>
  void store(std::size_t offset, Pointer to) const {
    store(offset, to);
  }

private:
  V &v_;
};

} // namespace detail

template <class T, int N>
class vec : public detail::vec_names<vec<T, N>>,
            public detail::vec_operators<T, N>,
            public detail::one_as_number<vec<T, N>, T, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "a vec has 1, 2, 3, 4, 8 or 16 elements");
  static constexpr int room = N == 3 ? 4 : N; ///< As large and as aligned as one with four.

public:
  using element_type = T;
  using value_type = T;
#if WEFT_DEVICE_PASS
  using vector_t = typename detail::native_vector<T, N>::type;
#endif

  vec() = default;
  constexpr explicit vec(const T &value) noexcept : vec(value, std::make_index_sequence<N>()) {}
  /// From numbers, vecs and swizzles that have N elements together.
  template <class... A, detail::if_gives_elements<T, N, A...> = 0> constexpr vec(const A &...a) noexcept : data_{} {
    if constexpr (sizeof...(A) == N) {
      int i = 0;
      ((data_[i++] = number(a)), ...);
    } else {
      int i = 0;
      (append(i, a), ...);
    }
  }
  template <class... E>
  constexpr explicit vec(detail::from_elements, const E &...e) noexcept : data_{static_cast<T>(e)...} {}

#if WEFT_DEVICE_PASS
  // Clang's vector and back. Templates, which operators of clang's vectors do not look through.
  template <class V, int M = N, class = std::enable_if_t<(M > 1) && std::is_same_v<V, vector_t>>>
  vec(const V &v) noexcept : vec(sycl::bit_cast<vec>(v)) {}
  template <class V, int M = N, class = std::enable_if_t<(M > 1) && std::is_same_v<V, vector_t>>>
  operator V() const noexcept {
    return sycl::bit_cast<V>(*this);
  }
#endif

  template <int = 0> constexpr vec &operator=(const T &value) noexcept {
    return *this = vec(value);
  } // {} is a vec first
  template <class A, detail::if_other_number<A, T> = 0> constexpr vec &operator=(const A &value) noexcept {
    return *this = static_cast<T>(value);
  }
  template <class V, int I, int M = N, class = std::enable_if_t<M == 1>>
  constexpr vec &operator=(const detail::swizzled<V, I> &place) noexcept { // which is a vec and a number
    return *this = vec(place[0]);
  }

  static constexpr int size() noexcept { return N; }
  static constexpr std::size_t get_count() noexcept { return N; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(T) * room; }
  static constexpr std::size_t get_size() noexcept { return byte_size(); }

  WEFT_INLINE constexpr T &operator[](std::size_t i) noexcept { return data_[i]; }
  WEFT_INLINE constexpr const T &operator[](std::size_t i) const noexcept { return data_[i]; }
  template <int K> constexpr T &at() noexcept {
    static_assert(K < room, "the vec has no such element");
    return data_[K];
  }
  template <int K> constexpr const T &at() const noexcept {
    static_assert(K < room, "the vec has no such element");
    return data_[K];
  }

  template <int... K> constexpr auto swizzle() noexcept { return detail::swizzled<vec, check<K>...>(*this); }
  template <int... K> constexpr auto swizzle() const noexcept {
    return detail::swizzled<const vec, check<K>...>(*this);
  }
  template <int Step, int First, int... K> constexpr decltype(auto) every(std::integer_sequence<int, K...>) noexcept {
    return swizzle<(First + Step * K)...>();
  }
  template <int Step, int First, int... K>
  constexpr decltype(auto) every(std::integer_sequence<int, K...>) const noexcept {
    return swizzle<(First + Step * K)...>();
  }

  template <class To, rounding_mode Mode = rounding_mode::automatic> vec<To, N> convert() const {
    return converted<To, Mode>(std::make_index_sequence<N>());
  }
  /// The same bytes as another vec of that size.
  template <class To> To as() const noexcept {
    static_assert(sizeof(To) == sizeof(vec), "vec::as is for a type of the same size");
    To to;
    __builtin_memcpy(static_cast<void *>(&to), this, sizeof to);
    return to;
  }

  /// Elements offset * N and following of what `from` points to.
  template <class Pointer> void load(std::size_t offset, Pointer from) {
    const T *first = detail::raw_pointer<const T>(from) + offset * N;
    load(first, std::make_index_sequence<N>());
  }
  template <class Pointer> void store(std::size_t offset, Pointer to) const {
    T *first = detail::raw_pointer<T>(to) + offset * N;
    store(first, std::make_index_sequence<N>());
  }

  // Programs may name the pointer's template arguments.
  template <access::address_space Space, access::decorated = access::decorated::legacy, class Pointer>
  void load(std::size_t offset, Pointer from) {
    load(offset, from);
  }
  template <access::address_space Space, access::decorated = access::decorated::legacy, class Pointer>
  void store(std::size_t offset, Pointer to) const {
    store(offset, to);
  }

private:
  template <std::size_t... I>
  constexpr vec(const T &value, std::index_sequence<I...>) noexcept : data_{(static_cast<void>(I), value)...} {}
  template <class To, rounding_mode Mode, std::size_t... I> vec<To, N> converted(std::index_sequence<I...>) const {
    return vec<To, N>(detail::from_elements(), detail::convert_number<To, Mode>(data_[I])...);
  }
  template <std::size_t... I> void load(const T *from, std::index_sequence<I...>) { ((data_[I] = from[I]), ...); }
  template <std::size_t... I> void store(T *to, std::index_sequence<I...>) const { ((to[I] = data_[I]), ...); }

  template <int K> static constexpr int check_index() {
    static_assert(K >= 0 && K < room, "the vec has no such element");
    return K;
  }
  template <int K> static constexpr int check = check_index<K>();

  template <class A> static constexpr T number(const A &a) {
    if constexpr (detail::has_elements<A>)
      return a[0];
    else if constexpr (detail::is_arithmetic<A>)
      return static_cast<T>(a);
    else
      return a;
  }
  template <class A> constexpr void append(int &i, const A &a) {
    if constexpr (detail::has_elements<A>)
      for (std::size_t k = 0; k < detail::elements_of<A>::count; ++k)
        data_[i++] = a[k];
    else
      data_[i++] = number(a);
  }

  alignas(sizeof(T) * room < 64 ? sizeof(T) * room : 64) T data_[room];
};

template <class T, class... U, class = std::enable_if_t<(std::is_same_v<T, U> && ...)>>
vec(T, U...) -> vec<T, 1 + sizeof...(U)>;

#define WEFT_VEC_ALIASES(name, T)                                                                                      \
  using name##2 = vec<T, 2>;                                                                                           \
  using name##3 = vec<T, 3>;                                                                                           \
  using name##4 = vec<T, 4>;                                                                                           \
  using name##8 = vec<T, 8>;                                                                                           \
  using name##16 = vec<T, 16>;
/// With SYCL 1.2.1's names as well.
#define WEFT_VEC_CL_ALIASES(name, T)                                                                                   \
  WEFT_VEC_ALIASES(name, T)                                                                                            \
  WEFT_VEC_ALIASES(cl_##name, T)
WEFT_VEC_CL_ALIASES(char, std::int8_t)
WEFT_VEC_ALIASES(schar, signed char)
WEFT_VEC_CL_ALIASES(uchar, std::uint8_t)
WEFT_VEC_CL_ALIASES(short, std::int16_t)
WEFT_VEC_CL_ALIASES(ushort, std::uint16_t)
WEFT_VEC_CL_ALIASES(int, std::int32_t)
WEFT_VEC_CL_ALIASES(uint, std::uint32_t)
WEFT_VEC_CL_ALIASES(long, std::int64_t)
WEFT_VEC_CL_ALIASES(ulong, std::uint64_t)
WEFT_VEC_ALIASES(longlong, long long)
WEFT_VEC_ALIASES(ulonglong, unsigned long long)
#if defined(__FLT16_MAX__)
WEFT_VEC_CL_ALIASES(half, half)
#endif
WEFT_VEC_CL_ALIASES(float, float)
WEFT_VEC_CL_ALIASES(double, double)
#undef WEFT_VEC_CL_ALIASES
#undef WEFT_VEC_ALIASES

} // namespace _V1
} // namespace sycl

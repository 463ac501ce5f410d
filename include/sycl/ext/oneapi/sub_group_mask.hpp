// A bit for each work-item of a sub-group (sycl_ext_oneapi_sub_group_mask).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/group_algorithms.hpp>
#include <sycl/id.hpp>
#include <sycl/marray.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

using sycl::sub_group; // which was an extension first, too

class sub_group_mask {
public:
  static constexpr std::size_t max_bits = 64;

  /// Of the sub-group of the calling work-item; on the host, of the largest one there is.
  sub_group_mask() noexcept : sub_group_mask(0, size_of_calling()) {}
  sub_group_mask(unsigned long long bits) noexcept : sub_group_mask(bits, size_of_calling()) {}
  template <class T, std::size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  sub_group_mask(const marray<T, N> &bits) noexcept : sub_group_mask() {
    insert_bits(bits);
  }
  /// Of a sub-group with so many work-items.
  constexpr sub_group_mask(std::uint64_t bits, std::size_t size) noexcept : bits_(bits & low_bits(size)), size_(size) {}

  /// One bit, to be read and set.
  class reference {
  public:
    constexpr reference(sub_group_mask &mask, std::size_t place) noexcept : mask_(mask), place_(place) {}
    reference(const reference &) = default;
    constexpr reference &operator=(bool value) noexcept { return mask_.set(place_, value), *this; }
    constexpr reference &operator=(const reference &o) noexcept { return *this = static_cast<bool>(o); }
    constexpr operator bool() const noexcept { return mask_.test(place_); }
    constexpr bool operator~() const noexcept { return !mask_.test(place_); }
    constexpr reference &flip() noexcept { return mask_.flip(place_), *this; }

  private:
    sub_group_mask &mask_;
    std::size_t place_;
  };

  constexpr bool operator[](id<1> i) const noexcept { return test(i); }
  constexpr reference operator[](id<1> i) noexcept { return {*this, i[0]}; }
  constexpr bool test(id<1> i) const noexcept { return (bits_ >> i[0] & 1) != 0; }
  constexpr bool all() const noexcept { return bits_ == low_bits(size_); }
  constexpr bool any() const noexcept { return bits_ != 0; }
  constexpr bool none() const noexcept { return bits_ == 0; }
  constexpr std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
  constexpr std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(size_); }
  /// The size where there is none.
  constexpr id<1> find_low() const noexcept { return any() ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_; }
  constexpr id<1> find_high() const noexcept {
    return any() ? static_cast<std::size_t>(63 - __builtin_clzll(bits_)) : size_;
  }

  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  constexpr void insert_bits(T bits, id<1> at = 0) noexcept {
    const std::uint64_t field = low_bits(8 * sizeof(T)) << at[0];
    bits_ = ((bits_ & ~field) | (static_cast<std::uint64_t>(bits) << at[0] & field)) & low_bits(size_);
  }
  template <class T, std::size_t N> void insert_bits(const marray<T, N> &bits, id<1> at = 0) noexcept {
    for (std::size_t i = 0; i < N; ++i)
      if (const std::size_t first = at[0] + i * 8 * sizeof(T); first < max_bits)
        insert_bits(bits[i], first);
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  constexpr void extract_bits(T &bits, id<1> at = 0) const noexcept {
    bits = static_cast<T>(bits_ >> at[0]);
  }
  template <class T, std::size_t N> void extract_bits(marray<T, N> &bits, id<1> at = 0) const noexcept {
    for (std::size_t i = 0; i < N; ++i) {
      const std::size_t first = at[0] + i * 8 * sizeof(T);
      bits[i] = first < max_bits ? static_cast<T>(bits_ >> first) : T(0);
    }
  }

  constexpr void set() noexcept { bits_ = low_bits(size_); }
  constexpr void set(id<1> i, bool value = true) noexcept { value ? void(bits_ |= bit(i)) : reset(i); }
  constexpr void reset() noexcept { bits_ = 0; }
  constexpr void reset(id<1> i) noexcept { bits_ &= ~bit(i); }
  constexpr void reset_low() noexcept { bits_ &= bits_ - 1; }
  constexpr void reset_high() noexcept {
    if (any())
      reset(find_high());
  }
  constexpr void flip() noexcept { bits_ ^= low_bits(size_); }
  constexpr void flip(id<1> i) noexcept { bits_ ^= bit(i); }

  friend constexpr bool operator==(const sub_group_mask &a, const sub_group_mask &b) noexcept {
    return a.bits_ == b.bits_;
  }
  friend constexpr bool operator!=(const sub_group_mask &a, const sub_group_mask &b) noexcept { return !(a == b); }
  friend constexpr sub_group_mask operator&(const sub_group_mask &a, const sub_group_mask &b) noexcept {
    return {a.bits_ & b.bits_, a.size_};
  }
  friend constexpr sub_group_mask operator|(const sub_group_mask &a, const sub_group_mask &b) noexcept {
    return {a.bits_ | b.bits_, a.size_};
  }
  friend constexpr sub_group_mask operator^(const sub_group_mask &a, const sub_group_mask &b) noexcept {
    return {a.bits_ ^ b.bits_, a.size_};
  }
  constexpr sub_group_mask &operator&=(const sub_group_mask &o) noexcept { return *this = *this & o; }
  constexpr sub_group_mask &operator|=(const sub_group_mask &o) noexcept { return *this = *this | o; }
  constexpr sub_group_mask &operator^=(const sub_group_mask &o) noexcept { return *this = *this ^ o; }
  constexpr sub_group_mask &operator<<=(std::size_t by) noexcept { return *this = *this << by; }
  constexpr sub_group_mask &operator>>=(std::size_t by) noexcept { return *this = *this >> by; }
  constexpr sub_group_mask operator~() const noexcept { return {~bits_, size_}; }
  constexpr sub_group_mask operator<<(std::size_t by) const noexcept { return {bits_ << by, size_}; }
  constexpr sub_group_mask operator>>(std::size_t by) const noexcept { return {bits_ >> by, size_}; }

private:
  static std::size_t size_of_calling() noexcept {
#if WEFT_DEVICE_PASS
    return __weft_sub_group_max_range();
#else
    return max_bits;
#endif
  }
  static constexpr std::uint64_t low_bits(std::size_t count) noexcept {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
  static constexpr std::uint64_t bit(id<1> i) noexcept { return std::uint64_t{1} << i[0]; }

  std::uint64_t bits_;
  std::size_t size_;
};

/// Which work-items of the sub-group answer yes.
template <class Group> sub_group_mask group_ballot(Group g, bool predicate = true) {
  static_assert(sycl::detail::is_sub_group_v<Group>, "group_ballot is for sub-groups");
  return {sycl::detail::sub_group_ballot(predicate), g.get_max_local_range()[0]};
}

namespace detail {
/// How oneDPL's sort by digits makes a mask of DPC++'s, which has no public constructor.
struct Builder {
  template <class Mask> static constexpr Mask createSubGroupMask(std::uint64_t bits, std::size_t size) noexcept {
    return Mask(bits, size);
  }
};
} // namespace detail
} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

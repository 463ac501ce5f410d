// class span: C++20's std::span, which SYCL 2020 gives to C++17 programs too (4.7.1).
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span {
public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr std::size_t extent = Extent;

  template <std::size_t E = Extent, class = std::enable_if_t<E == 0 || E == dynamic_extent>>
  constexpr span() noexcept : data_(nullptr), size_(0) {}
  constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
  constexpr span(T *first, T *last) noexcept : data_(first), size_(static_cast<std::size_t>(last - first)) {}
  template <std::size_t N, class = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
  constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
  template <
      class U, std::size_t N,
      class = std::enable_if_t<(Extent == dynamic_extent || Extent == N) && std::is_convertible_v<U (*)[], T (*)[]>>>
  constexpr span(std::array<U, N> &array) noexcept : data_(array.data()), size_(N) {}
  template <class Container,
            class = std::enable_if_t<Extent == dynamic_extent &&
                                     std::is_convertible_v<decltype(std::declval<Container &>().data()), T *>>>
  constexpr span(Container &container) : data_(container.data()), size_(container.size()) {}
  template <
      class U, std::size_t E,
      class = std::enable_if_t<(Extent == dynamic_extent || Extent == E) && std::is_convertible_v<U (*)[], T (*)[]>>>
  constexpr span(const span<U, E> &other) noexcept : data_(other.data()), size_(other.size()) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
  constexpr T &front() const noexcept { return data_[0]; }
  constexpr T &back() const noexcept { return data_[size_ - 1]; }
  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size_; }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  constexpr span<T> first(std::size_t n) const noexcept { return {data_, n}; }
  constexpr span<T> last(std::size_t n) const noexcept { return {data_ + (size_ - n), n}; }
  constexpr span<T> subspan(std::size_t at, std::size_t n = dynamic_extent) const noexcept {
    return {data_ + at, n == dynamic_extent ? size_ - at : n};
  }

private:
  T *data_;
  std::size_t size_;
};

template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class Container> span(Container &) -> span<typename Container::value_type>;

} // namespace _V1
} // namespace sycl

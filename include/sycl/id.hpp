// id<D>: a point of an index space (SYCL 2020, 4.9.1.3).
#pragma once

#include <sycl/detail/coordinates.hpp>
#include <sycl/range.hpp>

namespace sycl {

template <int Dimensions, bool WithOffset> class item;

namespace detail {
template <int Dimensions> class index_conversion {};

/// A one-dimensional id is its index; SYCL 2020 deprecates the conversion but programs use it everywhere.
template <> class index_conversion<1> {
public:
  constexpr operator std::size_t() const noexcept;
};
} // namespace detail

template <int Dimensions = 1>
class id : public detail::coordinates<id<Dimensions>, Dimensions>, public detail::index_conversion<Dimensions> {
  using base = detail::coordinates<id, Dimensions>;

public:
  using base::base;

  constexpr id(const range<Dimensions> &r) noexcept {
    for (int d = 0; d < Dimensions; ++d)
      this->values_[d] = r[d];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &i) noexcept : id(i.get_id()) {}
};

constexpr detail::index_conversion<1>::operator std::size_t() const noexcept {
  return static_cast<const id<1> &>(*this)[0];
}

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

} // namespace sycl

// id<D>: a point of an index space (SYCL 2020, 4.9.1.3).
#pragma once

#include <sycl/detail/coordinates.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions, bool WithOffset> class item;

template <int Dimensions = 1>
class id : public detail::coordinates<id<Dimensions>, Dimensions>,
           public detail::index_conversion<id<Dimensions>, Dimensions> {
  using base = detail::coordinates<id, Dimensions>;

public:
  using base::base;

  constexpr id(const range<Dimensions> &r) noexcept {
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      this->values_[d] = r[d];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &i) noexcept : id(i.get_id()) {}
};

id() -> id<1>;
id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

} // namespace _V1
} // namespace sycl

// range<D>: the extent of an index space (SYCL 2020, 4.9.1.1).
#pragma once

#include <sycl/detail/coordinates.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class range : public detail::coordinates<range<Dimensions>, Dimensions> {
  using base = detail::coordinates<range, Dimensions>;

public:
  using base::base;

  constexpr std::size_t size() const noexcept {
    std::size_t n = 1;
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      n *= this->values_[d];
    return n;
  }
};

range() -> range<1>;
range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace _V1
} // namespace sycl

// Stores through indices.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"

namespace weft::algorithms {

/// A parameter says how wide elements (in 16ths of it) and indices are.
constexpr int bytes_of(int parameter) {
  return parameter / 16;
}
template <int Parameter> using Index = std::conditional_t<Parameter % 16 == 4, std::int32_t, std::int64_t>;

/// Where an index leads: numbers beyond the axis become its ends.
template <int Parameter> std::int64_t place(const ScatterArguments &a, std::int64_t at) {
  std::int64_t index = as<const Index<Parameter>>(a.indices)[at];
  if (a.extent != 0) {
    const std::int64_t lowest = a.clips != 0 ? 0 : -a.extent;
    index = index < lowest ? lowest : index;
    index = index >= a.extent ? a.extent - 1 : index;
    index = index < 0 ? index + a.extent : index;
  }
  return index * a.stride;
}

template <int Parameter> std::int64_t place_in_rows(const ScatterArguments &a, std::int64_t item) {
  const std::int64_t outer = item / a.inner, column = item - outer * a.inner;
  const std::int64_t row = outer / a.count, at = outer - row * a.count;
  return row * a.row_stride + place<Parameter>(a, at) + column * a.inner_stride;
}

template <int Parameter> struct scatter_rows : ScatterArguments {
  void operator()(sycl::item<1> item) const {
    using T = Element<bytes_of(Parameter)>;
    const std::int64_t i = item.get_linear_id();
    as<T>(target)[place_in_rows<Parameter>(*this, i)] = as<const T>(source)[i];
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_INDICES(Kind, K)                                                                                      \
  Kind(K<16 + 4>) Kind(K<16 + 8>) Kind(K<32 + 4>) Kind(K<32 + 8>) Kind(K<64 + 4>) Kind(K<64 + 8>) Kind(K<128 + 4>)     \
      Kind(K<128 + 8>) Kind(K<256 + 4>) Kind(K<256 + 8>)
WEFT_FOR_INDICES(WEFT_RANGE_KERNEL, weft::algorithms::scatter_rows)

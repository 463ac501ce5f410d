// Permutations that move one axis.
#include "array/algorithms/turn.hpp"

#include <numeric>
#include <vector>

namespace weft::array {

Array with_axis_last(const Array &x, int axis) {
  std::vector<int> axes(static_cast<std::size_t>(x.ndim()));
  std::iota(axes.begin(), axes.end(), 0);
  axes.erase(axes.begin() + axis);
  axes.push_back(axis);
  return x.transposed(axes);
}

Array with_axis_back(const Array &x, int axis) {
  std::vector<int> axes(static_cast<std::size_t>(x.ndim()) - 1);
  std::iota(axes.begin(), axes.end(), 0);
  axes.insert(axes.begin() + axis, x.ndim() - 1);
  return x.transposed(axes);
}

} // namespace weft::array

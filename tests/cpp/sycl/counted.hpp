// Content whose elements are told apart.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

inline std::vector<int> counted(std::size_t n, int first = 0) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), first);
  return v;
}

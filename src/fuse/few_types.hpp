// The types that loops over few elements are compiled for.
#pragma once

#include <cstdint>
#include <cstring>

#include "ops/dtype.hpp"

namespace weft::fuse {

/// What `visit` returns for a value of the type; false for types that few elements rarely have.
template <class Visit> bool visit_few_type(ops::Dtype dtype, Visit visit) {
  switch (dtype) {
  case ops::Dtype::f64:
    return visit(double());
  case ops::Dtype::i64:
    return visit(std::int64_t());
  case ops::Dtype::f32:
    return visit(float());
  case ops::Dtype::i32:
    return visit(std::int32_t());
  case ops::Dtype::b1:
    return visit(bool());
  default:
    return false;
  }
}

template <class T> T read_element(const std::byte *first, std::size_t i) {
  T value;
  std::memcpy(&value, first + i * sizeof value, sizeof value);
  return value;
}
template <class T> void write_element(std::byte *first, std::size_t i, T value) {
  std::memcpy(first + i * sizeof value, &value, sizeof value);
}

} // namespace weft::fuse

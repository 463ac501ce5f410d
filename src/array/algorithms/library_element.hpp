// Dtypes as the libraries of a device's vendor know them.
#pragma once

#include <optional>

#include "array/dtype.hpp"
#include "runtime/device_libraries.hpp"

namespace weft::array {

inline std::optional<runtime::LibraryElement> library_element(Dtype dtype) {
  using runtime::LibraryElement;
  switch (dtype) {
  case Dtype::f16:
    return LibraryElement::f16;
  case Dtype::bf16:
    return LibraryElement::bf16;
  case Dtype::f32:
    return LibraryElement::f32;
  case Dtype::f64:
    return LibraryElement::f64;
  case Dtype::c64:
    return LibraryElement::c64;
  case Dtype::c128:
    return LibraryElement::c128;
  default:
    return std::nullopt;
  }
}

} // namespace weft::array

// Promotion, with what the device has.
#include "array/promotion.hpp"

namespace weft::array {

Dtype on_device(Dtype dtype, const Queue &queue) {
  if ((dtype != Dtype::f64 && dtype != Dtype::c128) || queue.device()->has(runtime::Aspect::fp64))
    return dtype;
  return dtype == Dtype::f64 ? Dtype::f32 : Dtype::c64;
}

Dtype common_dtype(std::span<const Array> arrays) {
  Dtype dtype = arrays[0].dtype();
  for (const Array &x : arrays.subspan(1))
    dtype = ops::promote(dtype, x.dtype());
  return on_device(dtype, *arrays[0].queue());
}

} // namespace weft::array

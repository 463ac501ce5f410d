// Says what the arrays are in the library's terms, and gives it memory to work in.
#include "array/algorithms/transform.hpp"

#include "array/algorithms/algorithm.hpp"
#include "runtime/device_libraries.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

using runtime::LibraryTransform;
using Form = LibraryTransform::Kind;

bool is_complex(const Array &x) {
  return kind_of(x.dtype()) == Kind::complex;
}

LibraryTransform described(const Array &from, const Array &to, int rank) {
  LibraryTransform result;
  result.kind = !is_complex(from) ? Form::from_real : is_complex(to) ? Form::complex : Form::to_real;
  result.double_precision = from.dtype() == Dtype::f64 || from.dtype() == Dtype::c128;
  result.rank = rank;
  const Shape &shape = (result.kind == Form::from_real ? from : to).shape();
  const std::size_t stacked = shape.size() - static_cast<std::size_t>(rank);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis < stacked)
      result.batches *= shape[axis];
    else
      result.extents[axis - stacked] = shape[axis];
  }
  return result;
}

} // namespace

bool transforms(const Array &x) {
  runtime::DeviceLibraries *const libraries = x.queue()->device()->libraries();
  return libraries != nullptr && libraries->has(runtime::LibraryKind::fft);
}

void transform(const Array &from, const Array &to, int rank, bool inverse) {
  WEFT_CHECK(rank >= 1 && rank <= 3 && from.c_contiguous() && to.c_contiguous() && to.size() != 0,
             "transform: {} axes of {} dimensions", rank, from.ndim());
  const LibraryTransform what = described(from, to, rank);
  runtime::DeviceLibraries &libraries = *from.queue()->device()->libraries();
  LibraryRun run(from.queue());
  const std::byte *const source = what.kind == Form::to_real ? run.write(from) : run.read(from);
  std::byte *const target = run.write(to);
  std::byte *const work = run.temporary(libraries.work_of(what));
  explain("array", "transform of {} dimensions, {} times: by {}", rank, what.batches,
          libraries.path(runtime::LibraryKind::fft));
  run.call("fft", [=, &libraries](std::uintptr_t stream) {
    libraries.transform(stream, what, source, target, inverse, work);
  });
}

} // namespace weft::array

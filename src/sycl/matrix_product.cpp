// Products of matrices by the libraries that the runtime finds.
#include <sycl/detail/matrix_product.hpp>

#include "runtime/device_libraries.hpp"
#include "sycl/bridge.hpp"

namespace sycl::inline _V1::detail {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

namespace {

runtime::LibraryElement element_of(matrix_element element) {
  using runtime::LibraryElement;
  switch (element) {
  case matrix_element::f16:
    return LibraryElement::f16;
  case matrix_element::bf16:
    return LibraryElement::bf16;
  case matrix_element::f32:
    return LibraryElement::f32;
  case matrix_element::f64:
    return LibraryElement::f64;
  case matrix_element::c64:
    return LibraryElement::c64;
  case matrix_element::c128:
    return LibraryElement::c128;
  }
  WEFT_CHECK(false, "matrix_product: element {}", static_cast<int>(element));
}

runtime::LibraryMatrix matrix_of(const matrix_operand &operand) {
  return {operand.first, operand.apart, operand.step, operand.transposed, operand.conjugated};
}

} // namespace

bool multiplies_matrices(const queue &q) {
  return translated([&] {
    runtime::DeviceLibraries *const libraries = queue_of(q)->device()->libraries();
    return libraries != nullptr && libraries->has(runtime::LibraryKind::blas);
  });
}

void multiply_matrices(const queue &q, std::uintptr_t stream, const matrix_product &given) {
  translated([&] {
    const runtime::LibraryProduct product{
        .element = element_of(given.element),
        .rows = given.rows,
        .columns = given.columns,
        .depth = given.depth,
        .batches = given.matrices,
        .a = matrix_of(given.a),
        .b = matrix_of(given.b),
        .c = {given.c, given.c_apart, given.c_step, element_of(given.result)},
        .alpha = given.alpha,
        .beta = given.beta,
    };
    queue_of(q)->device()->libraries()->multiply(stream, product);
  });
}

} // namespace sycl::inline _V1::detail

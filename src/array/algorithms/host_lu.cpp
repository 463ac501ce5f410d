// Calls LAPACK as Fortran does: everything by address, pivots in its own integers.
#include "array/algorithms/host_lu.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "array/algorithms/openblas.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using runtime::Factoring;
using runtime::Factorization;
using runtime::LibraryElement;

template <class Int>
using Factor = void(const Int *rows, const Int *columns, void *a, const Int *apart, Int *pivots, Int *info);

template <class Int>
using Solve = void(const char *transposed, const Int *n, const Int *sides, const void *a, const Int *apart,
                   const Int *pivots, void *b, const Int *b_apart, Int *info, std::size_t length_of_transposed);

void *symbol_of(LibraryElement element, const char *name) {
  const char letter = element == LibraryElement::f32   ? 's'
                      : element == LibraryElement::f64 ? 'd'
                      : element == LibraryElement::c64 ? 'c'
                                                       : 'z';
  void *const symbol = openblas().symbol((letter + std::string(name)).c_str());
  WEFT_CHECK(symbol != nullptr, "LAPACK: {} has no {}{}", openblas().path, letter, name);
  return symbol;
}

template <class Int> void compute(const Factorization &f) {
  const Int rows = static_cast<Int>(f.rows), columns = static_cast<Int>(f.columns), sides = static_cast<Int>(f.others);
  const Int apart = std::max<Int>(rows, 1);
  Int info = 0;
  std::vector<Int> pivots(static_cast<std::size_t>(std::min(f.rows, f.columns)));
  if (f.kind == Factoring::lu) {
    reinterpret_cast<Factor<Int> *>(symbol_of(f.element, "getrf_"))(&rows, &columns, f.a, &apart, pivots.data(), &info);
    std::ranges::copy(pivots, f.pivots);
  } else {
    std::ranges::transform(f.pivots, f.pivots + pivots.size(), pivots.begin(),
                           [](std::int64_t pivot) { return static_cast<Int>(pivot); });
    reinterpret_cast<Solve<Int> *>(symbol_of(f.element, "getrs_"))(&f.option, &rows, &sides, f.a, &apart, pivots.data(),
                                                                   f.b, &apart, &info, 1);
  }
  *f.info = static_cast<int>(info);
}

} // namespace

bool has_host_lu() {
  return openblas().symbol("sgetrf_") != nullptr;
}

void host_lu(const Factorization &f, int threads) {
  const OpenBlasThreads limit(threads);
  openblas().long_integers ? compute<std::int64_t>(f) : compute<std::int32_t>(f);
}

} // namespace weft::array

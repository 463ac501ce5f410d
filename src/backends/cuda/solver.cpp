// Hands factorizations to cuSOLVER.
#include "backends/cuda/solver.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "backends/cuda/shared_library.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::Factoring;
using runtime::Factorization;
using runtime::LibraryElement;
using runtime::LibraryWork;

namespace {

void check(int status, const char *call) {
  if (status != 0)
    throw Error(Errc::runtime, "{} failed: cuSOLVER status {}", call, status);
}

Operation operation(const Factorization &f) {
  return f.option == 't' ? Operation::transposed : f.option == 'c' ? Operation::conjugated : Operation::plain;
}

int triangle(const Factorization &f) {
  return f.option == 'u' || f.option == 'U' ? 1 : 0;
}

int wants_vectors(const Factorization &f) {
  return f.option == 'u' || f.option == 'l' ? 1 : 0;
}

signed char job(const Factorization &f) {
  return f.option == 'a' ? 'A' : f.option == 's' ? 'S' : 'N';
}

std::size_t element_bytes(LibraryElement element) {
  return element == LibraryElement::f32 ? 4 : element == LibraryElement::c128 ? 16 : 8;
}

/// The older functions count in int.
struct Counts {
  int rows, columns, reflectors;

  explicit Counts(const Factorization &f)
      : rows(static_cast<int>(f.rows)), columns(static_cast<int>(f.columns)), reflectors(static_cast<int>(f.others)) {
    constexpr std::int64_t most = 0x7fffffff;
    if (f.rows > most || f.columns > most)
      throw Error(Errc::feature_not_supported, "linalg.qr: {} by {} exceed what cuSOLVER takes", f.rows, f.columns);
  }
};

} // namespace

Solver::Solver(int driver_version) {
  const SharedLibrary library =
      find_library({"libcusolver.so.12", "libcusolver.so.11"}, driver_version, "cusolverDnCreate");
  path_ = library.path;
#define WEFT_LOAD(name, symbol, parameters) library.load(name##_, #symbol);
  WEFT_CUSOLVER_FUNCTIONS(WEFT_LOAD)
#undef WEFT_LOAD
  if (const int status = create_(&handle_); status != 0)
    throw Error(Errc::feature_not_supported, "{}: cusolverDnCreate gives status {}", path_, status);
  check(create_params_(&params_), "cusolverDnCreateParams");
}

Solver::ColumnsSize Solver::columns_size(LibraryElement element) const {
  return element == LibraryElement::f32   ? s_columns_size_
         : element == LibraryElement::f64 ? d_columns_size_
         : element == LibraryElement::c64 ? c_columns_size_
                                          : z_columns_size_;
}

Solver::Columns Solver::columns(LibraryElement element) const {
  return element == LibraryElement::f32   ? s_columns_
         : element == LibraryElement::f64 ? d_columns_
         : element == LibraryElement::c64 ? c_columns_
                                          : z_columns_;
}

LibraryWork Solver::work_of(const Factorization &f) {
  const DataType type = data_type(f.element), real = real_type(f.element);
  const std::lock_guard lock(mutex_);
  LibraryWork work;
  std::size_t *const on_device = &work.device_bytes, *const on_host = &work.host_bytes;
  switch (f.kind) {
  case Factoring::lu:
    check(lu_size_(handle_, params_, f.rows, f.columns, type, f.a, f.rows, type, on_device, on_host),
          "cusolverDnXgetrf_bufferSize");
    break;
  case Factoring::lu_solve:
    break;
  case Factoring::cholesky:
    check(cholesky_size_(handle_, params_, triangle(f), f.rows, type, f.a, f.rows, type, on_device, on_host),
          "cusolverDnXpotrf_bufferSize");
    break;
  case Factoring::qr:
    check(qr_size_(handle_, params_, f.rows, f.columns, type, f.a, f.rows, type, f.b, type, on_device, on_host),
          "cusolverDnXgeqrf_bufferSize");
    break;
  case Factoring::qr_columns: {
    const Counts n(f);
    int elements = 0;
    check(columns_size(f.element)(handle_, n.rows, n.columns, n.reflectors, f.a, n.rows, f.b, &elements),
          "cusolverDn?orgqr_bufferSize");
    work.device_bytes = static_cast<std::size_t>(elements) * element_bytes(f.element);
    break;
  }
  case Factoring::eigen:
    check(eigen_size_(handle_, params_, wants_vectors(f), triangle(f), f.rows, type, f.a, f.rows, real, f.b, type,
                      on_device, on_host),
          "cusolverDnXsyevd_bufferSize");
    break;
  case Factoring::singular:
    check(singular_size_(handle_, params_, job(f), job(f), f.rows, f.columns, type, f.a, f.rows, real, f.b, type, f.u,
                         f.rows, type, f.v, f.columns, type, on_device, on_host),
          "cusolverDnXgesvd_bufferSize");
    break;
  }
  return work;
}

void Solver::factorize(CUstream stream, const Factorization &f, void *device_work, void *host_work, LibraryWork work) {
  const DataType type = data_type(f.element), real = real_type(f.element);
  const auto [on_device, on_host] = work;
  const std::lock_guard lock(mutex_);
  check(set_stream_(handle_, stream), "cusolverDnSetStream");
  switch (f.kind) {
  case Factoring::lu:
    return check(lu_(handle_, params_, f.rows, f.columns, type, f.a, f.rows, f.pivots, type, device_work, on_device,
                     host_work, on_host, f.info),
                 "cusolverDnXgetrf");
  case Factoring::lu_solve:
    return check(lu_solve_(handle_, params_, operation(f), f.rows, f.others, type, f.a, f.rows, f.pivots, type, f.b,
                           f.rows, f.info),
                 "cusolverDnXgetrs");
  case Factoring::cholesky:
    return check(cholesky_(handle_, params_, triangle(f), f.rows, type, f.a, f.rows, type, device_work, on_device,
                           host_work, on_host, f.info),
                 "cusolverDnXpotrf");
  case Factoring::qr:
    return check(qr_(handle_, params_, f.rows, f.columns, type, f.a, f.rows, type, f.b, type, device_work, on_device,
                     host_work, on_host, f.info),
                 "cusolverDnXgeqrf");
  case Factoring::qr_columns: {
    const Counts n(f);
    return check(columns(f.element)(handle_, n.rows, n.columns, n.reflectors, f.a, n.rows, f.b, device_work,
                                    static_cast<int>(on_device / element_bytes(f.element)), f.info),
                 "cusolverDn?orgqr");
  }
  case Factoring::eigen:
    return check(eigen_(handle_, params_, wants_vectors(f), triangle(f), f.rows, type, f.a, f.rows, real, f.b, type,
                        device_work, on_device, host_work, on_host, f.info),
                 "cusolverDnXsyevd");
  case Factoring::singular:
    return check(singular_(handle_, params_, job(f), job(f), f.rows, f.columns, type, f.a, f.rows, real, f.b, type, f.u,
                           f.rows, type, f.v, f.columns, type, device_work, on_device, host_work, on_host, f.info),
                 "cusolverDnXgesvd");
  }
}

} // namespace weft::cuda

// Finds each matrix of the stacks, and memory to work in.
#include "array/algorithms/factorize.hpp"

#include <array>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/library_element.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

using runtime::Factoring;
using runtime::Factorization;

/// Bytes of one item of a stack, of which the last axes are `own`.
std::size_t bytes_each(const Array &x, std::size_t own) {
  std::size_t bytes = item_size(x.dtype());
  for (std::size_t back = 1; back <= own; ++back)
    bytes *= static_cast<std::size_t>(x.shape()[x.shape().size() - back]);
  return bytes;
}

/// Where the items of a stack are.
struct Items {
  std::byte *first = nullptr;
  std::size_t apart = 0;

  Items(LibraryRun &run, const Array &x, std::size_t own) {
    if (!x)
      return;
    WEFT_CHECK(x.c_contiguous(), "factorize: an operand has gaps");
    first = run.write(x);
    apart = bytes_each(x, own);
  }
  std::byte *operator[](std::size_t n) const { return first == nullptr ? nullptr : first + n * apart; }
};

std::int64_t extent(const Array &x, std::size_t back) {
  return x.shape()[x.shape().size() - back];
}

const char *name_of(Factoring kind) {
  static constexpr std::array names{"lu", "lu_solve", "cholesky", "qr", "qr_columns", "eigen", "singular"};
  return names[static_cast<std::size_t>(kind)];
}

} // namespace

bool factorizes(const Array &x) {
  const Dtype dtype = x.dtype();
  const bool has_type = dtype == Dtype::f32 || dtype == Dtype::f64 || dtype == Dtype::c64 || dtype == Dtype::c128;
  runtime::DeviceLibraries *const libraries = x.queue()->device()->libraries();
  return has_type && libraries != nullptr && libraries->has(runtime::LibraryKind::lapack);
}

std::vector<int> factorize(Factoring kind, char option, const Factors &factors) {
  const auto &[a, b, pivots, u, v] = factors;
  const std::shared_ptr<Queue> &queue = a.queue();
  runtime::DeviceLibraries &libraries = *queue->device()->libraries();
  LibraryRun run(queue);
  const bool matrices = kind == Factoring::lu_solve;
  const Items all_a(run, a, 2), all_b(run, b, matrices ? 2 : 1), all_pivots(run, pivots, 1), all_u(run, u, 2),
      all_v(run, v, 2);
  const std::size_t count = a.size() * item_size(a.dtype()) / bytes_each(a, 2);
  std::byte *const info = run.temporary(count * sizeof(int));
  Factorization work{.kind = kind, .element = *library_element(a.dtype()), .option = option};
  work.rows = extent(a, 1);
  work.columns = extent(a, 2);
  work.others = kind == Factoring::lu_solve ? extent(b, 2) : kind == Factoring::qr_columns ? extent(b, 1) : 0;
  const auto take = [&](std::size_t n) {
    work.a = all_a[n];
    work.b = all_b[n];
    work.pivots = reinterpret_cast<std::int64_t *>(all_pivots[n]);
    work.u = all_u[n];
    work.v = all_v[n];
    work.info = reinterpret_cast<int *>(info) + n;
  };
  take(0);
  const runtime::LibraryWork room = libraries.work_of(work);
  std::byte *const device_work = run.temporary(room.device_bytes);
  std::vector<std::byte> host_work(room.host_bytes);
  explain("array", "factorization {} of {} by {}, {} times: by {}", name_of(kind), work.rows, work.columns, count,
          libraries.path(runtime::LibraryKind::lapack));
  const std::uintptr_t stream = queue->native_stream();
  for (std::size_t n = 0; n < count; ++n) {
    take(n);
    libraries.factorize(stream, work, device_work, host_work.data(), room);
  }
  std::vector<int> results(count);
  queue->transfer_internal(results.data(), info, count * sizeof(int)); // waits
  return results;
}

} // namespace weft::array

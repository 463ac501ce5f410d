// What libraries of a device's vendor compute in its memory: matrix products, factorizations, Fourier transforms.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>

namespace weft::runtime {

/// A queue's stream as its driver's number, as Queue::library_call_internal() gives it.
using NativeStream = std::uintptr_t;

enum class LibraryElement : std::uint8_t { f16, bf16, f32, f64, c64, c128 };
enum class LibraryKind : std::uint8_t { blas, lapack, fft };

/// Columns after each other, so many elements apart; transposed: that is what is multiplied, not the matrix.
struct LibraryMatrix {
  const void *first = nullptr;
  std::int64_t apart = 1;
  std::int64_t step = 0; ///< elements from a matrix of a stack to the next
  bool transposed = false;
  bool conjugated = false; ///< of transposed ones
};

/// The same, to be written.
struct LibraryResult {
  void *first = nullptr;
  std::int64_t apart = 1, step = 0;
  LibraryElement element; ///< That of the product, or f32 for f16 and bf16.
};

/// c = alpha a b + beta c of columns after each other: (rows, depth) by (depth, columns), `batches` times. Sums are
/// exact to the element's precision, those of half-precision elements to float's. Where beta is 0, c is not read.
struct LibraryProduct {
  LibraryElement element;
  std::int64_t rows, columns, depth, batches;
  LibraryMatrix a, b;
  LibraryResult c;
  std::complex<double> alpha = 1, beta = 0; ///< Real for real elements.
};

enum class Factoring : std::uint8_t { lu, lu_solve, cholesky, qr, qr_columns, eigen, singular };

/// One matrix of columns after each other, without gaps: (rows, columns), factored in place as LAPACK does.
struct Factorization {
  Factoring kind;
  LibraryElement element;
  /// lu_solve: 't' solves with the transposed matrix, 'c' with the conjugated one of it, else 'n'. cholesky, eigen: the
  /// triangle that is read, 'u' or 'l'. eigen: 'U' or 'L' for values alone. singular: 'a', 's' or 'n', all vectors, as
  /// many as values, none.
  char option = 'n';
  std::int64_t rows = 0, columns = 0;
  std::int64_t others = 0;         ///< lu_solve: right sides; qr_columns: reflectors
  void *a = nullptr;               ///< singular: not more columns than rows
  void *b = nullptr;               ///< lu_solve: right sides; qr: factors of reflectors; eigen, singular: values
  std::int64_t *pivots = nullptr;  ///< from 1
  void *u = nullptr, *v = nullptr; ///< singular: vectors, v's conjugated and transposed
  int *info = nullptr;             ///< in the device's memory
};

struct LibraryWork {
  std::size_t device_bytes = 0, host_bytes = 0;
};

/// Dense transforms of one to three dimensions, the last one contiguous. Of a real transform the complex side has
/// n / 2 + 1 elements along the last dimension; one to real elements destroys what it reads.
struct LibraryTransform {
  enum class Kind : std::uint8_t { complex, from_real, to_real };
  Kind kind = Kind::complex;
  bool double_precision = false;
  int rank = 1;
  std::array<std::int64_t, 3> extents{1, 1, 1}; ///< of the real or the complex elements, first to last
  std::int64_t batches = 1;

  auto operator<=>(const LibraryTransform &) const = default;
};

/// The libraries of one device, looked for when first asked for. Thread-safe. Calls throw Error with the library's
/// code; has() and the functions that say how much memory work takes must come first, outside of locks: they load,
/// allocate and may wait for the device.
class DeviceLibraries {
public:
  virtual ~DeviceLibraries() = default;

  virtual bool has(LibraryKind) = 0;
  virtual std::string path(LibraryKind) = 0; ///< Of the file, for those who ask what computes.

  virtual void multiply(NativeStream, const LibraryProduct &) = 0;

  virtual LibraryWork work_of(const Factorization &) = 0;
  /// May wait for the stream; host memory is free when the stream has come past.
  virtual void factorize(NativeStream, const Factorization &, void *device_work, void *host_work, LibraryWork) = 0;

  virtual std::size_t work_of(const LibraryTransform &) = 0;
  virtual void transform(NativeStream, const LibraryTransform &, const void *from, void *to, bool inverse,
                         void *device_work) = 0;
};

} // namespace weft::runtime

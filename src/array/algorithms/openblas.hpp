// The host's library of linear algebra: the OpenBLAS that NumPy brings along, or the system's.
#pragma once

#include <string>

namespace weft::array {

/// Without a handle there is none.
struct OpenBlas {
  void *handle = nullptr;
  std::string path;
  std::string prefix, suffix;        ///< of its symbols
  bool long_integers = false;        ///< its integers have 64 bits, else 32
  int (*set_threads)(int) = nullptr; ///< of the calling thread; gives what was set before

  /// `name` as CBLAS or Fortran writes it, "cblas_dgemm", "dgetrf_".
  void *symbol(const char *name) const;
};

/// Looks for it once.
const OpenBlas &openblas();

/// As many threads for what the calling thread asks of it, as long as this lives.
class OpenBlasThreads {
public:
  explicit OpenBlasThreads(int threads);
  ~OpenBlasThreads();
  OpenBlasThreads(const OpenBlasThreads &) = delete;
  OpenBlasThreads &operator=(const OpenBlasThreads &) = delete;

private:
  int before_;
};

} // namespace weft::array

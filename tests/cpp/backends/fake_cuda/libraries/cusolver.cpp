// A stand-in for libcusolver: LAPACK of the OpenBLAS that NumPy brings, in the stream.
#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <type_traits>
#include <vector>

#include "backends/cuda/solver.hpp"
#include "stream.hpp"

using weft::cuda::CUstream;
using weft::cuda::DataType;
using weft::cuda::Operation;

namespace {

using Int = std::int64_t;
constexpr std::size_t device_room = 1024, host_room = 512; // bytes that every function asks for

struct Handle {
  CUstream stream = nullptr;
};

void *openblas() {
  static void *const handle = [] {
    void *found = nullptr;
    dl_iterate_phdr(
        [](dl_phdr_info *info, std::size_t, void *result) {
          if (std::strstr(info->dlpi_name, "openblas") == nullptr)
            return 0;
          *static_cast<void **>(result) = dlopen(info->dlpi_name, RTLD_NOW);
          return 1;
        },
        &found);
    return found;
  }();
  return handle;
}

char letter(DataType type) {
  return type == DataType::r_32f ? 's' : type == DataType::r_64f ? 'd' : type == DataType::c_32f ? 'c' : 'z';
}

bool is_complex(DataType type) {
  return type == DataType::c_32f || type == DataType::c_64f;
}

std::size_t bytes(DataType type) {
  return type == DataType::r_32f ? 4 : type == DataType::c_64f ? 16 : 8;
}

/// A function of LAPACK for a type, with addresses for all parameters.
template <class... Arguments> void lapack(DataType type, const std::string &name, Arguments... arguments) {
  const std::string symbol = std::string("scipy_") + letter(type) + name + "_64_";
  void *const function = openblas() == nullptr ? nullptr : dlsym(openblas(), symbol.c_str());
  if (function == nullptr)
    return fake::complain("no LAPACK: " + symbol);
  constexpr std::size_t length = 1; // of characters, which follow the parameters
  reinterpret_cast<void (*)(Arguments..., std::size_t, std::size_t)>(function)(arguments..., length, length);
}

/// Memory to work in, more than any function wants.
struct Room {
  Int count;
  std::vector<std::byte> work, real_work;
  std::vector<Int> integers;
  Int integer_count;

  Room(DataType type, Int rows, Int columns)
      : count(8 * (rows + columns + 10) * (rows + columns + 10)), work(static_cast<std::size_t>(count) * bytes(type)),
        real_work(work.size()), integers(static_cast<std::size_t>(count)), integer_count(count) {}
};

int sizes(std::size_t *on_device, std::size_t *on_host) {
  *on_device = device_room;
  *on_host = host_room;
  return 0;
}

void check(const char *call, std::initializer_list<const void *> memory, void *device_work, std::size_t device_bytes,
           void *host_work, std::size_t host_bytes) {
  for (const void *pointer : memory)
    fake::expect_device_memory(call, pointer);
  fake::expect_device_memory(call, device_work);
  if (device_bytes != device_room || host_bytes != host_room || host_work == nullptr)
    fake::complain(std::string(call) + ": room to work in");
}

template <class Work> int run(void *handle, int *info, Work work) {
  fake::enqueue(static_cast<Handle *>(handle)->stream, [=] {
    Int result = 0;
    work(&result);
    *info = static_cast<int>(result);
  });
  return 0;
}

int columns_of_q(void *handle, DataType type, int m, int n, int k, void *a, int lda, const void *tau, void *work,
                 int elements, int *info) {
  fake::log(fmt::format("orgqr {} {} {} {}", letter(type), m, n, k));
  check("orgqr", {a, tau, info}, work, device_room, work, host_room);
  if (static_cast<std::size_t>(elements) * bytes(type) != device_room)
    fake::complain("orgqr: room to work in");
  return run(handle, info, [=](Int *result) {
    Room room(type, m, n);
    const Int rows = m, columns = n, reflectors = k, apart = lda;
    lapack(type, is_complex(type) ? "ungqr" : "orgqr", &rows, &columns, &reflectors, a, &apart, tau, room.work.data(),
           &room.count, result);
  });
}

int size_of_columns(DataType type, int *elements) {
  *elements = static_cast<int>(device_room / bytes(type));
  return 0;
}

} // namespace

extern "C" {

int cusolverDnCreate(void **handle) {
  fake::log("cusolverDnCreate");
  *handle = new Handle;
  return static_cast<int>(fake::number("cusolver", 0));
}

int cusolverDnCreateParams(void **params) {
  *params = new int;
  return 0;
}

int cusolverDnSetStream(void *handle, CUstream stream) {
  static_cast<Handle *>(handle)->stream = stream;
  return 0;
}

int cusolverDnXgetrf_bufferSize(void *, void *, Int, Int, DataType, const void *, Int, DataType, std::size_t *on_device,
                                std::size_t *on_host) {
  return sizes(on_device, on_host);
}

int cusolverDnXgetrf(void *handle, void *, Int m, Int n, DataType type, void *a, Int lda, Int *pivots, DataType,
                     void *work, std::size_t size, void *host_work, std::size_t host_size, int *info) {
  fake::log(fmt::format("getrf {} {} {}", letter(type), m, n));
  check("getrf", {a, pivots, info}, work, size, host_work, host_size);
  return run(handle, info, [=](Int *result) { lapack(type, "getrf", &m, &n, a, &lda, pivots, result); });
}

int cusolverDnXgetrs(void *handle, void *, Operation turned, Int n, Int sides, DataType type, const void *a, Int lda,
                     const Int *pivots, DataType, void *b, Int ldb, int *info) {
  const char how = turned == Operation::plain ? 'N' : 'T';
  fake::log(fmt::format("getrs {} {} {} {}", letter(type), how, n, sides));
  for (const void *pointer : {a, static_cast<const void *>(b), static_cast<const void *>(pivots)})
    fake::expect_device_memory("getrs", pointer);
  return run(handle, info,
             [=](Int *result) { lapack(type, "getrs", &how, &n, &sides, a, &lda, pivots, b, &ldb, result); });
}

int cusolverDnXpotrf_bufferSize(void *, void *, int, Int, DataType, const void *, Int, DataType, std::size_t *on_device,
                                std::size_t *on_host) {
  return sizes(on_device, on_host);
}

int cusolverDnXpotrf(void *handle, void *, int triangle, Int n, DataType type, void *a, Int lda, DataType, void *work,
                     std::size_t size, void *host_work, std::size_t host_size, int *info) {
  const char part = triangle == 0 ? 'L' : 'U';
  fake::log(fmt::format("potrf {} {} {}", letter(type), part, n));
  check("potrf", {a, info}, work, size, host_work, host_size);
  return run(handle, info, [=](Int *result) { lapack(type, "potrf", &part, &n, a, &lda, result); });
}

int cusolverDnXgeqrf_bufferSize(void *, void *, Int, Int, DataType, const void *, Int, DataType, const void *, DataType,
                                std::size_t *on_device, std::size_t *on_host) {
  return sizes(on_device, on_host);
}

int cusolverDnXgeqrf(void *handle, void *, Int m, Int n, DataType type, void *a, Int lda, DataType, void *tau, DataType,
                     void *work, std::size_t size, void *host_work, std::size_t host_size, int *info) {
  fake::log(fmt::format("geqrf {} {} {}", letter(type), m, n));
  check("geqrf", {a, tau, info}, work, size, host_work, host_size);
  return run(handle, info, [=](Int *result) {
    Room room(type, m, n);
    lapack(type, "geqrf", &m, &n, a, &lda, tau, room.work.data(), &room.count, result);
  });
}

int cusolverDnXsyevd_bufferSize(void *, void *, int, int, Int, DataType, const void *, Int, DataType, const void *,
                                DataType, std::size_t *on_device, std::size_t *on_host) {
  return sizes(on_device, on_host);
}

int cusolverDnXsyevd(void *handle, void *, int vectors, int triangle, Int n, DataType type, void *a, Int lda, DataType,
                     void *values, DataType, void *work, std::size_t size, void *host_work, std::size_t host_size,
                     int *info) {
  const char job = vectors == 0 ? 'N' : 'V', part = triangle == 0 ? 'L' : 'U';
  fake::log(fmt::format("syevd {} {} {} {}", letter(type), job, part, n));
  check("syevd", {a, values, info}, work, size, host_work, host_size);
  return run(handle, info, [=](Int *result) {
    Room room(type, n, n);
    if (is_complex(type))
      lapack(type, "heevd", &job, &part, &n, a, &lda, values, room.work.data(), &room.count, room.real_work.data(),
             &room.count, room.integers.data(), &room.integer_count, result);
    else
      lapack(type, "syevd", &job, &part, &n, a, &lda, values, room.work.data(), &room.count, room.integers.data(),
             &room.integer_count, result);
  });
}

int cusolverDnXgesvd_bufferSize(void *, void *, signed char, signed char, Int, Int, DataType, const void *, Int,
                                DataType, const void *, DataType, const void *, Int, DataType, const void *, Int,
                                DataType, std::size_t *on_device, std::size_t *on_host) {
  return sizes(on_device, on_host);
}

int cusolverDnXgesvd(void *handle, void *, signed char u_job, signed char v_job, Int m, Int n, DataType type, void *a,
                     Int lda, DataType, void *values, DataType, void *u, Int ldu, DataType, void *v, Int ldv, DataType,
                     void *work, std::size_t size, void *host_work, std::size_t host_size, int *info) {
  const char u_letter = static_cast<char>(u_job), v_letter = static_cast<char>(v_job);
  fake::log(fmt::format("gesvd {} {}{} {} {}", letter(type), u_letter, v_letter, m, n));
  check("gesvd", {a, values, info}, work, size, host_work, host_size);
  if (m < n)
    return 3;
  return run(handle, info, [=](Int *result) {
    Room room(type, m, n);
    if (is_complex(type))
      lapack(type, "gesvd", &u_letter, &v_letter, &m, &n, a, &lda, values, u, &ldu, v, &ldv, room.work.data(),
             &room.count, room.real_work.data(), result);
    else
      lapack(type, "gesvd", &u_letter, &v_letter, &m, &n, a, &lda, values, u, &ldu, v, &ldv, room.work.data(),
             &room.count, result);
  });
}

#define WEFT_COLUMNS(symbol, type)                                                                                     \
  int symbol##_bufferSize(void *, int, int, int, const void *, int, const void *, int *elements) {                     \
    return size_of_columns(type, elements);                                                                            \
  }                                                                                                                    \
  int symbol(void *handle, int m, int n, int k, void *a, int lda, const void *tau, void *work, int elements,           \
             int *info) {                                                                                              \
    return columns_of_q(handle, type, m, n, k, a, lda, tau, work, elements, info);                                     \
  }
WEFT_COLUMNS(cusolverDnSorgqr, DataType::r_32f)
WEFT_COLUMNS(cusolverDnDorgqr, DataType::r_64f)
WEFT_COLUMNS(cusolverDnCungqr, DataType::c_32f)
WEFT_COLUMNS(cusolverDnZungqr, DataType::c_64f)

} // extern "C"

// Whatever Weft takes from the library is here, with the same parameters.
#define WEFT_PRESENT(name, symbol, parameters) static_assert(std::is_same_v<decltype(&symbol), int(*) parameters>);
WEFT_CUSOLVER_FUNCTIONS(WEFT_PRESENT)

// Kernels that no device can run, each for one reason; and what looks like one of them but is legal.
#include <array>
#include <cstdarg>
#include <stdexcept>

#include "libdevice/builtins.hpp"

namespace sycl::inline _V1::detail {
template <int D, class Name> struct range_kernel;
template <int D, class Name> struct nd_range_kernel;
} // namespace sycl::inline _V1::detail

struct Bytes {
  alignas(8) unsigned char data[24];
};
template <class F> inline __attribute__((always_inline)) void call(const Bytes &bytes) {
  (*reinterpret_cast<const F *>(bytes.data))();
}
template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void entry(Bytes bytes) {
  call<F>(bytes);
}

extern int defined_nowhere(int);
int mutable_global = 3;
thread_local int per_thread = 4;
int recursive(int n) {
  return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}
/// The host's: the device pass has it, since it has the table of a class whose virtual functions are defined here.
int filled_at_start = recursive(5);
struct OfTheHost {
  virtual ~OfTheHost();
};
OfTheHost::~OfTheHost() {
  filled_at_start = 0;
}
int even(int n);
__attribute__((noinline)) int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}
__attribute__((noinline)) int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}
int variadic(int n, ...) {
  va_list list;
  va_start(list, n);
  const int value = va_arg(list, int);
  va_end(list);
  return value;
}

using Vector16 = char __attribute__((vector_size(16)));

#define KERNEL(form, name, ...)                                                                                        \
  class name;                                                                                                          \
  struct name##_body {                                                                                                 \
    int *out;                                                                                                          \
    int n;                                                                                                             \
    void operator()() const {                                                                                          \
      const auto i = __weft_global_id(0);                                                                              \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  };                                                                                                                   \
  template void entry<sycl::detail::form##_kernel<1, name>, name##_body>(Bytes);

KERNEL(range, undefined_symbol, out[i] = defined_nowhere(n);)
KERNEL(range, throwing, std::array<int, 4> a{1, 2, 3, 4}; out[i] = a.at(n);)
KERNEL(range, assembly, int v = n; asm volatile("incl %0" : "+r"(v)); out[i] = v;)
KERNEL(range, long_double, long double v = n; out[i] = static_cast<int>(v * v / 3.1L);)
KERNEL(range, mutable_variable, out[i] = mutable_global;)
KERNEL(range, thread_local_variable, out[i] = per_thread;)
KERNEL(range, calls_itself, out[i] = recursive(n);)
KERNEL(range, calls_mutually, out[i] = even(n);)
KERNEL(range, va_list_used, out[i] = variadic(n, 5);)
KERNEL(range, barrier_in_range, out[i] = n; __weft_barrier(2); out[i + 1] = n;)
KERNEL(range, processor_intrinsic, out[i] = __builtin_ia32_pmovmskb128(Vector16{static_cast<char>(n)});)
KERNEL(range, compiler_barrier, out[i] = n; asm volatile("" :: : "memory"); out[i] += 1;)
KERNEL(range, constant_table, static constexpr int table[4] = {5, 6, 7, 8}; out[i] = table[n & 3];)
KERNEL(range, prints, if (n == -7) __builtin_printf("never %d\n", n); out[i] = 9;)

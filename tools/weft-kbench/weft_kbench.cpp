// Times the code generator and its code on the kernels of tests/cpp/codegen/kernels: weft-kbench [NAME PART...]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <immintrin.h>

#include "kernels/cases.hpp"

namespace {
using namespace weft::codegen;

/// Of this thread's processor time, which other load on the machine disturbs less than wall time.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

struct Timing {
  double compile = 1e30, run = 1e30;
  unsigned lanes = 1;
};

/// Best of a few compilations and runs, in one thread, denormals flushed as in tasks.
Timing measure(const test::Case &example, const char *width) {
  setenv("WEFT_VECTOR_WIDTH", width, 1);
  Timing timing;
  std::unique_ptr<test::LoadedBinary> binary;
  const std::string kernel = test::symbol(example);
  for (int i = 0; i < 3; ++i) {
    const auto start = now();
    Binary made = codegen().finalizer({"cpu"})->finalize(test::kernel_module(), kernel, test::specialize(example));
    timing.compile = std::min(timing.compile, now() - start);
    timing.lanes = made.vector_width;
    if (i == 2)
      binary = std::make_unique<test::LoadedBinary>(std::move(made));
  }
  const unsigned mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040);
  for (int i = 0; i < 7; ++i) {
    const auto start = now();
    binary->run(example.args.data(), example.global, example.local, example.local_bytes);
    timing.run = std::min(timing.run, now() - start);
  }
  _mm_setcsr(mode);
  return timing;
}

bool wanted(const std::string &name, int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (name.find(argv[i]) != std::string::npos)
      return true;
  return argc == 1;
}
} // namespace

int main(int argc, char **argv) {
  const char *width = std::getenv("WEFT_VECTOR_WIDTH");
  const std::string chosen = width ? width : "0";
  std::printf("%-22s %6s %10s %10s %10s %8s\n", "kernel", "lanes", "compile ms", "run ms", "scalar ms", "ratio");
  for (test::Case &example : test::cases(8)) {
    if (!wanted(example.name, argc, argv))
      continue;
    const Timing vector = measure(example, chosen.c_str()), scalar = measure(example, "1");
    std::printf("%-22s %6u %10.1f %10.3f %10.3f %8.2f\n", example.name.c_str(), vector.lanes, vector.compile,
                vector.run, scalar.run, scalar.run / vector.run);
    std::fflush(stdout);
  }
}

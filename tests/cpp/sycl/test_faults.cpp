// Kernels that go wrong on a GPU: each ends the GPU's work for its process, so each runs in a process of its own.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "devices.hpp"

namespace {

class Faults : public EachDevice {
protected:
  void SetUp() override {
    if (!q.get_device().is_gpu())
      GTEST_SKIP() << "on the CPU a wrong access or an assertion ends the process, as in any C++ program";
    testing::FLAGS_gtest_death_test_style = "threadsafe"; // anew, not forked: CUDA does not survive that
  }
};
WEFT_EACH_DEVICE(Faults);

/// Submits the faulty kernel, tells what the waits say, and whether the CPU still computes.
template <class Submit> [[noreturn]] void report(sycl::queue q, Submit submit) {
  for (int attempt = 0; attempt < 2; ++attempt) // the second finds the GPU lost
    try {
      submit(q);
      q.wait_and_throw();
      std::fputs("no error\n", stderr);
    } catch (const sycl::exception &e) {
      std::fprintf(stderr, "[%s]\n", e.what());
    }
  sycl::queue cpu{sycl::cpu_selector_v};
  int *const p = sycl::malloc_shared<int>(1, cpu);
  cpu.single_task<class computes_on>([=] { *p = 42; }).wait();
  std::fprintf(stderr, "the CPU gives %d\n", *p);
  std::fflush(stderr);
  std::_Exit(*p == 42 ? 0 : 1);
}

/// What report() says of a lost GPU, twice: with the kernel's name at the end of its scopes.
std::string naming(const std::string &kernel) {
  return "\\[[^\n]*tasks under way: [^\n]*::" + kernel + "\\.[^\n]*\\]\n\\[[^\n]*::" + kernel +
         "\\.[^\n]*\\]\nthe CPU gives 42\n";
}

TEST_P(Faults, AnIllegalAddressNamesTheKernelAndLeavesTheCpu) {
  EXPECT_EXIT(report(q,
                     [](sycl::queue &queue) {
                       int *const nowhere = reinterpret_cast<int *>(0x10);
                       queue.parallel_for<class illegal_store>(64, [=](sycl::id<1> i) { nowhere[i[0]] = 1; });
                     }),
              testing::ExitedWithCode(0), naming("illegal_store"));
}

TEST_P(Faults, ATrapNamesTheKernelAndLeavesTheCpu) {
  EXPECT_EXIT(report(q,
                     [](sycl::queue &queue) {
                       queue.parallel_for<class ends_itself>(64, [=](sycl::id<1> i) {
                         if (i[0] == 7)
                           __builtin_trap();
                       });
                     }),
              testing::ExitedWithCode(0), naming("ends_itself"));
}

TEST_P(Faults, AFailedAssertionSaysWhichAndNamesTheKernel) {
  EXPECT_EXIT(report(q,
                     [](sycl::queue &queue) {
                       queue.parallel_for<class asserts>(2,
                                                         [=](sycl::id<1> i) { assert(i[0] < 1 && "only the first"); });
                     }),
              testing::ExitedWithCode(0), naming("asserts"));
}

} // namespace

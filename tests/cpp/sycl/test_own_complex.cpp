// Programs in C++ name their own complex numbers before MKL's header of C, which leaves out its structs then.
#include <complex>
#include <type_traits>

#define MKL_Complex8 std::complex<float>
#define MKL_Complex16 std::complex<double>
#include <mkl.h>

#include <gtest/gtest.h>

TEST(MklInC, LeavesComplexNumbersToTheProgram) {
  EXPECT_TRUE((std::is_same_v<MKL_Complex16, std::complex<double>>));
  EXPECT_TRUE((std::is_same_v<MKL_Complex8, std::complex<float>>));
}

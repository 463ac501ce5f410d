// Every kernel of kernels/ gives with vectors what it gives one work-item at a time.
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "kernels/cases.hpp"

namespace weft::codegen {
namespace {

using test::Case;

/// Runs a case with so many lanes; 0 lets the finalizer choose.
void run(const Case &example, const char *width) {
  setenv("WEFT_VECTOR_WIDTH", width, 1);
  Specialization spec = test::specialize(example);
  spec.contract = false; // which products round is free where contraction is allowed
  const auto binary = test::compile(test::kernel_module(), test::symbol(example), spec);
  unsetenv("WEFT_VECTOR_WIDTH");
  binary->run(example.args.data(), example.global, example.local, example.local_bytes);
}

class Kernels : public testing::TestWithParam<std::size_t> {};

TEST_P(Kernels, VectorCodeGivesWhatScalarCodeGives) {
  std::vector<Case> scalar_cases = test::cases(1), vector_cases = test::cases(1);
  Case &scalar = scalar_cases[GetParam()], &vector = vector_cases[GetParam()];
  run(scalar, "1");
  run(vector, "0");
  ASSERT_EQ(scalar.elements(), vector.elements());
  double sum = 0;
  for (std::size_t i = 0; i < scalar.elements(); ++i) {
    const double want = scalar.value(i), got = vector.value(i);
    sum += std::abs(want);
    ASSERT_LE(std::abs(want - got), scalar.tolerance * std::abs(want))
        << scalar.name << " at " << i << ": " << want << " scalar, " << got << " vector";
  }
  EXPECT_GT(sum, 0) << "the kernel wrote nothing";
}

std::string case_name(const testing::TestParamInfo<std::size_t> &info) {
  static const std::vector<Case> all = test::cases(1);
  return all[info.param].name + "_" + std::to_string(all[info.param].local[0]);
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::Range<std::size_t>(0, test::cases(1).size()), case_name);

} // namespace
} // namespace weft::codegen

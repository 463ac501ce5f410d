// The table of bitcode modules answers for every symbol that the ops table can name.
#include <cmath>

#include "libdevice/bitcode.hpp"
#include "libdevice/rare.hpp"
#include "ops/ops.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

bool mentions(std::span<const std::byte> bitcode, std::string_view symbol) {
  const std::string_view text(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  return text.find(symbol) != std::string_view::npos;
}

TEST(libdevice, has_a_function_for_every_loop_of_every_op) {
  for (int each = 0; each < ops::op_count; ++each) {
    const ops::Op op = static_cast<ops::Op>(each);
    for (int n = 0; auto loop = ops::loop_at(op, n); ++n) {
      const std::string symbol = ops::function_name(op, loop->input_dtypes());
      EXPECT_TRUE(mentions(libdevice::bitcode_of(symbol), symbol)) << symbol;
    }
  }
}

TEST(libdevice, has_math_functions_by_symbol) {
  EXPECT_TRUE(mentions(libdevice::bitcode_of("__weft_math_exp_f32"), "__weft_math_exp_f32"));
  EXPECT_TRUE(mentions(libdevice::bitcode_of("__weft_math_exp2_f64"), "__weft_math_exp2_f64"));
}

TEST(libdevice, has_the_device_libc_by_plain_names) {
  for (const char *name : {"__muldc3", "__divsc3", "cabsf", "cexp", "strlen", "memcmp", "__floattidf"})
    EXPECT_TRUE(mentions(libdevice::bitcode_of(name), name)) << name;
}

TEST(libdevice, has_rare_paths_as_bitcode_and_in_the_process) {
  for (const char *name : {"__weft_rare_sin_f32", "__weft_rare_cos_f64", "__weft_rare_fmod_f64"}) {
    EXPECT_TRUE(mentions(libdevice::bitcode_of(name), name)) << name;
    EXPECT_NE(libdevice::rare_function(name), nullptr) << name;
  }
  EXPECT_EQ(libdevice::rare_function("__weft_rare_sin"), nullptr);
  auto *sine = reinterpret_cast<double (*)(double)>(libdevice::rare_function("__weft_rare_sin_f64"));
  EXPECT_EQ(sine(0x1p1000), std::sin(0x1p1000));
}

TEST(libdevice, knows_no_other_symbols) {
  EXPECT_TRUE(libdevice::bitcode_of("").empty());
  EXPECT_TRUE(libdevice::bitcode_of("_").empty());
  EXPECT_TRUE(libdevice::bitcode_of("__weft_op_").empty());
  EXPECT_TRUE(libdevice::bitcode_of("__weft_op_no_such_op_f32").empty());
}

} // namespace
} // namespace weft

// Result dtypes of every op and reduction against what dpctl gives; casting against NumPy's rules.
#include "ops/ops.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

namespace weft::ops {
namespace {

constexpr std::string_view kinds[] = {"unary", "binary", "reduction"};

/// One group of dpctl_result_dtypes.txt.
struct Group {
  std::string kind;
  std::vector<std::string> names;
  std::vector<std::string> results;
};

std::vector<Group> reference() {
  std::ifstream file(WEFT_REFERENCE_DTYPES);
  std::vector<Group> groups;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    if (line.empty() || line[0] == '#')
      continue;
    words >> word;
    if (std::ranges::find(kinds, word) != std::end(kinds)) {
      groups.push_back({word, {}, {}});
      while (words >> word)
        groups.back().names.push_back(word);
      continue;
    }
    do
      groups.back().results.push_back(word);
    while (words >> word);
  }
  return groups;
}

constexpr std::size_t reference_count = dtype_count - 1; // dpctl has no bfloat16, the last one

Dtype dtype_at(std::size_t i) {
  return static_cast<Dtype>(i % reference_count);
}

std::string elementwise_result(const std::string &name, std::size_t row) {
  const auto op = op_named(name);
  if (!op)
    return "no such op";
  const Dtype unary[] = {dtype_at(row)}, binary[] = {dtype_at(row / reference_count), dtype_at(row)};
  const auto loop = info(*op).arity == 1 ? resolve(*op, unary) : resolve(*op, binary);
  return loop ? std::string(short_name(loop->result)) : "-";
}

std::string reduction_result(const std::string &name, std::size_t row) {
  for (int each = 0; each < reduction_count; ++each)
    if (info(static_cast<Reduction>(each)).name == name) {
      const auto loop = resolve(static_cast<Reduction>(each), dtype_at(row));
      return loop ? std::string(short_name(loop->result)) : "-";
    }
  return "no such reduction";
}

TEST(ops_dtypes, are_those_of_dpctl) {
  const auto groups = reference();
  std::set<std::string> seen;
  for (const Group &group : groups)
    for (const std::string &name : group.names) {
      seen.insert(name);
      for (std::size_t row = 0; row < group.results.size(); ++row)
        EXPECT_EQ(group.kind == "reduction" ? reduction_result(name, row) : elementwise_result(name, row),
                  group.results[row])
            << name << " of " << short_name(dtype_at(row / reference_count)) << ", " << short_name(dtype_at(row));
    }
  for (int each = 0; each < op_count; ++each)
    if (info(static_cast<Op>(each)).is_public)
      EXPECT_TRUE(seen.contains(std::string(info(static_cast<Op>(each)).name)))
          << info(static_cast<Op>(each)).name << " has no reference";
}

TEST(ops_dtypes, comparisons_of_int64_with_uint64_are_exact) {
  const Dtype inputs[] = {Dtype::i8, Dtype::u64};
  const auto loop = resolve(Op::less, inputs);
  ASSERT_TRUE(loop);
  EXPECT_EQ(function_name(Op::less, loop->input_dtypes()), "__weft_op_less_i64_u64");
}

TEST(ops_dtypes, function_names_end_in_the_loop_dtype) {
  EXPECT_EQ(function_name(Op::hypot, Dtype::f32), "__weft_op_hypot_f32");
  EXPECT_EQ(function_name(Op::clip, std::array{Dtype::i64, Dtype::i64, Dtype::i64}), "__weft_op_clip_i64");
}

TEST(ops_dtypes, wrong_arity_resolves_to_nothing) {
  EXPECT_FALSE(resolve(Op::add, std::array{Dtype::f32}));
}

TEST(ops_dtypes, every_resolved_loop_is_listed) {
  for (int each = 0; each < op_count; ++each) {
    const Op op = static_cast<Op>(each);
    for (int n = 0; auto loop = loop_at(op, n); ++n) {
      const auto chosen = resolve(op, loop->input_dtypes());
      ASSERT_TRUE(chosen) << info(op).name;
      EXPECT_EQ(chosen->inputs, loop->inputs) << info(op).name;
    }
  }
}

TEST(ops_dtypes, reductions_accumulate_float16_in_float32) {
  const auto loop = resolve(Reduction::sum, Dtype::f16);
  EXPECT_EQ(loop->accumulate, Dtype::f32);
  EXPECT_EQ(loop->result, Dtype::f16);
}

TEST(ops_dtypes, real_reductions_refuse_complex) {
  EXPECT_FALSE(resolve(Reduction::reduce_hypot, Dtype::c64));
  EXPECT_FALSE(resolve(Reduction::logsumexp, Dtype::f32, Dtype::i32));
}

TEST(ops_dtypes, start_values_are_neutral) {
  const auto as_double = [](std::array<std::byte, 16> bytes) {
    double value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  EXPECT_EQ(as_double(start_value(Reduction::max, Dtype::f64)), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(as_double(start_value(Reduction::prod, Dtype::f64)), 1.0);
  std::int16_t lowest;
  std::memcpy(&lowest, start_value(Reduction::max, Dtype::i16).data(), sizeof lowest);
  EXPECT_EQ(lowest, -32768);
}

TEST(dtypes, promotion_and_safe_casts_are_those_of_numpy) {
  EXPECT_EQ(promote(Dtype::i64, Dtype::u64), Dtype::f64);
  EXPECT_EQ(promote(Dtype::i16, Dtype::f16), Dtype::f32);
  EXPECT_EQ(promote(Dtype::i32, Dtype::c64), Dtype::c128);
  EXPECT_TRUE(can_cast_safely(Dtype::u64, Dtype::f64));
  EXPECT_FALSE(can_cast_safely(Dtype::i32, Dtype::f32));
  EXPECT_TRUE(can_cast_same_kind(Dtype::f64, Dtype::f16));
  EXPECT_TRUE(can_cast_same_kind(Dtype::u64, Dtype::i8));
  EXPECT_FALSE(can_cast_same_kind(Dtype::i8, Dtype::u64));
  EXPECT_FALSE(can_cast_same_kind(Dtype::f64, Dtype::i64));
}

TEST(dtypes, bfloat16_promotes_as_in_ml_dtypes) {
  EXPECT_EQ(promote(Dtype::bf16, Dtype::bf16), Dtype::bf16);
  EXPECT_EQ(promote(Dtype::i8, Dtype::bf16), Dtype::bf16);
  EXPECT_EQ(promote(Dtype::bf16, Dtype::u16), Dtype::f32);
  EXPECT_EQ(promote(Dtype::bf16, Dtype::f16), Dtype::f32);
  EXPECT_EQ(promote(Dtype::bf16, Dtype::c64), Dtype::c64);
  EXPECT_EQ(resolve(Op::exp, std::array{Dtype::bf16})->result, Dtype::bf16);
  EXPECT_EQ(resolve(Op::less, std::array{Dtype::bf16, Dtype::bf16})->result, Dtype::b1);
  EXPECT_EQ(resolve(Reduction::sum, Dtype::bf16)->accumulate, Dtype::f32);
  EXPECT_FALSE(can_cast_safely(Dtype::bf16, Dtype::f16));
  EXPECT_FALSE(can_cast_safely(Dtype::f16, Dtype::bf16));
}

TEST(dtypes, names_lead_back) {
  for (int each = 0; each < dtype_count; ++each) {
    EXPECT_EQ(dtype_named(name_of(static_cast<Dtype>(each))), static_cast<Dtype>(each));
    EXPECT_EQ(dtype_named(short_name(static_cast<Dtype>(each))), static_cast<Dtype>(each));
  }
  EXPECT_FALSE(dtype_named("float80"));
}

} // namespace
} // namespace weft::ops

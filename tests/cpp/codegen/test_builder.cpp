// Kernels written through the Builder compute what they say.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "codegen/language_builder.hpp"
#include "run_kernel.hpp"

namespace weft::codegen {
namespace {

KernelInfo info(LaunchForm form, std::uint32_t args_size, std::uint8_t dims = 1) {
  KernelInfo kernel;
  kernel.name = kernel.pretty = "kernel";
  kernel.form = form;
  kernel.dims = dims;
  kernel.args_size = args_size;
  return kernel;
}

KernelModule finish(Builder &builder, const KernelInfo &kernel) {
  return {builder.finish(false), {kernel}};
}

TEST(Builder, RangeKernelWritesEveryElementOnce) {
  const KernelInfo kernel = info(LaunchForm::range, 16);
  auto builder = codegen().builder(kernel);
  const Value i = builder->global_id(0), out = builder->field(0, Type::ptr), scale = builder->field(8, Type::i64);
  const Value old = builder->load(Type::i64, out, i);
  builder->store(out, i, builder->index(IndexOp::add, old, builder->index(IndexOp::mul, i, scale)));
  const auto binary = test::compile(finish(*builder, kernel), "kernel");
  for (const std::uint64_t n : {1ul, 7ul, 64ul, 1000ul, 5003ul}) {
    std::vector<std::int64_t> data(n + 8, 1);
    const struct {
      std::int64_t *out;
      std::int64_t scale;
    } args{data.data(), 3};
    binary->run(&args, {n, 1, 1});
    for (std::uint64_t k = 0; k < n + 8; ++k)
      EXPECT_EQ(data[k], k < n ? 1 + 3 * static_cast<std::int64_t>(k) : 1) << n << " " << k;
  }
}

TEST(Builder, TwoDimensionalRangeHasTheFirstDimensionFastest) {
  const KernelInfo kernel = info(LaunchForm::range, 8, 2);
  auto builder = codegen().builder(kernel);
  const Value x = builder->global_id(0), y = builder->global_id(1), width = builder->global_range(0);
  const Value at = builder->index(IndexOp::add, builder->index(IndexOp::mul, y, width), x);
  builder->store(builder->field(0, Type::ptr), at, builder->convert(at, Type::i32));
  const auto binary = test::compile(finish(*builder, kernel), "kernel");
  std::vector<std::int32_t> data(37 * 21, -1);
  std::int32_t *args = data.data();
  binary->run(&args, {37, 21, 1});
  for (int k = 0; k < 37 * 21; ++k)
    EXPECT_EQ(data[k], k);
}

TEST(Builder, LoopsConditionsAndPrivateArrays) {
  const KernelInfo kernel = info(LaunchForm::range, 16);
  auto builder = codegen().builder(kernel);
  Builder &b = *builder;
  const Value i = b.global_id(0), out = b.field(0, Type::ptr), n = b.field(8, Type::i64);
  const Value zero = b.constant_int(Type::i64, 0), one = b.constant_int(Type::i64, 1);
  const Variable bins = b.variable(Type::i32, 4), sum = b.variable(Type::i64);
  b.loop(zero, b.constant_int(Type::i64, 4), one, [&](Value k) { b.set(bins, k, b.constant_int(Type::i32, 0)); });
  b.loop(zero, n, one, [&](Value k) {
    const Value bin = b.index(IndexOp::rem, b.index(IndexOp::add, k, i), b.constant_int(Type::i64, 4));
    b.if_then(b.compare(Compare::lt, k, i),
              [&] { b.set(bins, bin, b.index(IndexOp::add, b.get(bins, bin), b.constant_int(Type::i32, 1))); });
  });
  b.set(sum, zero);
  const Variable at = b.variable(Type::i64);
  b.set(at, zero);
  b.while_loop([&] { return b.compare(Compare::lt, b.get(at), b.constant_int(Type::i64, 4)); },
               [&] {
                 const Value k = b.get(at), factor = b.index(IndexOp::add, k, one);
                 const Value count = b.convert(b.get(bins, k), Type::i64);
                 b.set(sum, b.index(IndexOp::add, b.get(sum), b.index(IndexOp::mul, count, factor)));
                 b.set(at, factor);
               });
  b.if_else(
      b.compare(Compare::eq, b.index(IndexOp::rem, i, b.constant_int(Type::i64, 3)), zero),
      [&] { b.store(out, i, b.get(sum)); }, [&] { b.store(out, i, b.index(IndexOp::add, b.get(sum), one)); });
  const auto binary = test::compile(finish(b, kernel), "kernel");
  const std::int64_t count = 70, trips = 23;
  std::vector<std::int64_t> data(count, -1);
  const struct {
    std::int64_t *out;
    std::int64_t n;
  } args{data.data(), trips};
  binary->run(&args, {static_cast<std::uint64_t>(count), 1, 1});
  for (std::int64_t item = 0; item < count; ++item) {
    std::int64_t expected = item % 3 == 0 ? 0 : 1;
    for (std::int64_t k = 0; k < std::min(trips, item); ++k)
      expected += (k + item) % 4 + 1;
    EXPECT_EQ(data[item], expected) << item;
  }
}

TEST(Builder, ConversionsAreWhatCDoes) {
  struct Args {
    const double *in;
    std::int8_t *to_i8;
    std::uint64_t *to_u64;
    bool *to_bool;
    float *to_f32;
  };
  const KernelInfo kernel = info(LaunchForm::range, sizeof(Args));
  auto builder = codegen().builder(kernel);
  Builder &b = *builder;
  const Value i = b.global_id(0), x = b.load(Type::f64, b.field(0, Type::ptr), i);
  b.store(b.field(8, Type::ptr), i, b.convert(x, Type::i8));
  b.store(b.field(16, Type::ptr), i, b.convert(x, Type::u64));
  b.store(b.field(24, Type::ptr), i, b.convert(x, Type::boolean));
  b.store(b.field(32, Type::ptr), i, b.convert(b.convert(x, Type::c64), Type::f32));
  const auto binary = test::compile(finish(b, kernel), "kernel");
  const std::vector<double> in{0.0, -0.0, 1.9, -1.9, 127.0, 300.0, -1.0, 1e10, 1.8e19, 0.25};
  std::vector<std::int8_t> i8(in.size());
  std::vector<std::uint64_t> u64(in.size());
  std::vector<float> f32(in.size());
  std::array<bool, 16> boolean{};
  const Args args{in.data(), i8.data(), u64.data(), boolean.data(), f32.data()};
  binary->run(&args, {in.size(), 1, 1});
  const std::vector<std::int8_t> narrow{0, 0, 1, -1, 127, 44, -1, 0, 0, 0};
  for (std::size_t k = 0; k < in.size(); ++k) {
    if (std::abs(in[k]) < 2e9)
      EXPECT_EQ(i8[k], narrow[k]) << in[k];
    if (in[k] >= 0)
      EXPECT_EQ(u64[k], static_cast<std::uint64_t>(in[k])) << in[k];
    else
      EXPECT_EQ(u64[k], static_cast<std::uint64_t>(static_cast<std::int64_t>(in[k]))) << in[k];
    EXPECT_EQ(boolean[k], in[k] != 0);
    EXPECT_EQ(f32[k], static_cast<float>(in[k]));
  }
}

TEST(Builder, GroupReductionsAndBarriersMeetInLoops) {
  struct Args {
    const float *in;
    float *sums;
    std::int32_t *largest;
    std::int64_t rounds;
  };
  const KernelInfo kernel = info(LaunchForm::nd_range, sizeof(Args));
  auto builder = codegen().builder(kernel);
  Builder &b = *builder;
  const Value zero = b.constant_int(Type::i64, 0), one = b.constant_int(Type::i64, 1);
  const Value rounds = b.field(24, Type::i64), item = b.global_id(0), group = b.group_id(0);
  const Variable kept = b.variable(Type::i32);
  b.set(kept, b.convert(item, Type::i32));
  b.loop(zero, rounds, one, [&](Value round) {
    const Value x = b.load(Type::f32, b.field(0, Type::ptr), b.index(IndexOp::add, item, round));
    const Value sum = b.group_reduce("add", x);
    b.if_then(b.compare(Compare::eq, b.local_id(0), zero), [&] {
      b.store(b.field(8, Type::ptr), b.index(IndexOp::add, b.index(IndexOp::mul, group, rounds), round), sum);
    });
    const Value most = b.group_reduce("max", b.get(kept));
    b.set(kept, b.index(IndexOp::sub, most, b.convert(b.local_id(0), Type::i32)));
  });
  b.store(b.field(16, Type::ptr), item, b.get(kept));
  const KernelModule module = finish(b, kernel);
  for (const std::uint32_t local : {1u, 5u, 32u, 100u}) {
    Specialization spec;
    spec.local = {local, 1, 1};
    const std::uint64_t groups = 3, n = groups * local;
    const std::int64_t count = 4;
    std::vector<float> in(n + 4);
    for (std::size_t k = 0; k < in.size(); ++k)
      in[k] = static_cast<float>(k % 17) - 4;
    std::vector<float> sums(groups * 4);
    std::vector<std::int32_t> largest(n);
    const Args args{in.data(), sums.data(), largest.data(), count};
    test::compile(module, "kernel", spec)->run(&args, {n, 1, 1}, {local, 1, 1});
    for (std::uint64_t g = 0; g < groups; ++g) {
      for (std::uint64_t round = 0; round < 4; ++round) {
        float expected = 0;
        for (std::uint64_t k = 0; k < local; ++k)
          expected += in[g * local + k + round];
        EXPECT_EQ(sums[g * 4 + round], expected) << local << " " << g << " " << round;
      }
      for (std::uint64_t k = 0; k < local; ++k)
        EXPECT_EQ(largest[g * local + k], static_cast<int>(g * local + local - 1 - k)) << local;
    }
  }
}

TEST(Builder, LocalMemoryIsSharedByAGroupAfterABarrier) {
  const KernelInfo kernel = info(LaunchForm::nd_range, 8, 2);
  auto builder = codegen().builder(kernel);
  Builder &b = *builder;
  const Value x = b.local_id(0), y = b.local_id(1), width = b.local_range(0), height = b.local_range(1);
  const Value at = b.index(IndexOp::add, b.index(IndexOp::mul, y, width), x);
  b.store(b.local_memory(64), at, b.index(IndexOp::add, at, b.index(IndexOp::mul, b.group_id(0), width)));
  b.barrier();
  const Value other = b.index(IndexOp::sub, b.index(IndexOp::sub, b.index(IndexOp::mul, width, height), at),
                              b.constant_int(Type::i64, 1));
  const Value row = b.index(IndexOp::mul, b.global_id(1), b.global_range(0));
  b.store(b.field(0, Type::ptr), b.index(IndexOp::add, row, b.global_id(0)),
          b.load(Type::i64, b.local_memory(64), other));
  Specialization spec;
  spec.local = {6, 5, 1};
  const auto binary = test::compile(finish(b, kernel), "kernel", spec);
  std::vector<std::int64_t> data(12 * 10, -1);
  std::int64_t *args = data.data();
  binary->run(&args, {12, 10, 1}, {6, 5, 1}, 64 + 30 * 8);
  for (std::int64_t row_at = 0; row_at < 10; ++row_at)
    for (std::int64_t column = 0; column < 12; ++column)
      EXPECT_EQ(data[row_at * 12 + column], 29 - (row_at % 5 * 6 + column % 6) + column / 6 * 6);
}

TEST(Builder, BlocksExpressExitsFromTheMiddleOfLoops) {
  const KernelInfo kernel = info(LaunchForm::range, 8);
  auto builder = codegen().language_builder(kernel);
  LanguageBuilder &b = *builder;
  const Value i = b.global_id(0), zero = b.constant_int(Type::i64, 0), one = b.constant_int(Type::i64, 1);
  const Variable at = b.variable(Type::i64), sum = b.variable(Type::i64);
  b.set(at, zero);
  b.set(sum, zero);
  const Block head = b.block(), inside = b.block(), odd = b.block(), again = b.block(), after = b.block();
  b.block(); // never used
  b.jump(head);
  b.enter(head); // for (at = 0; at < i; ++at) { if (sum > 20) break; if (at is even) continue; sum += at; }
  b.branch(b.compare(Compare::lt, b.get(at), i), inside, after);
  b.enter(inside);
  const Block goes_on = b.block();
  b.branch(b.compare(Compare::gt, b.get(sum), b.constant_int(Type::i64, 20)), after, goes_on);
  b.enter(goes_on);
  b.branch(b.convert(b.arithmetic(Arithmetic::bit_and, b.get(at), one), Type::boolean), odd, again);
  b.enter(odd);
  b.set(sum, b.arithmetic(Arithmetic::add, b.get(sum), b.get(at)));
  b.jump(again);
  b.enter(again);
  b.set(at, b.index(IndexOp::add, b.get(at), one));
  b.jump(head);
  b.enter(after);
  b.store(b.field(0, Type::ptr), i, b.get(sum));
  const auto binary = test::compile(finish(b, kernel), "kernel");
  std::vector<std::int64_t> data(100, -1);
  std::int64_t *args = data.data();
  binary->run(&args, {100, 1, 1});
  for (std::int64_t k = 0; k < 100; ++k) {
    std::int64_t expected = 0;
    for (std::int64_t n = 0; n < k && expected <= 20; ++n)
      expected += n % 2 != 0 ? n : 0;
    EXPECT_EQ(data[static_cast<std::size_t>(k)], expected) << k;
  }
}

TEST(Builder, ArithmeticOfIntegersWraps) {
  const KernelInfo kernel = info(LaunchForm::range, 8);
  auto builder = codegen().language_builder(kernel);
  LanguageBuilder &b = *builder;
  const Value i = b.global_id(0), out = b.field(0, Type::ptr);
  const Value x = b.load(Type::i32, out, i), large = b.constant_int(Type::i32, 2147483647);
  const Value sum = b.arithmetic(Arithmetic::add, x, large);
  const Value product = b.arithmetic(Arithmetic::mul, sum, large);
  const Value shifted = b.arithmetic(Arithmetic::shr, product, b.constant_int(Type::i32, 3));
  b.store(out, i, b.arithmetic(Arithmetic::bit_xor, shifted, b.arithmetic(Arithmetic::sub, x, sum)));
  const auto binary = test::compile(finish(b, kernel), "kernel");
  std::vector<std::int32_t> data(40);
  for (int k = 0; k < 40; ++k)
    data[static_cast<std::size_t>(k)] = k - 20;
  std::int32_t *args = data.data();
  binary->run(&args, {40, 1, 1});
  for (int k = 0; k < 40; ++k) {
    const auto x = static_cast<std::uint32_t>(k - 20), sum = x + 2147483647u;
    const auto product = static_cast<std::int32_t>(sum * 2147483647u);
    EXPECT_EQ(data[static_cast<std::size_t>(k)], (product >> 3) ^ static_cast<std::int32_t>(x - sum)) << k;
  }
}

} // namespace
} // namespace weft::codegen

// Kernels give the same on every device: ranges, groups, local memory, atomics, offsets.
#include <cmath>
#include <numeric>

#include "on_device.hpp"
#include "support/error.hpp"

namespace weft::test {
namespace {

using namespace codegen;
using runtime::NdRange;

class Launching : public OnDevice {};
WEFT_ON_EVERY_DEVICE(Launching);

TEST_P(Launching, ARangeRunsEveryWorkItemOnceAndNothingBeyond) {
  const auto q = queue();
  for (const std::size_t n : {1ul, 31ul, 32ul, 257ul, 1000ul, 100'003ul}) {
    const auto out = shared<std::int64_t>(n + 64);
    q->launch(make_launch(affine_kernel(), range(n), AffineArgs{out.get(), 1, 7}));
    q->wait_and_throw();
    for (std::size_t i = 0; i < n + 64; ++i)
      ASSERT_EQ(out.get()[i], i < n ? 7 : 0) << n << " " << i;
  }
}

TEST_P(Launching, AnEmptyRangeRunsNothing) {
  const auto q = queue();
  const auto out = shared<std::int64_t>(1);
  q->launch(make_launch(affine_kernel(), range(0), AffineArgs{out.get(), 1, 7}));
  q->wait_and_throw();
  EXPECT_EQ(out.get()[0], 0);
}

TEST_P(Launching, ThreeDimensionsWithTheFirstFastestAndAnOffset) {
  const auto kernel = make_kernel(
      "ids", LaunchForm::range, 8,
      [](Builder &b) {
        const Value x = b.global_id(0), y = b.global_id(1), z = b.global_id(2);
        const Value width = b.constant_int(Type::i64, 40), height = b.constant_int(Type::i64, 30);
        const Value row = b.index(IndexOp::add, b.index(IndexOp::mul, z, height), y);
        const Value at = b.index(IndexOp::add, b.index(IndexOp::mul, row, width), x);
        b.store(b.field(0, Type::ptr), at, b.index(IndexOp::add, at, b.global_range(0)));
      },
      3);
  const auto out = shared<std::int64_t>(40 * 30 * 20);
  NdRange r;
  r.dims = 3;
  r.global = {33, 21, 7};
  r.offset = {2, 5, 1};
  const auto q = queue();
  q->launch(make_launch(kernel, r, out.get()));
  q->wait_and_throw();
  for (int z = 0; z < 20; ++z)
    for (int y = 0; y < 30; ++y)
      for (int x = 0; x < 40; ++x) {
        const bool inside = x >= 2 && x < 35 && y >= 5 && y < 26 && z >= 1 && z < 8;
        const std::int64_t at = (z * 30 + y) * 40 + x;
        ASSERT_EQ(out.get()[at], inside ? at + 33 : 0) << x << " " << y << " " << z;
      }
}

TEST_P(Launching, GroupsReduceExchangeLocalMemoryAndAddAtomically) {
  const auto kernel = make_kernel("groups", LaunchForm::nd_range, 24, [](Builder &b) {
    const Value in = b.field(0, Type::ptr), out = b.field(8, Type::ptr), total = b.field(16, Type::ptr);
    const Value i = b.global_id(0), l = b.local_id(0), zero = b.constant_int(Type::i64, 0);
    const Value local = b.local_memory(0), last = b.index(IndexOp::sub, b.local_range(0), b.constant_int(Type::i64, 1));
    b.store(local, l, b.load(Type::f32, in, i));
    b.barrier();
    b.store(out, i, b.load(Type::f32, local, b.index(IndexOp::sub, last, l)));
    const Value sum = b.group_reduce("add", b.load(Type::f32, in, i));
    b.if_then(b.compare(Compare::eq, l, zero), [&] { b.atomic("add", total, sum); });
  });
  for (const std::size_t local : {32ul, 64ul, 96ul, 256ul}) {
    const std::size_t n = local * 10;
    const auto in = shared<float>(n), out = shared<float>(n), total = shared<float>(1);
    std::iota(in.get(), in.get() + n, 0.0f);
    const struct {
      float *in, *out, *total;
    } args{in.get(), out.get(), total.get()};
    auto launch = make_launch(kernel, nd_range(n, local), args);
    launch.local_bytes = static_cast<std::uint32_t>(local * sizeof(float));
    const auto q = queue();
    q->launch(launch);
    q->wait_and_throw();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t first_of_group = i / local * local, mirrored = first_of_group + local - 1 - i % local;
      ASSERT_EQ(out.get()[i], float(mirrored)) << local << " " << i;
    }
    EXPECT_NEAR(*total, double(n) * (n - 1) / 2, 1e-6 * n * n) << local;
  }
}

TEST_P(Launching, MathAgreesWithTheHostToAFewUlp) {
  const auto kernel = make_kernel("math", LaunchForm::range, 8, [](Builder &b) {
    const Value memory = b.field(0, Type::ptr), i = b.global_id(0);
    const Value x = b.load(Type::f64, memory, i);
    b.store(memory, i, b.call("__weft_op_exp_f64", Type::f64, {b.call("__weft_op_sin_f64", Type::f64, {x})}));
  });
  const std::size_t n = 4000;
  const auto data = shared<double>(n);
  for (std::size_t i = 0; i < n; ++i)
    data.get()[i] = -20 + 0.01 * double(i);
  const auto q = queue();
  q->launch(make_launch(kernel, range(n), data.get()));
  q->wait_and_throw();
  for (std::size_t i = 0; i < n; ++i) {
    const double expected = std::exp(std::sin(-20 + 0.01 * double(i)));
    ASSERT_NEAR(data.get()[i], expected, 8e-16 * expected) << i;
  }
}

TEST_P(Launching, LocalSizesThatDoNotFitAreRefused) {
  const auto kernel = make_kernel("nothing", LaunchForm::nd_range, 0, [](Builder &) {});
  runtime::Launch launch;
  launch.kernel = kernel;
  const auto q = queue();
  launch.range = nd_range(100, 30);
  EXPECT_THROW(q->launch(launch), Error);
  const std::size_t too_many = 2 * device->info().max_work_group_size;
  launch.range = nd_range(too_many, too_many);
  EXPECT_THROW(q->launch(launch), Error);
  launch.range = nd_range(64, 64);
  launch.local_bytes = static_cast<std::uint32_t>(device->info().local_mem_size + 64);
  EXPECT_THROW(q->launch(launch), Error);
  q->wait_and_throw();
}

} // namespace
} // namespace weft::test

// Kernels become PTX that NVIDIA's assembler takes, for every architecture that Weft names.
#include <string>

#include <gtest/gtest.h>

#include "codegen/codegen.hpp"
#include "ops/ops.hpp"
#include "ptxas.hpp"

namespace weft::codegen {
namespace {

/// What ptxas says of the kernel; empty if it took it.
std::string assemble(const KernelModule &module, unsigned arch, unsigned ptx, const Specialization &spec = {}) {
  const Binary binary = codegen().finalizer({"nvptx", arch, ptx})->finalize(module, "kernel", spec);
  return weft::tests::assemble(binary.image, arch).failure();
}

KernelModule kernel(LaunchForm form, std::uint32_t args_size, const std::function<void(Builder &)> &write) {
  KernelInfo info;
  info.name = info.pretty = "kernel";
  info.form = form;
  info.args_size = args_size;
  auto builder = codegen().builder(info);
  write(*builder);
  return {builder->finish(false), {info}};
}

class Nvptx : public testing::Test {
  void SetUp() override {
    if (!weft::tests::have_ptxas())
      GTEST_SKIP() << "no ptxas on PATH: PTX is made but not assembled";
  }
};

TEST_F(Nvptx, GroupReductionsAtomicsBarriersAndLocalMemory) {
  const auto module = kernel(LaunchForm::nd_range, 24, [](Builder &b) {
    const Value in = b.field(0, Type::ptr), out = b.field(8, Type::ptr), n = b.field(16, Type::i64);
    const Value i = b.global_id(0), local = b.local_memory(0);
    b.store(local, b.local_id(0), b.load(Type::f32, in, b.index(IndexOp::min, i, n)));
    b.barrier();
    const Value sum = b.group_reduce("add", b.load(Type::f32, local, b.local_id(0)));
    b.if_then(b.compare(Compare::eq, b.local_id(0), b.constant_int(Type::i64, 0)), [&] {
      b.atomic("add", b.offset(out, b.index(IndexOp::mul, b.group_id(0), b.constant_int(Type::i64, 4))), sum);
    });
  });
  Specialization spec;
  spec.local = {256, 1, 1};
  for (const auto &[arch, ptx] : weft::tests::ptx_targets)
    EXPECT_EQ(assemble(module, arch, ptx, spec), "") << "sm_" << arch;
}

TEST_F(Nvptx, OffsetsAndBakedIntegers) {
  const auto module = kernel(LaunchForm::range, 24, [](Builder &b) {
    const Value out = b.field(0, Type::ptr), n = b.field(8, Type::i64);
    const Variable sum = b.variable(Type::i64);
    b.set(sum, b.global_id(0));
    b.loop(b.constant_int(Type::i64, 0), n, b.constant_int(Type::i64, 1),
           [&](Value k) { b.set(sum, b.index(IndexOp::add, b.get(sum), k)); });
    b.store(out, b.global_id(0), b.get(sum));
  });
  Specialization spec;
  spec.has_offset = true;
  spec.baked = {{{8, 8}, 7}};
  for (const auto &[arch, ptx] : weft::tests::ptx_targets)
    EXPECT_EQ(assemble(module, arch, ptx, spec), "") << "sm_" << arch;
}

/// A sum over the first elements of a private array, as many as there are positive ones among `most`.
KernelModule sum_of_first(std::uint32_t most) {
  return kernel(LaunchForm::range, 16, [most](Builder &b) {
    const auto number = [&](std::int64_t value) { return b.constant_int(Type::i64, value); };
    const Value in = b.field(0, Type::ptr), out = b.field(8, Type::ptr);
    const Variable kept = b.variable(Type::i64, most), count = b.variable(Type::i64), sum = b.variable(Type::i64);
    b.set(count, number(0));
    b.set(sum, number(0));
    b.loop(number(0), number(most), number(1), Unroll::full, [&](Value k) {
      const Value element = b.load(Type::i64, in, b.index(IndexOp::add, b.global_id(0), k));
      b.set(kept, k, element);
      const Value positive = b.compare(Compare::gt, element, number(0));
      b.set(count, b.index(IndexOp::add, b.get(count), b.select(positive, number(1), number(0))));
    });
    b.loop(number(0), b.get(count), number(1),
           [&](Value k) { b.set(sum, b.index(IndexOp::add, b.get(sum), b.get(kept, k))); });
    b.store(out, b.global_id(0), b.get(sum));
  });
}

TEST(NvptxLoops, OfFewIterationsAtMostKeepPrivateArraysInRegisters) {
  const auto ptx = [](std::uint32_t most) {
    const Binary binary = codegen().finalizer({"nvptx", 90, 83})->finalize(sum_of_first(most), "kernel", {});
    return std::string(reinterpret_cast<const char *>(binary.image.data()), binary.image.size());
  };
  EXPECT_EQ(ptx(4).find(".local"), std::string::npos);
  EXPECT_NE(ptx(32).find(".local"), std::string::npos) << "this would be too much code";
}

/// One kernel that calls every loop of an op.
KernelModule all_loops(ops::Op op) {
  return kernel(LaunchForm::range, 8, [op](Builder &b) {
    const Value memory = b.field(0, Type::ptr), i = b.global_id(0);
    for (int n = 0; const auto loop = ops::loop_at(op, n); ++n) {
      std::vector<Value> inputs;
      for (const ops::Dtype dtype : loop->input_dtypes())
        inputs.push_back(b.load(ops::storage_type(dtype), memory, i));
      const std::string function = ops::function_name(op, loop->input_dtypes());
      b.store(memory, i, b.call(function, ops::storage_type(loop->result), inputs));
    }
  });
}

/// With NVIDIA's libdevice where a toolkit has it, and with Weft's own math.
class NvptxMath : public Nvptx, public testing::WithParamInterface<bool> {
protected:
  NvptxMath() {
    if (GetParam())
      setenv("WEFT_LIBDEVICE", "0", 1);
  }
  ~NvptxMath() override { unsetenv("WEFT_LIBDEVICE"); }
};

INSTANTIATE_TEST_SUITE_P(Math, NvptxMath, testing::Bool(),
                         [](const auto &own) { return own.param ? "own" : "libdevice"; });

TEST_P(NvptxMath, EveryElementwiseFunction) {
  for (int number = 0; number < ops::op_count; ++number) {
    const auto op = static_cast<ops::Op>(number);
    EXPECT_EQ(assemble(all_loops(op), 90, 80), "") << ops::info(op).name;
  }
}

} // namespace
} // namespace weft::codegen

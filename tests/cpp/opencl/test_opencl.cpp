// Programs in OpenCL C as kernel modules: their parameters, and PTX that NVIDIA's assembler takes.
#include <gtest/gtest.h>

#include "opencl/program.hpp"
#include "ptxas.hpp"
#include "support/error.hpp"

namespace weft::opencl {
namespace {

using codegen::LaunchForm;
using codegen::opencl::ParameterKind;

constexpr const char *source = R"(
typedef struct { int a; double b; } Pair;
kernel void plain(global const float *x, global float *y, float a, Pair p) {
  size_t i = get_global_id(0);
  float4 v = vload4(i, x);
  y[i] = a * dot(sin(v), exp(v)) + p.b + convert_float_rtz(get_global_size(1)) + fmin(v, a).z;
}
kernel void meets(global int *x, local int *given) {
  local int own[64];
  int l = get_local_id(0);
  own[l] = x[get_global_id(0)];
  given[l] = own[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(x, given[63 - l] + mul_hi(own[63 - l], 1 << 20));
  atomic_fetch_max_explicit((global atomic_int *)x, work_group_reduce_add(l), memory_order_relaxed, memory_scope_device);
}
)";

const codegen::opencl::Program &program() {
  static const auto made = program_from_source(source, "-cl-std=CL3.0");
  return *made;
}

TEST(OpenclProgram, TellsParametersByKindNameAndSize) {
  ASSERT_EQ(program().kernels.size(), 2u);
  const auto &plain = program().kernels[0].parameters;
  ASSERT_EQ(plain.size(), 4u);
  EXPECT_EQ(plain[0].kind, ParameterKind::pointer);
  EXPECT_EQ(plain[0].type, "float*");
  EXPECT_EQ(plain[2].kind, ParameterKind::floating);
  EXPECT_EQ(plain[2].name, "a");
  EXPECT_EQ(plain[3].kind, ParameterKind::other);
  EXPECT_EQ(plain[3].size, 16u);
  EXPECT_EQ(program().kernels[1].parameters[1].kind, ParameterKind::local);
}

TEST(OpenclProgram, KnowsWhichKernelsMeet) {
  EXPECT_FALSE(program().kernels[0].meets);
  EXPECT_TRUE(program().kernels[1].meets);
  EXPECT_EQ(program().kernels[1].static_local, 256u);
}

TEST(OpenclProgram, HasAnEntryForEachFormAndNumberOfDimensions) {
  const Kernel kernel = find_kernel(program_from_source(source, "-cl-std=CL3.0"), "plain");
  for (const LaunchForm form : {LaunchForm::range, LaunchForm::nd_range})
    for (int dims = 1; dims <= 3; ++dims) {
      const codegen::KernelInfo &entry = *kernel.entry(form, dims).info;
      EXPECT_EQ(entry.form, form);
      EXPECT_EQ(entry.dims, dims);
      EXPECT_EQ(entry.pretty, "plain");
    }
  EXPECT_EQ(find_kernel(kernel.program, "none").info, nullptr);
}

TEST(OpenclProgram, BecomesPtxThatTheAssemblerTakes) {
  if (!weft::tests::have_ptxas())
    GTEST_SKIP() << "no ptxas on PATH: PTX is made but not assembled";
  for (const auto &[arch, ptx] : weft::tests::ptx_targets) {
    const auto finalizer = codegen::codegen().finalizer({"nvptx", arch, ptx});
    for (const codegen::KernelInfo &entry : program().module->kernels()) {
      if (entry.pretty == "meets" && entry.form == LaunchForm::range)
        continue;
      codegen::Specialization spec;
      if (entry.form == LaunchForm::nd_range)
        spec.local = {64, 1, 1};
      const codegen::Binary binary = finalizer->finalize(*program().module, entry.name, spec);
      EXPECT_EQ(weft::tests::assemble(binary.image, arch).failure(), "") << entry.name << " sm_" << arch;
    }
  }
}

TEST(OpenclProgram, SaysWhatTheCompilerSays) {
  try {
    program_from_source("kernel void f(global int *x) {\n  x[0] = y;\n}", "");
    FAIL() << "it compiled";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::build);
    EXPECT_NE(std::string(error.what()).find("<source>:2:10: error: use of undeclared identifier 'y'"),
              std::string::npos)
        << error.what();
  }
}

} // namespace
} // namespace weft::opencl

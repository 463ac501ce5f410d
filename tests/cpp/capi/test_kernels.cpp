// Kernels and bundles of the C API.
#include <cstddef>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "references.hpp"
#include "syclinterface/dpctl_sycl_type_casters.hpp"

namespace weft::capi_test {
namespace {

using dpctl::syclinterface::unwrap;
namespace about = sycl::info::kernel_device_specific;

constexpr const char *source = "kernel void scale(global float *x, float factor, int count) {"
                               "  const int i = get_global_id(0); if (i < count) x[i] *= factor; }"
                               "kernel void nothing() {}";

TEST(CApiKernels, bundles_know_their_kernels_and_so_do_their_copies) {
  const Queue queue = cpu_queue();
  Bundle bundle = bundle_from_source(queue, source);
  ASSERT_NE(bundle, nullptr);
  const Bundle copy(DPCTLKernelBundle_Copy(bundle.get()));
  EXPECT_NE(copy, bundle);
  bundle.reset();
  EXPECT_TRUE(DPCTLKernelBundle_HasKernel(copy.get(), "scale"));
  EXPECT_TRUE(DPCTLKernelBundle_HasKernel(copy.get(), "nothing"));
  EXPECT_FALSE(DPCTLKernelBundle_HasKernel(copy.get(), "scal"));
  EXPECT_FALSE(DPCTLKernelBundle_HasKernel(copy.get(), nullptr));
  EXPECT_EQ(DPCTLKernelBundle_GetKernel(copy.get(), "scal"), nullptr);
}

TEST(CApiKernels, kernels_tell_what_sycl_tells_of_them) {
  const Queue queue = cpu_queue();
  const Bundle bundle = bundle_from_source(queue, source);
  const Kernel original(DPCTLKernelBundle_GetKernel(bundle.get(), "scale"));
  ASSERT_NE(original, nullptr);
  const Kernel kernel(DPCTLKernel_Copy(original.get()));
  const sycl::device device = unwrap<sycl::queue>(queue.get())->get_device();
  const auto &expected = *unwrap<sycl::kernel>(original.get());
  EXPECT_EQ(DPCTLKernel_GetNumArgs(kernel.get()), 3u);
  EXPECT_EQ(DPCTLKernel_GetWorkGroupSize(kernel.get()), expected.get_info<about::work_group_size>(device));
  EXPECT_EQ(DPCTLKernel_GetPreferredWorkGroupSizeMultiple(kernel.get()),
            expected.get_info<about::preferred_work_group_size_multiple>(device));
  EXPECT_EQ(DPCTLKernel_GetPrivateMemSize(kernel.get()), expected.get_info<about::private_mem_size>(device));
  EXPECT_EQ(DPCTLKernel_GetMaxNumSubGroups(kernel.get()), expected.get_info<about::max_num_sub_groups>(device));
  EXPECT_EQ(DPCTLKernel_GetMaxSubGroupSize(kernel.get()), expected.get_info<about::max_sub_group_size>(device));
  EXPECT_EQ(DPCTLKernel_GetCompileNumSubGroups(kernel.get()), expected.get_info<about::compile_num_sub_groups>(device));
  EXPECT_EQ(DPCTLKernel_GetCompileSubGroupSize(kernel.get()), expected.get_info<about::compile_sub_group_size>(device));
  const Kernel nothing(DPCTLKernelBundle_GetKernel(bundle.get(), "nothing"));
  EXPECT_EQ(DPCTLKernel_GetNumArgs(nothing.get()), 0u);
}

TEST(CApiKernels, null_references_have_no_answers) {
  EXPECT_EQ(DPCTLKernel_GetNumArgs(nullptr), static_cast<std::size_t>(-1));
  EXPECT_EQ(DPCTLKernel_GetWorkGroupSize(nullptr), 0u);
  EXPECT_EQ(DPCTLKernel_GetMaxSubGroupSize(nullptr), 0u);
  EXPECT_EQ(DPCTLKernel_Copy(nullptr), nullptr);
  EXPECT_EQ(DPCTLKernelBundle_Copy(nullptr), nullptr);
  EXPECT_FALSE(DPCTLKernelBundle_HasKernel(nullptr, "scale"));
}

} // namespace
} // namespace weft::capi_test

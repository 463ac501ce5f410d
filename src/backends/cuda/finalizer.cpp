// PTX of the newest version that the driver takes.
#include "backends/cuda/finalizer.hpp"

#include <array>
#include <future>
#include <memory>

#include "backends/cuda/device.hpp"
#include "codegen/codegen.hpp"
#include "codegen/gpu_options.hpp"
#include "runtime/host_threads.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::cuda {

namespace {

// The newest PTX version that a driver of this CUDA version takes (PTX ISA, release notes).
unsigned ptx_version(int cuda_version) {
  constexpr std::array<std::pair<int, unsigned>, 10> known{{{13000, 90},
                                                            {12090, 88},
                                                            {12080, 87},
                                                            {12070, 86},
                                                            {12050, 85},
                                                            {12040, 84},
                                                            {12030, 83},
                                                            {12020, 82},
                                                            {12010, 81},
                                                            {12000, 80}}};
  for (const auto &[from, version] : known)
    if (cuda_version >= from)
      return version;
  WEFT_CHECK(false, "CUDA {} passed discovery", cuda_version);
}

} // namespace

std::string PtxFinalizer::target_of(const CudaDevice &device) {
  static constinit Lazy<std::string> options;
  return fmt::format("cuda-sm_{}-driver_{}-{}", device.architecture(), driver().version,
                     options.get(codegen::gpu_options));
}

codegen::Binary PtxFinalizer::finalize(const codegen::KernelModule &module, std::string_view kernel,
                                       const codegen::Specialization &specialization) const {
  auto task =
      std::make_shared<std::packaged_task<codegen::Binary()>>([&] { return compile(module, kernel, specialization); });
  runtime::post_to_host_thread([task] { (*task)(); });
  return task->get_future().get();
}

codegen::Binary PtxFinalizer::compile(const codegen::KernelModule &module, std::string_view kernel,
                                      const codegen::Specialization &specialization) const {
  made_.call([this] {
    ptx_ = codegen::codegen().finalizer({"nvptx", device_.architecture(), ptx_version(driver().version)});
  });
  codegen::Binary binary = ptx_->finalize(module, kernel, specialization);
  binary.image.push_back(std::byte{0});
  return binary;
}

} // namespace weft::cuda

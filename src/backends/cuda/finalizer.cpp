// Asks the driver's linker to compile PTX.
#include "backends/cuda/finalizer.hpp"

#include <array>
#include <cstring>
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

// CUjit_option and CUjitInputType of the driver API.
constexpr int error_log_buffer = 5;
constexpr int error_log_size = 6;
constexpr int input_ptx = 1;

class Link {
public:
  explicit Link(const CudaDevice &device) : device_(device) {
    std::array<int, 2> options{error_log_buffer, error_log_size};
    std::array<void *, 2> values{log_.data(), reinterpret_cast<void *>(log_.size())};
    const CUresult result = driver().link_create(options.size(), options.data(), values.data(), &state_);
    throw_if_lost(result);
    driver().check(result, "cuLinkCreate");
  }
  ~Link() { driver().link_destroy(state_); }
  Link(const Link &) = delete;
  Link &operator=(const Link &) = delete;

  codegen::Bytes compile(codegen::Bytes ptx, std::string_view kernel) {
    const Driver &cuda = driver();
    ptx.push_back(std::byte{0});
    CUresult result = cuda.link_add_data(state_, input_ptx, ptx.data(), ptx.size(), "kernel", 0, nullptr, nullptr);
    void *cubin = nullptr;
    std::size_t size = 0;
    if (result == success)
      result = cuda.link_complete(state_, &cubin, &size);
    throw_if_lost(result);
    if (result != success)
      throw Error(Errc::build, "the driver rejects the PTX of kernel {}: {}\n{}", kernel, cuda.describe(result),
                  log_.data());
    codegen::Bytes bytes(size);
    std::memcpy(bytes.data(), cubin, size);
    return bytes;
  }

private:
  void throw_if_lost(CUresult result) const {
    if (ends_all_work(result))
      throw Error(Errc::runtime, "{}", device_.describe_failure(result));
  }

  const CudaDevice &device_;
  std::array<char, 8192> log_{};
  void *state_ = nullptr;
};

} // namespace

std::string CubinFinalizer::target_of(const CudaDevice &device) {
  static constinit Lazy<std::string> options;
  return fmt::format("cuda-sm_{}-driver_{}-{}", device.architecture(), driver().version,
                     options.get(codegen::gpu_options));
}

codegen::Binary CubinFinalizer::finalize(const codegen::KernelModule &module, std::string_view kernel,
                                         const codegen::Specialization &specialization) const {
  auto task =
      std::make_shared<std::packaged_task<codegen::Binary()>>([&] { return compile(module, kernel, specialization); });
  runtime::post_to_host_thread([task] { (*task)(); });
  return task->get_future().get();
}

codegen::Binary CubinFinalizer::compile(const codegen::KernelModule &module, std::string_view kernel,
                                        const codegen::Specialization &specialization) const {
  made_.call([this] {
    ptx_ = codegen::codegen().finalizer({"nvptx", device_.architecture(), ptx_version(driver().version)});
  });
  codegen::Binary binary = ptx_->finalize(module, kernel, specialization);
  const Current current(device_);
  binary.image = Link(device_).compile(std::move(binary.image), kernel);
  return binary;
}

} // namespace weft::cuda

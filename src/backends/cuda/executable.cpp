// Has the driver compile PTX or load a cubin, and asks it how that may be launched.
#include "backends/cuda/executable.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "backends/cuda/device.hpp"
#include "codegen/nvptx/launched_by.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::cuda {

namespace {
// Enough warps to hide latency, small enough to balance the tail.
constexpr unsigned preferred_group_size = codegen::Specialization::range_group;
constexpr std::size_t granted = 48 << 10; ///< bytes of local memory that nobody need ask for
constexpr int worth_spilling = 64;        ///< bytes of a work-item's own memory that are worth another group

// CUjit_option of the driver API.
constexpr int error_log_buffer = 5, error_log_size = 6;

Module load(const CudaDevice &device, const codegen::Binary &binary) {
  std::array<char, 8192> log{};
  std::array<int, 2> options{error_log_buffer, error_log_size};
  std::array<void *, 2> values{log.data(), reinterpret_cast<void *>(log.size())};
  CUmodule module = nullptr;
  const CUresult result =
      driver().module_load(&module, binary.image.data(), options.size(), options.data(), values.data());
  if (ends_all_work(result))
    throw Error(Errc::runtime, "{}", device.describe_failure(result));
  if (result != success)
    throw Error(Errc::build, "the driver rejects the code of kernel {}: {}\n{}", binary.entry,
                driver().describe(result), log.data());
  return {module, Unload{&device}};
}

CUfunction function_of(CUmodule module, const codegen::Binary &binary) {
  CUfunction function = nullptr;
  driver().check(driver().module_function(&function, module, binary.entry.c_str()), "cuModuleGetFunction");
  return function;
}

int attribute_of(CUfunction function, int attribute) {
  int value = 0;
  driver().check(driver().function_attribute(&value, attribute, function), "cuFuncGetAttribute");
  return value;
}

/// The same code, as PTX, without a number of groups that shall run side by side on a compute unit; none where it asks
/// for no more than one.
std::optional<codegen::Binary> without_company(const codegen::Binary &binary) {
  constexpr std::string_view directive = ".minnctapersm ";
  const std::string_view text(reinterpret_cast<const char *>(binary.image.data()), binary.image.size());
  const std::size_t begin = text.find(directive);
  if (begin == text.npos || text.substr(begin + directive.size()).starts_with("1\n"))
    return std::nullopt;
  codegen::Binary less = binary;
  const auto first = less.image.begin() + static_cast<std::ptrdiff_t>(begin);
  less.image.erase(first, std::find(first, less.image.end(), std::byte{'\n'}));
  return less;
}
} // namespace

void Unload::operator()(CUmodule module) const noexcept {
  const Driver *cuda = find_driver();
  if (cuda == nullptr || cuda->context_push(device->context()) != success)
    return;
  CUcontext popped = nullptr;
  cuda->module_unload(module);
  cuda->context_pop(&popped);
}

CudaExecutable::CudaExecutable(const CudaDevice &device, const codegen::Binary &binary)
    : Executable(binary), device_(device) {
  const Current current(device_);
  module_ = load(device_, binary_);
  function_ = function_of(module_.get(), binary_);
  if (attribute_of(function_, function_local_size_bytes) > worth_spilling)
    spill_less();
  max_group_size_ = attribute_of(function_, function_max_threads_per_block);
  range_group_size_ = std::min(preferred_group_size, max_group_size_);
  if (!binary_.launched_by.empty()) {
    const auto wanted = binary_.get_launched_by<codegen::nvptx::LaunchedBy>();
    fixed_group_size_ = wanted.items;
    static_local_ = wanted.static_local;
  }
  variables_ = static_cast<std::size_t>(attribute_of(function_, function_shared_size_bytes));
  reserved_ = granted - std::min(granted, variables_);
  binary_.image = {};
}

/// Groups that shall run side by side leave each work-item few registers; where much of a kernel does not fit in these,
/// fewer groups are faster. Code that cannot be loaded a second time stays as it is.
void CudaExecutable::spill_less() {
  const std::optional<codegen::Binary> alone = without_company(binary_);
  if (!alone)
    return;
  try {
    Module other = load(device_, *alone);
    const CUfunction function = function_of(other.get(), *alone);
    const int saved =
        attribute_of(function_, function_local_size_bytes) - attribute_of(function, function_local_size_bytes);
    if (saved > worth_spilling) {
      std::swap(other, module_);
      function_ = function;
    }
  } catch (const Error &error) {
    explain("cuda", "kernel {} keeps the code that spills: {}", binary_.entry, error.what());
  }
}

unsigned CudaExecutable::registers() const {
  return static_cast<unsigned>(attribute_of(function_, function_registers));
}

unsigned CudaExecutable::reserve_local(std::size_t asked) const {
  const std::size_t bytes = static_local_ + asked;
  if (bytes > reserved_) [[unlikely]] {
    if (variables_ + bytes > device_.max_local_bytes())
      throw Error(Errc::nd_range, "kernel {} asks for {} bytes of local memory; {} has {} per work-group",
                  binary_.entry, variables_ + bytes, device_.info().name, device_.max_local_bytes());
    driver().check(
        driver().function_set_attribute(function_, function_max_dynamic_shared_size_bytes, static_cast<int>(bytes)),
        "cuFuncSetAttribute");
    reserved_ = bytes;
  }
  return static_cast<unsigned>(bytes);
}

} // namespace weft::cuda

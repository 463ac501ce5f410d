// Annotations are rows of llvm.global.annotations: function, text, file, line, constants.
#include "codegen/ir/annotations.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr const char *table_name = "llvm.global.annotations";
constexpr std::uint64_t largest = 1u << 31;

StringRef text_of(const Value *pointer) {
  const auto *global = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
  const auto *data =
      global && global->hasInitializer() ? dyn_cast<ConstantDataArray>(global->getInitializer()) : nullptr;
  return data != nullptr && data->isCString() ? data->getAsCString() : StringRef();
}

/// Annotations that take sizes and aspects have nothing but integers. Of 64 bits they may be std::size_t, up to
/// SIZE_MAX.
std::vector<std::uint32_t> numbers_of(const Value *pointer, const KernelInfo &kernel, StringRef what) {
  std::vector<std::uint32_t> numbers;
  const auto *global = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
  if (global == nullptr || !global->hasInitializer())
    return numbers;
  const Constant *values = global->getInitializer();
  for (unsigned i = 0; const Constant *value = values->getAggregateElement(i); ++i) {
    const auto *number = dyn_cast<ConstantInt>(value);
    if (number == nullptr || (number->getBitWidth() < 64 && number->isNegative()))
      throw Error(Errc::build, "kernel {}: {} takes positive integers", kernel.pretty, what.str());
    numbers.push_back(static_cast<std::uint32_t>(number->getLimitedValue(largest))); // no device has so much
  }
  return numbers;
}

/// Before SYCL 2020 there were always three sizes, of which those of dimensions that a kernel lacks are 1.
std::vector<std::uint32_t> of_dimensions(std::vector<std::uint32_t> sizes, std::size_t dims) {
  while (sizes.size() > dims && sizes.front() == 1)
    sizes.erase(sizes.begin());
  return sizes;
}

void require_group(const std::vector<std::uint32_t> &given, KernelInfo &kernel) {
  const std::vector<std::uint32_t> sizes = of_dimensions(given, kernel.dims);
  if (sizes.size() != kernel.dims) {
    if (kernel.form == LaunchForm::range)
      return; // the device alone sees the groups of a range
    throw Error(Errc::build, "kernel {}: reqd_work_group_size has {} sizes, the kernel {} dimensions", kernel.pretty,
                sizes.size(), kernel.dims);
  }
  for (unsigned d = 0; d < kernel.dims; ++d) {
    const std::uint32_t size = sizes[kernel.dims - 1 - d]; // SYCL's last dimension varies fastest
    if (size == 0)
      throw Error(Errc::build, "kernel {}: reqd_work_group_size of 0; sizes are positive", kernel.pretty);
    if (kernel.local[d] != 0 && kernel.local[d] != size)
      throw Error(Errc::build, "kernel {}: requires work-groups of {} and of {} items in one dimension", kernel.pretty,
                  kernel.local[d], size);
    kernel.local[d] = size;
  }
}

void require_sub_group(const std::vector<std::uint32_t> &sizes, KernelInfo &kernel) {
  if (sizes.size() != 1 || sizes[0] == 0)
    throw Error(Errc::build, "kernel {}: reqd_sub_group_size takes one positive size", kernel.pretty);
  if (kernel.sub_group_size != 0 && kernel.sub_group_size != sizes[0])
    throw Error(Errc::build, "kernel {}: requires sub-groups of {} and of {} items", kernel.pretty,
                kernel.sub_group_size, sizes[0]);
  kernel.sub_group_size = sizes[0];
}

/// What a SYCL_EXT_ONEAPI_FUNCTION_PROPERTY requires (sycl/ext/oneapi/experimental/free_function_kernels.hpp); leaves
/// its values in `numbers`.
StringRef property_of_function(std::vector<std::uint32_t> &numbers) {
  constexpr StringRef names[] = {"", "reqd_work_group_size", "reqd_sub_group_size", "device_has"};
  const StringRef what = names[numbers.at(0)];
  const std::size_t count = numbers.at(1);
  numbers.erase(numbers.begin(), numbers.begin() + 2);
  numbers.resize(std::min(count, numbers.size()));
  return what;
}

SmallPtrSet<const Function *, 32> reached_from(const Function &kernel) {
  SmallPtrSet<const Function *, 32> reached{&kernel};
  SmallVector<const Function *> open{&kernel};
  while (!open.empty())
    for (const Instruction &instruction : instructions(*open.pop_back_val()))
      for (const Use &operand : instruction.operands())
        if (const auto *callee = dyn_cast<Function>(operand->stripPointerCasts()))
          if (reached.insert(callee).second)
            open.push_back(callee);
  return reached;
}
} // namespace

bool has_annotations(const Module &module) {
  const GlobalVariable *table = module.getNamedGlobal(table_name);
  return table != nullptr && table->hasInitializer();
}

void read_requirements(const Module &module, KernelInfo &kernel) {
  const auto reached = reached_from(*module.getFunction(kernel.name));
  const auto *table = dyn_cast<ConstantArray>(module.getNamedGlobal(table_name)->getInitializer());
  if (table == nullptr)
    return;
  for (const Use &entry : table->operands()) {
    const auto *row = cast<ConstantStruct>(entry.get());
    const auto *function = dyn_cast<Function>(row->getOperand(0)->stripPointerCasts());
    StringRef what = text_of(row->getOperand(1));
    if (function == nullptr || !what.consume_front("weft.") || !reached.contains(function))
      continue;
    std::vector<std::uint32_t> numbers = numbers_of(row->getOperand(4), kernel, what);
    if (what == "property")
      what = property_of_function(numbers);
    if (what == "reqd_work_group_size")
      require_group(numbers, kernel);
    else if (what == "reqd_sub_group_size")
      require_sub_group(numbers, kernel);
    else if (what == "device_has")
      for (const std::uint32_t number : numbers)
        kernel.aspects.push_back(static_cast<Aspect>(number));
  }
}

} // namespace weft::codegen::ir

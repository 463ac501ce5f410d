// Internal linkage is read off a mangled name: L before an entity's own, _GLOBAL__N_ for unnamed namespaces.
#include "sycl/constants.hpp"

#include <algorithm>
#include <cstring>

#include <sycl/detail/constants.hpp>

namespace weft::sycl_api {

namespace {
std::string key_of(const char *tu, std::string_view name) {
  const bool internal = name.find("L_ZL") != name.npos || name.find("_GLOBAL__N_") != name.npos;
  return internal ? tu + std::string(name) : std::string(name);
}
} // namespace

void Constants::set(const char *tu, std::string_view name, const void *value, std::size_t bytes) {
  const auto *first = static_cast<const std::byte *>(value);
  values_[key_of(tu, name)].assign(first, first + bytes);
}

const codegen::Bytes *Constants::find(const char *tu, std::string_view name) const {
  const auto found = values_.find(key_of(tu, name));
  return found == values_.end() ? nullptr : &found->second;
}

std::vector<codegen::Specialization::Constant> Constants::of(const char *tu, const codegen::KernelInfo &kernel) const {
  std::vector<codegen::Specialization::Constant> set;
  for (const codegen::ConstantInfo &constant : kernel.constants)
    if (const codegen::Bytes *value = find(tu, constant.name))
      set.push_back({constant.name, *value});
  std::ranges::sort(set, {}, &codegen::Specialization::Constant::name);
  return set;
}

} // namespace weft::sycl_api

namespace sycl::inline _V1::detail {

void set_constant(std::shared_ptr<weft::sycl_api::Constants> &constants, const constant_name &name, const void *value,
                  std::size_t bytes) {
  if (!constants)
    constants = std::make_shared<weft::sycl_api::Constants>();
  constants->set(name.tu, name.name, value, bytes);
}

bool get_constant(const weft::sycl_api::Constants *constants, const constant_name &name, void *value,
                  std::size_t bytes) {
  const auto *found = constants == nullptr ? nullptr : constants->find(name.tu, name.name);
  if (found == nullptr || found->size() != bytes)
    return false;
  std::memcpy(value, found->data(), bytes);
  return true;
}

} // namespace sycl::inline _V1::detail

// Values of specialization constants that a command group or a kernel bundle set.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace weft::sycl_api {

/// By name; constants of internal linkage are known by their translation unit, too.
class Constants {
public:
  void set(const char *tu, std::string_view name, const void *value, std::size_t bytes);
  const codegen::Bytes *find(const char *tu, std::string_view name) const;

  /// Those that a kernel of this translation unit reads, sorted by name.
  std::vector<codegen::Specialization::Constant> of(const char *tu, const codegen::KernelInfo &kernel) const;

  /// Adds those of another that are not set here.
  void merge(const Constants &other) { values_.insert(other.values_.begin(), other.values_.end()); }

  bool operator==(const Constants &) const = default;

private:
  std::map<std::string, codegen::Bytes, std::less<>> values_;
};

} // namespace weft::sycl_api

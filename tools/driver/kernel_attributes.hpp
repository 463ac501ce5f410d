// SYCL's kernel attributes ([[sycl::reqd_work_group_size(n)]] and the like), which clang 22 does not know.
//
// The device pass reports each as an unknown attribute. The driver then repeats that pass over the preprocessed source,
// in which no macro hides one, with every attribute as a clang::annotate, which reaches the bitcode and says the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::driver {

/// Something a compiler said: a warning or an error with the lines that belong to it.
struct Diagnostic {
  std::string text;      ///< As printed.
  std::string attribute; ///< scope::name that the warning calls unknown; empty: it says something else.
  std::string file;      ///< Where that attribute stands.

  bool names_kernel_attribute() const; ///< One of SYCL's, under any of the scopes that programs use.
  bool names_requirement() const;      ///< One of these that is more than a hint.
};

/// Splits what clang printed; counts of warnings are dropped.
std::vector<Diagnostic> read_diagnostics(std::string_view printed);

/// The text with annotations instead of kernel attributes.
std::string annotate_kernel_attributes(const std::string &preprocessed);

} // namespace weft::driver

// SYCL's kernel attributes ([[sycl::reqd_work_group_size(n)]] and the like), which clang 22 does not know.
//
// The device pass reports each as an unknown attribute, with its place. The driver then repeats that pass over copies
// of the files in which the attribute is a clang::annotate, which reaches the bitcode and says the same.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::driver {

/// Something a compiler said: a warning or an error with the lines that belong to it.
struct Diagnostic {
  std::string text;      ///< As printed.
  std::string attribute; ///< scope::name that the warning calls unknown; empty: it says something else.
  struct Place {
    std::string file;
    unsigned line = 0, column = 0;
  };
  std::vector<Place> places; ///< Of that attribute: what was warned of, then the macros on the way to it.

  bool names_kernel_attribute() const; ///< One of SYCL's, under any of the scopes that programs use.
};

/// Splits what clang printed; counts of warnings are dropped.
std::vector<Diagnostic> read_diagnostics(std::string_view printed);

/// New contents of each file that spells kernel attributes. Empty where all of them are hints, which nothing heeds.
/// Throws std::runtime_error with the place of an attribute that cannot be honoured.
std::map<std::string, std::string> annotate_kernel_attributes(const std::vector<Diagnostic> &);

} // namespace weft::driver

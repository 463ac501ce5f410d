// SYCL_EXTERNAL in device code: clang's attribute, which it takes at the beginning of a declaration only, while
// programs write the macro wherever DPC++ takes it.
#pragma once

#include <string>

namespace weft::driver {

/// The macro's value: code generators know these functions by the second attribute, also where they are only declared.
/// Both may come first at a later declaration, such as the definition of a member function.
inline constexpr const char *external_attribute = R"([[clang::sycl_external]] [[omp::assume("weft.sycl_external")]])";

/// The macro's value where the text goes through place_external_attributes().
inline constexpr const char *external_marker = "__weft_sycl_external__";

/// The text with the attribute at the beginning of each declaration of a function that has the marker, unless no other
/// file sees it.
std::string place_external_attributes(const std::string &preprocessed);

} // namespace weft::driver

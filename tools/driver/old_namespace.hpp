// Programs for compilers whose namespace was cl::sycl alone name it themselves: namespace sycl = cl::sycl.
#pragma once

#include <optional>
#include <string>

#include "process.hpp"

namespace weft::driver {

/// A file that lets clang read the source without that line, where it has one: sycl is a namespace already, which no
/// compiler takes for an alias's name.
std::optional<std::string> overlay_without_alias(const std::string &source, const TemporaryFolder &);

} // namespace weft::driver

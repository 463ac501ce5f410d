// Programs for compilers whose namespace was cl::sycl alone name it themselves (namespace sycl = cl::sycl), and define
// and declare in it.
#pragma once

#include <optional>
#include <string>

#include "command_line.hpp"
#include "process.hpp"

namespace weft::driver {

/// A file that lets clang read the source, and the program's headers that it includes, without such an alias, which no
/// compiler takes for the name of a namespace, and with what they define in cl::sycl, an alias here, defined in sycl.
/// Nothing where none of them has either. `flags` name the folders.
std::optional<std::string> overlay_in_one_namespace(const std::string &source, const Arguments &flags,
                                                    const TemporaryFolder &);

} // namespace weft::driver

// Switches of Intel's compiler that clang has by other names.
#pragma once

#include <string>
#include <vector>

namespace weft::driver {

/// The arguments with those switches as clang spells them. What clang has not, it leaves.
std::vector<std::string> in_clangs_words(std::vector<std::string> arguments);

} // namespace weft::driver

// The rare paths of math functions that code for this CPU calls; see libdevice/math/rare.hpp.
#pragma once

#include <string_view>

namespace weft::libdevice {

/// The function of this symbol (`__weft_rare_sin_f64`), or null.
void *rare_function(std::string_view symbol) noexcept;

} // namespace weft::libdevice

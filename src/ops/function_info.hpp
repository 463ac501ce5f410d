// What ops.cpp asks of functions, so that info() and op_named() answer for all ops.
#pragma once

#include <optional>
#include <string_view>

#include "ops/ops.hpp"

namespace weft::ops {

const OpInfo &function_info(Op) noexcept;
std::optional<Op> function_named(std::string_view) noexcept;

} // namespace weft::ops

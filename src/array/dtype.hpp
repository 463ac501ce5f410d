// Element types under the array layer's name.
#pragma once

#include "ops/dtype.hpp"

namespace weft::array {

using ops::can_cast_safely;
using ops::can_cast_same_kind;
using ops::Dtype;
using ops::dtype_count;
using ops::item_size;
using ops::Kind;
using ops::kind_of;
using ops::name_of;
using ops::promote;
using ops::short_name;
using ops::storage_type;

} // namespace weft::array

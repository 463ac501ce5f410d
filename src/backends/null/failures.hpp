// Failures on demand: how tests reach every error path.
#pragma once

#include <cstddef>
#include <string_view>

namespace weft::null {

enum class Point { allocation, submit, compile };

/// The n-th call from now on of what `point` names fails (1: the next), and with `for_ever` every one after it, too. 0:
/// none. WEFT_NULL_FAIL=point:n,point:n+ says the same for the start of the process; '+' is for ever. Thread-safe.
void fail_at(Point, std::size_t n, bool for_ever = false);

/// Counts a call; true if it is to fail. The backend asks.
bool must_fail(Point);

/// Throws Error(invalid) for anything else than WEFT_NULL_FAIL's grammar.
void fail_as_written(std::string_view text);

} // namespace weft::null

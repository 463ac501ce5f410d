// Environment variables that steer Weft, read in one place so that docs and --doctor can list them.
#pragma once

#include <optional>
#include <string>

namespace weft::env {

/// The variable's value, or nothing where it is unset or empty.
std::optional<std::string> text(const char *name);

/// True for 1, true, on, yes; false for 0, false, off, no and unset. Throws Error(invalid) for anything else.
bool flag(const char *name, bool fallback = false);

/// A non-negative integer, or the fallback where unset. Throws Error(invalid) for anything else.
long number(const char *name, long fallback);

} // namespace weft::env

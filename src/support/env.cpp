// Reads environment variables.
#include "support/env.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "support/error.hpp"

namespace weft::env {

std::optional<std::string> text(const char *name) {
  const char *value = std::getenv(name);
  if (value == nullptr || *value == '\0')
    return std::nullopt;
  return value;
}

bool flag(const char *name, bool fallback) {
  const auto value = text(name);
  if (!value)
    return fallback;
  for (const char *word : {"1", "true", "on", "yes"})
    if (*value == word)
      return true;
  for (const char *word : {"0", "false", "off", "no"})
    if (*value == word)
      return false;
  throw Error(Errc::invalid, "{}={} is neither on nor off; set it to 0 or 1", name, *value);
}

long number(const char *name, long fallback) {
  const auto value = text(name);
  if (!value)
    return fallback;
  long parsed = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), parsed);
  if (error != std::errc{} || *end != '\0' || parsed < 0)
    throw Error(Errc::invalid, "{}={} is not a non-negative integer", name, *value);
  return parsed;
}

} // namespace weft::env

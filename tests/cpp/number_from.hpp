// Numbers that whoever runs a test by hand chooses: seeds, and how many random programs there are.
#pragma once

#include <cstdlib>

/// That of an environment variable: WEFT_RANDOM_SEED, the first seed; WEFT_RANDOM_KERNELS, _NESTS and _PROGRAMS, how
/// many; WEFT_RANDOM_SHRINK, whether kernels that fail lose statements until they do not.
template <class T> T number_from(const char *variable, T otherwise) {
  const char *text = std::getenv(variable);
  return text != nullptr ? static_cast<T>(std::strtoull(text, nullptr, 10)) : otherwise;
}

// WEFT_EXPLAIN=1: one line on standard error for each decision of fusion, specialisation and vectorization.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft {

/// True where WEFT_EXPLAIN is on or a sink is set; cheap enough for a launch path.
bool explaining() noexcept;

/// Sends lines to `sink` (tests, Python) in place of standard error; an empty function restores standard error.
void set_explain_sink(std::function<void(const std::string &)> sink);

void explain_line(const char *topic, const std::string &line);

/// `topic` is the folder that decides: "fuse", "vectorize", "cache", "jam" and the like.
template <class... Args> void explain(const char *topic, fmt::format_string<Args...> format, Args &&...args) {
  if (explaining())
    explain_line(topic, fmt::format(format, std::forward<Args>(args)...));
}

} // namespace weft

// Reads directives up to the first one that matters.
#include "preamble.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace weft::driver {
namespace {

using namespace std::string_view_literals;
namespace fs = std::filesystem;

constexpr auto library_headers = std::to_array<std::string_view>({
    // clang-format off
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cassert", "cctype", "cerrno", "cfenv", "cfloat", "charconv", "chrono",
    "cinttypes", "climits", "clocale", "cmath", "codecvt", "compare", "complex", "concepts", "condition_variable", "coroutine", "csetjmp",
    "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "cuchar", "cwchar", "cwctype", "deque", "exception",
    "execution", "expected", "filesystem", "forward_list", "fstream", "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd",
    "iostream", "istream", "iterator", "latch", "limits", "list", "locale", "map", "memory", "memory_resource", "mutex", "new", "numbers",
    "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "regex", "scoped_allocator", "semaphore", "set", "shared_mutex",
    "source_location", "span", "sstream", "stack", "stdexcept", "stop_token", "streambuf", "string", "string_view", "syncstream",
    "system_error", "thread", "tuple", "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray",
    "variant", "vector", "version",
    "assert.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h", "signal.h", "stdarg.h", "stdbool.h", "stddef.h",
    "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h", "unistd.h", "sys/time.h",
    // clang-format on
});

/// The file without comments and with continued lines joined.
std::string without_comments(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (text.substr(i, 2) == "/*") {
      plain += ' ';
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
    } else if (text.substr(i, 2) == "\\\n") {
      ++i;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\f\v";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The rest of a line that begins with `word`, else nothing.
bool take(std::string_view &line, std::string_view word) {
  if (!line.starts_with(word))
    return false;
  line = trimmed(line.substr(word.size()));
  return true;
}

enum class Says { sycl, nothing, something };

class Reader {
public:
  explicit Reader(fs::path file, int depth) : file_(std::move(file)), depth_(depth) {}

  Says read() {
    std::ifstream in(file_, std::ios::binary);
    std::string text(first_bytes, '\0');
    text.resize(static_cast<std::size_t>(in.read(text.data(), first_bytes).gcount()));
    const bool whole = in.eof() && text.find("R\"") == text.npos;
    text = without_comments(text);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (const Says says = line(trimmed(std::string_view(text).substr(at, end - at))); says != Says::nothing)
        return says;
      at = end + 1;
    }
    return whole ? Says::nothing : Says::something;
  }

private:
  static constexpr std::streamsize first_bytes = 1 << 16;
  static constexpr int deepest = 8;

  Says line(std::string_view line) {
    if (line.empty())
      return Says::nothing;
    if (!take(line, "#"))
      return Says::something;
    const bool opens = std::exchange(first_, false);
    if (take(line, "include"))
      return include(line);
    if (opens && take(line, "ifndef")) {
      guard_ = line;
      return Says::nothing;
    }
    if (take(line, "define"))
      return !guard_.empty() && line == guard_ ? Says::nothing : Says::something;
    const bool harmless = line == "pragma once" || (line == "endif" && !guard_.empty());
    return harmless ? Says::nothing : Says::something;
  }

  Says include(std::string_view what) const {
    if (what.size() < 3)
      return Says::something;
    const std::string_view name = what.substr(1, what.size() - 2);
    if (what.front() == '"' && what.back() == '"')
      if (const fs::path beside = file_.parent_path() / name; fs::exists(beside))
        return depth_ == deepest ? Says::something : Reader(beside, depth_ + 1).read();
    if (name == "sycl/sycl.hpp" || name == "CL/sycl.hpp")
      return Says::sycl;
    const bool harmless =
        what.front() == '<' && what.back() == '>' && std::ranges::find(library_headers, name) != library_headers.end();
    return harmless ? Says::nothing : Says::something;
  }

  fs::path file_;
  int depth_;
  bool first_ = true;
  std::string guard_;
};

} // namespace

bool begins_with_sycl(const std::string &path) {
  return Reader(path, 0).read() == Says::sycl;
}

} // namespace weft::driver

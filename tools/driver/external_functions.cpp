// Finds the beginning of a declaration by the token before it.
#include "external_functions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "tokens.hpp"

namespace weft::driver {
namespace {

using namespace std::string_view_literals;

/// Does a declaration begin behind token i?
bool ends_what_is_before(const std::string &text, const Tokens &tokens, std::size_t i) {
  static constexpr std::array ends = {";"sv, "{"sv, "}"sv, ">"sv, ":"sv, ")"sv};
  const std::string_view token = tokens.text(i);
  if (token == "]" && i > 0 && tokens.text(i - 1) == "]") // attributes, which may stand before one of the other kind
    return true;
  if (std::ranges::find(ends, token) != ends.end())
    return true;
  if (token.starts_with('"') && i > 0 && tokens.text(i - 1) == "extern")
    return true;
  const std::size_t line = text.rfind('\n', tokens[i].begin) + 1; // 0 where there is none
  return text[text.find_first_not_of(" \t", line)] == '#';        // says which file this was
}

/// Is token i `extern` of a linkage such as extern "C", which attributes stand behind?
bool names_linkage(const Tokens &tokens, std::size_t i) {
  return i + 1 < tokens.size() && tokens.text(i) == "extern" && tokens.text(i + 1).starts_with('"');
}

} // namespace

std::string place_external_attributes(const std::string &preprocessed) {
  const Tokens tokens(preprocessed);
  std::string text;
  std::size_t done = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.text(i) != external_marker)
      continue;
    std::size_t first = i;
    while (first > 0 && !ends_what_is_before(preprocessed, tokens, first - 1))
      --first;
    text.append(preprocessed, done, tokens[first].begin - done);
    done = tokens[i].end;
    if (names_linkage(tokens, i + 1)) {
      text.append(preprocessed, tokens[first].begin, tokens[i].begin - tokens[first].begin);
      text.append(preprocessed, done, tokens[i + 2].end - done).append(" ").append(external_attribute);
      done = tokens[i + 2].end;
      continue;
    }
    text.append(external_attribute).append(" ");
    text.append(preprocessed, tokens[first].begin, tokens[i].begin - tokens[first].begin);
  }
  return text.append(preprocessed, done);
}

} // namespace weft::driver

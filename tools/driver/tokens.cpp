// A lexer that knows words, literals, comments and single punctuation characters.
#include "tokens.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace weft::driver {
namespace {

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

bool opens(char c) {
  return c == '(' || c == '[' || c == '{';
}
bool closes(char c) {
  return c == ')' || c == ']' || c == '}';
}

} // namespace

Tokens::Tokens(std::string_view source) : source_(source) {
  lex();
}

std::string_view Tokens::text(std::size_t i) const {
  return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin) : std::string_view();
}

void Tokens::lex() {
  for (std::size_t i = 0; i < source_.size();) {
    const char c = source_[i];
    const std::string_view rest = source_.substr(i);
    if (c == '\\' && (rest.starts_with("\\\n") || rest.starts_with("\\\r\n"))) {
      i += rest[1] == '\n' ? 2 : 3;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
    } else if (rest.starts_with("//")) {
      i = std::min(source_.find('\n', i), source_.size());
    } else if (rest.starts_with("/*")) {
      i = std::min(source_.find("*/", i + 2), source_.size() - 2) + 2;
    } else {
      std::size_t end = i;
      while (end < source_.size() && in_word(source_[end]))
        ++end;
      if (end < source_.size() && source_[end] == '"' && is_raw_prefix(source_.substr(i, end - i)))
        end = raw_literal_end(end);
      else if (end == i)
        end = c == '"' || c == '\'' ? literal_end(i) : i + 1;
      else if (std::isdigit(static_cast<unsigned char>(c)) != 0)
        while (end < source_.size() && (in_word(source_[end]) || source_[end] == '\'' || source_[end] == '.'))
          ++end;
      tokens_.push_back({i, end});
      i = end;
    }
  }
}

std::size_t Tokens::literal_end(std::size_t from) const {
  for (std::size_t i = from + 1; i < source_.size() && source_[i] != '\n'; ++i)
    if (source_[i] == '\\')
      ++i;
    else if (source_[i] == source_[from])
      return i + 1;
  return from + 1;
}

std::size_t Tokens::raw_literal_end(std::size_t from) const {
  const std::size_t open = source_.find('(', from);
  if (open == std::string_view::npos)
    return from + 1;
  const std::string end = ")" + std::string(source_.substr(from + 1, open - from - 1)) + "\"";
  const std::size_t close = source_.find(end, open);
  return close == std::string_view::npos ? source_.size() : close + end.size();
}

std::size_t Tokens::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    depth += opens(text(i)[0]) ? 1 : closes(text(i)[0]) ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return tokens_.size();
}

std::size_t Tokens::opening(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    depth += closes(text(i)[0]) ? 1 : opens(text(i)[0]) ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return tokens_.size();
}

} // namespace weft::driver

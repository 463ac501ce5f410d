// Finds the beginning of a declaration by the token before it, and what cannot have the attribute by its words.
#include "external_functions.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "tokens.hpp"

namespace weft::driver {
namespace {

using namespace std::string_view_literals;

/// The < that begins what the > at token i ends; i if there is none.
std::size_t beginning_of_arguments(const Tokens &tokens, std::size_t i) {
  int depth = 1;
  for (std::size_t k = i; k-- > 0 && tokens.text(k) != ";";) {
    const std::string_view token = tokens.text(k);
    if (token == ")" || token == "]" || token == "}")
      k = tokens.opening(k);
    else
      depth += token == ">" ? 1 : token == "<" ? -1 : 0;
    if (depth == 0)
      return k;
  }
  return i;
}

std::size_t end_of_arguments(const Tokens &tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    const std::string_view token = tokens.text(i);
    if (token == "(" || token == "[" || token == "{")
      i = tokens.closing(i);
    else
      depth += token == "<" ? 1 : token == ">" ? -1 : 0;
    if (depth == 0)
      return i + 1;
  }
  return i;
}

/// Do && or || follow at token i?
bool joins_constraints(const Tokens &tokens, std::size_t i) {
  return (tokens.text(i) == "&" || tokens.text(i) == "|") && tokens.text(i) == tokens.text(i + 1);
}

/// Behind the constraint that follows `requires` at token i.
std::size_t end_of_constraint(const Tokens &tokens, std::size_t i) {
  const auto names_scope = [&] { return tokens.text(i) == ":" && tokens.text(i + 1) == ":"; };
  do {
    i += tokens.text(i) == "requires" ? 1 : 2;
    if (tokens.text(i) == "(") {
      i = tokens.closing(i) + 1;
      continue;
    }
    i += names_scope() ? 3 : 1;
    while (names_scope() || tokens.text(i) == "<")
      i = tokens.text(i) == "<" ? end_of_arguments(tokens, i) : i + 3;
  } while (joins_constraints(tokens, i));
  return i;
}

/// Is the bracket at token i that of a specifier, behind which a declaration goes on?
bool is_of_specifier(const Tokens &tokens, std::size_t i) {
  static constexpr std::array specifiers = {"__attribute__"sv, "alignas"sv, "decltype"sv, "explicit"sv, "typeof"sv};
  return i > 0 && std::ranges::find(specifiers, tokens.text(i - 1)) != specifiers.end();
}

/// Does a declaration begin behind token i?
bool ends_what_is_before(const std::string &text, const Tokens &tokens, std::size_t i) {
  static constexpr std::array ends = {";"sv, "{"sv, "}"sv, ">"sv, ")"sv};
  const std::string_view token = tokens.text(i);
  if (token == ":") // not the halves of ::
    return tokens.text(i + 1) != ":" && (i == 0 || tokens.text(i - 1) != ":");
  if (token == "]" && i > 0 && tokens.text(i - 1) == "]") // attributes, which may stand before one of the other kind
    return true;
  if (std::ranges::find(ends, token) != ends.end())
    return true;
  if (token.starts_with('"') && i > 0 && tokens.text(i - 1) == "extern")
    return true;
  const std::size_t line = text.rfind('\n', tokens[i].begin) + 1; // 0 where there is none
  return text[text.find_first_not_of(" \t", line)] == '#';        // says which file this was
}

/// Where the declaration begins that token i is part of.
std::size_t beginning(const std::string &text, const Tokens &tokens, std::size_t i) {
  while (i > 0) {
    const std::string_view before = tokens.text(i - 1);
    const std::size_t open = before == ")"   ? tokens.opening(i - 1)
                             : before == ">" ? beginning_of_arguments(tokens, i - 1)
                                             : i - 1;
    if (before == ")" && is_of_specifier(tokens, open))
      i = open - 1; // no attribute of the other kind may stand behind it
    else if (before == ")" && joins_constraints(tokens, i))
      i = open;
    else if (before == ">" && open < i - 1 && tokens.text(open - 1) != "template")
      i = open;
    else if (before == "requires")
      return end_of_constraint(tokens, i - 1);
    else if (ends_what_is_before(text, tokens, i - 1))
      return i;
    else
      --i;
  }
  return i;
}

/// Is token i `extern` of a linkage such as extern "C", which attributes stand behind?
bool names_linkage(const Tokens &tokens, std::size_t i) {
  return i + 1 < tokens.size() && tokens.text(i) == "extern" && tokens.text(i + 1).starts_with('"');
}

/// Does what follows token i have parameters? Variables may have the macro, too: device_globals.
bool declares_function(const Tokens &tokens, std::size_t i) {
  static constexpr std::array with_parentheses = {"__attribute__"sv, "alignas"sv, "decltype"sv};
  for (int depth = 0; ++i < tokens.size();) {
    const std::string_view token = tokens.text(i);
    if (std::ranges::find(with_parentheses, token) != with_parentheses.end())
      i = tokens.closing(i + 1);
    else if (token == "operator" || (depth == 0 && token == "("))
      return true;
    else if (token == "(" || token == "[")
      i = tokens.closing(i);
    else if (token == "{" || token == ";" || token == "=")
      return false;
    else
      depth += token == "<" ? 1 : token == ">" ? -1 : 0;
  }
  return false;
}

/// Whether what is declared here can be seen by other files, by the braces around it.
class Scopes {
public:
  explicit Scopes(const Tokens &tokens) noexcept : tokens_(tokens) {}

  void pass(std::size_t i) {
    const std::string_view token = tokens_.text(i);
    if (token == "{")
      open_.push_back(opened_at(i));
    else if (token == "}" && !open_.empty())
      open_.pop_back();
  }

  /// Of a declaration from token `first` on, whose macro is token i.
  bool hides(std::size_t first, std::size_t i) const {
    if (std::ranges::find(open_, Scope::unnamed) != open_.end())
      return true;
    if (!open_.empty() && open_.back() == Scope::type)
      return false;
    while (first < tokens_.size() && tokens_.text(first) != "static" && (first <= i || tokens_.text(first) != "("))
      first = tokens_.text(first) == "__attribute__" ? tokens_.closing(first + 1) + 1 : first + 1;
    return tokens_.text(first) == "static";
  }

private:
  enum class Scope : char { unnamed, type, other };

  Scope opened_at(std::size_t i) const {
    if (tokens_.text(i - 1) == "namespace")
      return Scope::unnamed;
    static constexpr std::array ends = {"{"sv, "}"sv, ";"sv};
    static constexpr std::array types = {"class"sv, "struct"sv, "union"sv};
    for (std::size_t k = i; k-- > 0 && std::ranges::find(ends, tokens_.text(k)) == ends.end();)
      if (std::ranges::find(types, tokens_.text(k)) != types.end())
        return Scope::type;
    return Scope::other;
  }

  const Tokens &tokens_;
  std::vector<Scope> open_;
};

} // namespace

std::string place_external_attributes(const std::string &preprocessed) {
  const Tokens tokens(preprocessed);
  Scopes scopes(tokens);
  std::string text;
  std::size_t done = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    scopes.pass(i);
    if (tokens.text(i) != external_marker)
      continue;
    const std::size_t first = beginning(preprocessed, tokens, i);
    const bool has_it = done > tokens[first].begin; // by an earlier macro
    if (has_it || scopes.hides(first, i) || !declares_function(tokens, i)) {
      text.append(preprocessed, done, tokens[i].begin - done);
      done = tokens[i].end;
      continue;
    }
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

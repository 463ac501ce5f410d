// C++ source as tokens with their places: as much of a lexer as moving an attribute takes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft::driver {

struct Token {
  std::size_t begin = 0, end = 0; ///< Bytes of the text.
};

/// Comments are no tokens; a literal is one.
class Tokens {
public:
  explicit Tokens(std::string_view source);

  std::size_t size() const noexcept { return tokens_.size(); }
  const Token &operator[](std::size_t i) const { return tokens_[i]; }
  std::string_view text(std::size_t i) const; ///< Empty beyond both ends.

  std::size_t closing(std::size_t open) const; ///< The partner of a bracket; size() if it has none.
  std::size_t opening(std::size_t close) const;

private:
  void lex();
  std::size_t literal_end(std::size_t from) const;
  std::size_t raw_literal_end(std::size_t from) const;

  std::string_view source_;
  std::vector<Token> tokens_;
};

} // namespace weft::driver

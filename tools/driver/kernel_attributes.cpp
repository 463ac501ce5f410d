// Reads clang's warnings about unknown attributes and rewrites SYCL's in a preprocessed source.
#include "kernel_attributes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tokens.hpp"

namespace weft::driver {
namespace {

/// What is written, and the annotation that says it (codegen/ir/annotations.cpp reads those); none: a hint.
struct KernelAttribute {
  std::string_view name, annotation;
};
constexpr auto kernel_attributes = std::to_array<KernelAttribute>({
    {"reqd_work_group_size", "weft.reqd_work_group_size"},
    {"reqd_sub_group_size", "weft.reqd_sub_group_size"},
    {"intel_reqd_sub_group_size", "weft.reqd_sub_group_size"},
    {"device_has", "weft.device_has"},
    {"work_group_size_hint", ""},
    {"vec_type_hint", ""},
});
constexpr auto scopes = std::to_array<std::string_view>({"sycl::", "intel::", "cl::"});

const KernelAttribute *find_attribute(std::string_view written) {
  for (std::string_view scope : scopes)
    if (written.starts_with(scope)) {
      const auto found = std::ranges::find(kernel_attributes, written.substr(scope.size()), &KernelAttribute::name);
      return found == kernel_attributes.end() ? nullptr : &*found;
    }
  return nullptr;
}

std::string plain(const std::string &line) {
  static const std::regex colors("\x1b\\[[0-9;]*[mK]");
  return std::regex_replace(line, colors, "");
}

bool is_count(const std::string &line) {
  static const std::regex counts("[0-9]+ (warning|error)s?( and [0-9]+ errors?)? generated\\.");
  return std::regex_match(line, counts);
}

class Reader {
public:
  std::vector<Diagnostic> read(std::string_view printed) {
    for (std::size_t at = 0; at < printed.size();) {
      const std::size_t end = std::min(printed.find('\n', at), printed.size());
      line(std::string(printed.substr(at, end - at)));
      at = end + 1;
    }
    return std::move(diagnostics_);
  }

private:
  void line(const std::string &raw) {
    static const std::regex head("(.*):([0-9]+):([0-9]+): (warning|error|fatal error|note): (.*)");
    const std::string text = plain(raw);
    if (is_count(text))
      return;
    std::smatch found;
    const bool is_head = std::regex_match(text, found, head);
    const bool included = text.starts_with("In file included from ");
    if ((is_head && found[4] != "note" && !after_includes_) || (included && !after_includes_))
      diagnostics_.emplace_back();
    after_includes_ = included;
    if (diagnostics_.empty())
      diagnostics_.emplace_back();
    Diagnostic &current = diagnostics_.back();
    current.text += raw + '\n';
    if (!is_head)
      return;
    if (found[4] == "warning") {
      note_attribute(found[5], current);
      current.file = found[1];
    }
  }

  static void note_attribute(const std::string &message, Diagnostic &diagnostic) {
    static const std::regex unknown("unknown attribute '([^']+)' ignored.*");
    if (std::smatch found; std::regex_match(message, found, unknown))
      diagnostic.attribute = found[1];
  }

  std::vector<Diagnostic> diagnostics_;
  bool after_includes_ = false;
};

/// An attribute inside of a list `[[...]]`, as tokens.
struct Written {
  const KernelAttribute *attribute = nullptr; ///< Null: none that reaches a kernel.
  std::size_t first = 0, last = 0;
  std::string arguments;
};

/// The edits of one text, in which an attribute is a token run `scope :: name ( arguments )` in a list `[ [ ... ] ]`.
class Rewriter {
public:
  explicit Rewriter(const std::string &source) : source_(source), tokens_(source) {}

  std::string result() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (tokens_.text(i) == "[" && tokens_.text(i + 1) == "[")
        list(i);
    std::string text;
    std::size_t done = 0;
    for (const auto &[begin, edit] : edits_) {
      text.append(source_, done, begin - done).append(edit.text);
      done = edit.end;
    }
    return text.append(source_, done);
  }

private:
  struct Edit {
    std::size_t end;
    std::string text;
  };

  void list(std::size_t open) {
    const std::size_t close = tokens_.closing(open);
    const std::vector<Written> attributes = attributes_of(open, close);
    std::string annotations;
    bool others = false;
    for (const Written &w : attributes)
      if (w.attribute == nullptr)
        others = true;
      else
        annotations += fmt::format("{}annotate(\"{}\"{}{})", annotations.empty() ? "" : ",", w.attribute->annotation,
                                   w.arguments.empty() ? "" : ", ", w.arguments);
    if (annotations.empty())
      return;
    place(open, annotations);
    if (!others)
      replace(tokens_[open].begin, tokens_[close].end, "");
    else
      for (const Written &w : attributes)
        if (w.attribute != nullptr)
          replace(tokens_[w.first].begin, tokens_[w.last].end, "");
  }

  /// `[[scope::name(arguments), ...]]` or `[[using scope: name(arguments), ...]]`.
  std::vector<Written> attributes_of(std::size_t open, std::size_t close) const {
    std::vector<Written> found;
    std::string scope;
    std::size_t i = open + 2;
    if (tokens_.text(i) == "using") {
      scope = std::string(tokens_.text(i + 1)) + "::";
      i += 3;
    }
    while (i + 1 < close) {
      if (tokens_.text(i) == ",") {
        ++i;
        continue;
      }
      Written w{nullptr, i, i, ""};
      std::string name = scope;
      for (; w.last + 1 < close && tokens_.text(w.last) != "," && tokens_.text(w.last) != "("; ++w.last)
        name += tokens_.text(w.last);
      if (tokens_.text(w.last) == "(") {
        const std::size_t end = tokens_.closing(w.last);
        w.arguments = constants(w.last + 1, end);
        w.last = end;
      } else {
        --w.last;
      }
      const KernelAttribute *known = find_attribute(name);
      w.attribute = known == nullptr || known->annotation.empty() ? nullptr : known;
      i = w.last + 1;
      found.push_back(std::move(w));
    }
    return found;
  }

  /// The arguments between two tokens.
  std::string constants(std::size_t first, std::size_t end) const {
    std::string all;
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t begin = i;
      while (i < end && tokens_.text(i) != ",")
        i = std::min(end, is_opening(tokens_.text(i)) ? tokens_.closing(i) + 1 : i + 1);
      all += (all.empty() ? "" : ", ") + constant(begin, i);
    }
    return all;
  }

  /// Clang evaluates arguments of an annotation late, and has a lambda capture the constants that they name; the bound
  /// of an array is a constant at once.
  std::string constant(std::size_t begin, std::size_t end) const {
    if (begin == end)
      return "";
    std::string argument = source_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin);
    if (end - begin == 1 && std::isdigit(static_cast<unsigned char>(argument.front())) != 0)
      return argument;
    const bool pack = argument.ends_with("...");
    if (pack)
      argument.resize(argument.size() - 3);
    return fmt::format("(sizeof(char[static_cast<long long>({}) + 1]) - 1){}", argument, pack ? "..." : "");
  }
  static bool is_opening(std::string_view token) { return token == "(" || token == "[" || token == "{"; }

  /// Before a declaration and right after a lambda's captures a list may hold the annotations. After parameters it
  /// belongs to the type there: GNU's form says it, which stands right behind a lambda's parameters or before a
  /// function's body.
  void place(std::size_t list, const std::string &annotations) {
    const std::size_t parameters = parameters_before(list);
    if (parameters >= tokens_.size()) {
      insert(tokens_[list].begin, "[[using clang: " + annotations + "]]");
      return;
    }
    const std::string gnu = " __attribute__((" + annotations + ")) ";
    if (is_lambda(parameters)) {
      insert(tokens_[parameters].end, gnu);
      return;
    }
    std::size_t body = tokens_.closing(list);
    while (body < tokens_.size() && tokens_.text(body) != "{" && tokens_.text(body) != ";")
      ++body;
    if (body >= tokens_.size())
      throw std::runtime_error(fmt::format("kernel attribute stands at no function: {}", annotations));
    insert(tokens_[body].begin, gnu);
  }

  /// The `)` of the parameters that the list follows, past specifiers and other lists; size() if it follows none.
  std::size_t parameters_before(std::size_t list) const {
    static constexpr auto specifiers = std::to_array<std::string_view>(
        {"mutable", "constexpr", "consteval", "static", "const", "volatile", "noexcept", "&"});
    for (std::size_t i = list; i-- > 0;) {
      const std::string_view text = tokens_.text(i);
      if (std::ranges::find(specifiers, text) != specifiers.end())
        continue;
      if (text == "]" && i > 0 && tokens_.text(i - 1) == "]") {
        i = tokens_.opening(i);
        continue;
      }
      if (text != ")")
        return tokens_.size();
      const std::size_t open = tokens_.opening(i);
      if (open >= tokens_.size() || open == 0 || tokens_.text(open - 1) != "noexcept")
        return i;
      i = open;
    }
    return tokens_.size();
  }

  /// Do captures, or captures and template parameters, stand before these parameters?
  bool is_lambda(std::size_t parameters) const {
    std::size_t i = tokens_.opening(parameters);
    if (i == 0 || i >= tokens_.size())
      return false;
    --i;
    if (tokens_.text(i) == ">") {
      int depth = 0;
      do
        depth += tokens_.text(i) == ">" ? 1 : tokens_.text(i) == "<" ? -1 : 0;
      while (depth != 0 && i-- > 0);
      if (i-- == 0)
        return false;
    }
    return tokens_.text(i) == "]";
  }

  void replace(std::size_t begin, std::size_t end, std::string text) {
    edits_.emplace(begin, Edit{end, std::move(text)});
  }
  void insert(std::size_t where, const std::string &text) { replace(where, where, text); }

  const std::string &source_;
  Tokens tokens_;
  std::multimap<std::size_t, Edit> edits_; ///< By begin; those of one place in the order they came.
};

} // namespace

bool Diagnostic::names_kernel_attribute() const {
  return find_attribute(attribute) != nullptr;
}

bool Diagnostic::names_requirement() const {
  const KernelAttribute *known = find_attribute(attribute);
  return known != nullptr && !known->annotation.empty();
}

std::vector<Diagnostic> read_diagnostics(std::string_view printed) {
  return Reader().read(printed);
}

std::string annotate_kernel_attributes(const std::string &preprocessed) {
  return Rewriter(preprocessed).result();
}

} // namespace weft::driver

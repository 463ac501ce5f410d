// Reads clang's warnings about unknown attributes and rewrites the sources that spell SYCL's.
#include "kernel_attributes.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
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
    if (found[4] == "warning")
      note_attribute(found[5], current);
    const bool expanded = found[4] == "note" && std::string(found[5]).starts_with("expanded from macro");
    if (!current.attribute.empty() && (found[4] == "warning" || expanded))
      current.places.push_back(
          {found[1], static_cast<unsigned>(std::stoul(found[2])), static_cast<unsigned>(std::stoul(found[3]))});
  }

  static void note_attribute(const std::string &message, Diagnostic &diagnostic) {
    static const std::regex unknown("unknown attribute '([^']+)' ignored.*");
    if (std::smatch found; std::regex_match(message, found, unknown))
      diagnostic.attribute = found[1];
  }

  std::vector<Diagnostic> diagnostics_;
  bool after_includes_ = false;
};

/// One file's edits. The attribute is a token run `scope :: name ( arguments )` in a list `[ [ ... ] ]`.
class Rewriter {
public:
  Rewriter(std::string path, std::string source)
      : path_(std::move(path)), source_(std::move(source)), tokens_(source_) {}

  /// Does the attribute itself stand there, rather than a macro that expands to it?
  bool spells(const Diagnostic::Place &place, std::string_view attribute) const {
    const std::size_t first = tokens_.at(place.line, place.column);
    return first < tokens_.size() && attribute.starts_with(tokens_.text(first)) && tokens_.text(first + 1) == ":";
  }

  void annotate(const Diagnostic &said, const Diagnostic::Place &place_said, const KernelAttribute &attribute) {
    const std::size_t first = tokens_.at(place_said.line, place_said.column);
    std::size_t name = first;
    while (tokens_.text(name + 1) == ":")
      name += 3;
    const std::size_t last = tokens_.text(name + 1) == "(" ? tokens_.closing(name + 1) : name;
    const std::size_t list = enclosing_list(first);
    if (first >= tokens_.size() || last >= tokens_.size() || list >= tokens_.size())
      fail(said, "is not written out where it stands");
    const std::string arguments =
        last == name ? "" : source_.substr(tokens_[name + 2].begin, tokens_[last].begin - tokens_[name + 2].begin);
    place(said, list, first, last,
          fmt::format("annotate(\"{}\"{}{})", attribute.annotation, arguments.empty() ? "" : ", ", arguments));
  }

  std::string result() {
    for (const auto &[list, attributes] : removed_)
      drop_if_empty(list, attributes);
    std::string text = source_;
    for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
      text.replace(edit->first, edit->second.length, edit->second.text);
    return text;
  }

private:
  struct Edit {
    std::size_t length;
    std::string text;
  };

  [[noreturn]] void fail(const Diagnostic &said, std::string_view why) const {
    throw std::runtime_error(fmt::format("{}:{}:{}: attribute '{}' {}", path_, said.places.front().line,
                                         said.places.front().column, said.attribute, why));
  }

  /// The first of the two brackets that open the list around a token.
  std::size_t enclosing_list(std::size_t inside) const {
    for (std::size_t i = inside; i-- > 1;)
      if (tokens_.text(i) == "[" && tokens_.text(i - 1) == "[")
        return i - 1;
      else if (tokens_.text(i) == ")")
        i = tokens_.opening(i);
    return tokens_.size();
  }

  /// Before a declaration and right after a lambda's captures the list itself may hold the annotation. After parameters
  /// it belongs to the type there: GNU's form says it, which stands right behind a lambda's parameters or before a
  /// function's body.
  void place(const Diagnostic &said, std::size_t list, std::size_t first, std::size_t last, const std::string &text) {
    const std::string gnu = " __attribute__((" + text + ")) ";
    if (tokens_[list].starts_replacement) { // a macro: who knows what stands before it
      erase_list(list, gnu);
      return;
    }
    const std::size_t parameters = parameters_before(list);
    if (parameters >= tokens_.size()) {
      replace(first, last, "clang::" + text);
      return;
    }
    replace(first, last, "");
    removed_[list].emplace_back(first, last);
    if (is_lambda(parameters)) {
      insert(tokens_[parameters].end, gnu);
      return;
    }
    std::size_t body = tokens_.closing(list);
    while (body < tokens_.size() && tokens_.text(body) != "{" && tokens_.text(body) != ";")
      ++body;
    if (body >= tokens_.size())
      fail(said, "stands at no function");
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

  /// GNU's form may follow, which a lambda takes before lists only.
  void drop_if_empty(std::size_t list, const std::vector<std::pair<std::size_t, std::size_t>> &attributes) {
    const std::size_t end = tokens_.closing(list);
    for (std::size_t i = list + 2; i + 1 < end; ++i) {
      const auto gone = std::ranges::find(attributes, i, &std::pair<std::size_t, std::size_t>::first);
      if (gone != attributes.end())
        i = gone->second;
      else if (tokens_.text(i) != ",")
        return;
    }
    for (const auto &[first, last] : attributes)
      edits_.erase(tokens_[first].begin);
    erase_list(list, "");
  }

  void erase_list(std::size_t list, const std::string &with) {
    const std::size_t begin = tokens_[list].begin, end = tokens_[tokens_.closing(list)].end;
    if (const auto known = edits_.find(begin); known != edits_.end())
      known->second.text += with;
    else
      edits_[begin] = {end - begin, with};
  }

  void replace(std::size_t first, std::size_t last, const std::string &text) {
    edits_[tokens_[first].begin] = {tokens_[last].end - tokens_[first].begin, text};
  }

  void insert(std::size_t where, const std::string &text) {
    if (const auto known = edits_.find(where); known != edits_.end())
      known->second.text = text + known->second.text;
    else
      edits_[where] = {0, text};
  }

  std::string path_, source_;
  Tokens tokens_;
  std::map<std::size_t, Edit> edits_;
  std::map<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>> removed_; ///< By list: runs of tokens.
};

std::string read_file(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace

bool Diagnostic::names_kernel_attribute() const {
  return find_attribute(attribute) != nullptr;
}

std::vector<Diagnostic> read_diagnostics(std::string_view printed) {
  return Reader().read(printed);
}

std::map<std::string, std::string> annotate_kernel_attributes(const std::vector<Diagnostic> &diagnostics) {
  std::map<std::string, Rewriter> files;
  std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> seen; // templates and macros report one place often
  for (const Diagnostic &said : diagnostics) {
    const KernelAttribute *attribute = find_attribute(said.attribute);
    if (attribute == nullptr || attribute->annotation.empty())
      continue;
    const auto file_of = [&](const Diagnostic::Place &place) -> Rewriter & {
      return files.try_emplace(place.file, place.file, read_file(place.file)).first->second;
    };
    const auto place = std::ranges::find_if(
        said.places, [&](const Diagnostic::Place &p) { return file_of(p).spells(p, said.attribute); });
    if (place == said.places.end())
      throw std::runtime_error(fmt::format("{}attribute '{}' cannot be found in the source; write it where it applies",
                                           said.text, said.attribute));
    auto &known = seen[place->file];
    if (std::ranges::find(known, std::pair(place->line, place->column)) != known.end())
      continue;
    known.emplace_back(place->line, place->column);
    file_of(*place).annotate(said, *place, *attribute);
  }
  std::map<std::string, std::string> rewritten;
  for (auto &[path, file] : files)
    rewritten[path] = file.result();
  return rewritten;
}

} // namespace weft::driver

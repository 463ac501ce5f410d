// The files stay where they are; clang's virtual file system shows another text under their names.
#include "old_namespace.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace weft::driver {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string &path) {
  std::string text;
  for (const char c : path)
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return '"' + text + '"';
}

/// Without the alias, and with definitions of namespace cl::sycl as such of the one that it stands for. Lines stay.
std::string in_one_namespace(std::string text) {
  if (text.find("cl::sycl") == text.npos && text.find("namespace cl") == text.npos && text.find("(cl)") == text.npos)
    return text;
  static const std::regex alias(R"(\bnamespace[ \t]+sycl[ \t]*=[ \t]*(?:::)?cl::sycl[ \t]*;)"),
      outer(
          R"((?:(?:\binline\s+)?\bnamespace\s+cl\b|\b__SYCL_INLINE_NAMESPACE\(cl\))(\s*)\{(\s*)namespace\s+sycl(\s*)\{)"),
      whole(R"(\bnamespace\s+cl::sycl((?:::\w+)*\s*\{))");
  // Headers of SYCL may come later, or never.
  const std::string both_names = "namespace sycl {} namespace cl { namespace sycl = sycl; } ";
  text = std::regex_replace(text, alias, "");
  text = std::regex_replace(text, outer, both_names + "namespace sycl$1{$2inline namespace _V1$3{");
  // Inline namespaces within a name are of C++20.
  return std::regex_replace(
      text, whole,
      both_names + R"(_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++20-extensions\"") )"
                   R"(namespace sycl::inline _V1$1 _Pragma("clang diagnostic pop") )");
}

/// The source and the headers that it includes from its own folders and those of -I and kin.
class Sources {
public:
  Sources(const Arguments &flags, const TemporaryFolder &folder) : folder_(folder) {
    for (std::size_t i = 0; i < flags.size(); ++i)
      for (const std::string_view flag : folder_flags)
        if (flags[i] == flag && i + 1 < flags.size())
          folders_.emplace_back(flags[i + 1]);
        else if (flags[i].starts_with(flag) && flags[i] != flag)
          folders_.emplace_back(flags[i].substr(flag.size()));
  }

  void read(const fs::path &file) {
    const std::string name = fs::absolute(file).lexically_normal().string();
    if (!read_.insert(name).second)
      return;
    std::ifstream in(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    show_changed(name, text);
    for (std::size_t at = text.find("#"); at != text.npos; at = text.find('#', at + 1))
      follow(file, std::string_view(text).substr(at + 1, text.find('\n', at) - at - 1));
  }

  const std::vector<std::string> &shown() const noexcept { return shown_; } ///< Entries of an overlay.

private:
  void show_changed(const std::string &name, const std::string &text) {
    const std::string changed = in_one_namespace(text);
    if (changed == text)
      return;
    const std::string other = folder_.file(fmt::format("shown{}.cpp", shown_.size()));
    std::ofstream(other, std::ios::binary) << changed;
    shown_.push_back(
        fmt::format(R"({{"type": "file", "name": {}, "external-contents": {}}})", quoted(name), quoted(other)));
  }

  /// `directive` is the rest of a line behind its #.
  void follow(const fs::path &from, std::string_view directive) {
    directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
    if (!directive.starts_with("include"))
      return;
    const std::size_t open = directive.find_first_of("\"<"), close = directive.find_first_of("\">", open + 1);
    if (open == directive.npos || close == directive.npos)
      return;
    const std::string_view name = directive.substr(open + 1, close - open - 1);
    if (directive[open] == '"' && fs::is_regular_file(from.parent_path() / name))
      return read(from.parent_path() / name);
    if (!followed_.emplace(name).second)
      return;
    for (const fs::path &folder : folders_)
      if (fs::is_regular_file(folder / name))
        return read(folder / name);
  }

  const TemporaryFolder &folder_;
  std::vector<fs::path> folders_;
  std::set<std::string> read_, followed_; ///< Files, and names by which folders were searched.
  std::vector<std::string> shown_;
};

} // namespace

std::optional<std::string> overlay_in_one_namespace(const std::string &source, const Arguments &flags,
                                                    const TemporaryFolder &folder) {
  Sources sources(flags, folder);
  sources.read(source);
  if (sources.shown().empty())
    return std::nullopt;
  const std::string overlay = folder.file("overlay.yaml");
  std::ofstream(overlay) << fmt::format(R"({{"version": 0, "use-external-names": false, "roots": [{}]}})",
                                        fmt::join(sources.shown(), ", "));
  return overlay;
}

} // namespace weft::driver

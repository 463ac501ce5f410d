// The source stays where it is; clang's virtual file system shows another text under its name.
#include "old_namespace.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <fmt/format.h>

namespace weft::driver {
namespace {

std::string quoted(const std::string &path) {
  std::string text;
  for (const char c : path)
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return '"' + text + '"';
}

} // namespace

std::optional<std::string> overlay_without_alias(const std::string &source, const TemporaryFolder &folder) {
  std::ifstream file(source, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (text.find("cl::sycl") == text.npos)
    return std::nullopt;
  static const std::regex alias(R"(\bnamespace[ \t]+sycl[ \t]*=[ \t]*(?:::)?cl::sycl[ \t]*;)");
  std::smatch found;
  if (!std::regex_search(text, found, alias))
    return std::nullopt;
  text.replace(static_cast<std::size_t>(found.position()), static_cast<std::size_t>(found.length()), found.length(),
               ' ');
  const std::string shown = folder.file("shown.cpp"), overlay = folder.file("overlay.yaml");
  std::ofstream(shown, std::ios::binary) << text;
  std::ofstream(overlay) << fmt::format(
      R"({{"version": 0, "use-external-names": false, "roots": [{{"type": "file", "name": {}, "external-contents": {}}}]}})",
      quoted(std::filesystem::absolute(source).lexically_normal().string()), quoted(shown));
  return overlay;
}

} // namespace weft::driver

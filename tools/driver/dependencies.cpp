// Merges the dependency files of the two passes.
#include "dependencies.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace weft::driver {
namespace {

std::string read_file(const std::string &path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The prerequisites of the first rule, escapes kept; `end` is where they end in `text`.
std::vector<std::string> escaped_prerequisites(const std::string &text, std::size_t &end) {
  std::vector<std::string> words;
  std::size_t at = text.find(": ");
  end = text.size();
  if (at == std::string::npos)
    return words;
  std::string word;
  for (at += 2; at < text.size(); ++at) {
    const char c = text[at];
    const bool continued = c == '\\' && at + 1 < text.size() && text[at + 1] == '\n';
    if (continued || c == ' ' || c == '\n') {
      if (!word.empty())
        words.push_back(std::exchange(word, {}));
      if (c == '\n') {
        end = at;
        return words;
      }
      at += continued ? 1 : 0;
    } else {
      word += c;
      if (c == '\\' && at + 1 < text.size())
        word += text[++at]; // an escaped blank
    }
  }
  if (!word.empty())
    words.push_back(word);
  return words;
}

} // namespace

std::vector<std::string> prerequisites(const std::string &file) {
  std::size_t unused = 0;
  std::vector<std::string> files = escaped_prerequisites(read_file(file), unused);
  for (std::string &name : files)
    for (std::size_t at = 0; (at = name.find_first_of("\\$", at)) != name.npos; ++at)
      if (at + 1 < name.size() && (name[at] == '\\' || name[at + 1] == '$'))
        name.erase(at, 1);
  return files;
}

void merge_dependencies(const std::string &host, const std::string &device) {
  std::string text = read_file(host);
  const std::string other = read_file(device);
  std::size_t end = 0, unused = 0;
  const auto known = escaped_prerequisites(text, end);
  const std::set<std::string> have(known.begin(), known.end());
  std::string more;
  for (const std::string &word : escaped_prerequisites(other, unused))
    if (!have.contains(word))
      more += " \\\n  " + word;
  if (more.empty())
    return;
  text.insert(end, more);
  std::ofstream(host) << text;
}

} // namespace weft::driver

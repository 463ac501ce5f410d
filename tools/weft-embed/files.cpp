// Reads and writes files.
#include "files.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace weft::embed {

codegen::Bytes read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw Error(Errc::invalid, "{}: cannot be read", path);
  codegen::Bytes bytes(content.size());
  std::memcpy(bytes.data(), content.data(), content.size());
  return bytes;
}

void write_file(const std::string &path, const codegen::Bytes &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush())
    throw Error(Errc::invalid, "{}: cannot be written", path);
}

} // namespace weft::embed

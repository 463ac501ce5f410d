// Turns a device pass's bitcode into a host object that registers its kernels; the compiler driver calls it.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/codegen.hpp"
#include "codegen/device_global.hpp"
#include "support/error.hpp"

namespace {
using weft::Errc;
using weft::Error;
using weft::codegen::Bytes;

Bytes read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw Error(Errc::invalid, "{}: cannot be read", path);
  Bytes bytes(content.size());
  std::memcpy(bytes.data(), content.data(), content.size());
  return bytes;
}

void write_file(const std::string &path, const Bytes &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush())
    throw Error(Errc::invalid, "{}: cannot be written", path);
}

/// What objcopy is to do to the host's object, so that the image sees the variables of its translation unit.
std::string renames(const weft::codegen::KernelModule &module, const std::string &id) {
  std::set<std::string> lines;
  for (const weft::codegen::KernelInfo &kernel : module.kernels())
    for (const weft::codegen::DeviceGlobal &global : weft::codegen::device_globals_of(kernel))
      if (global.internal) {
        const std::string name = global.link_name(id);
        lines.insert(fmt::format("--globalize-symbol={0}\n--globalize-symbol={1}\n--redefine-sym={0}={1}\n",
                                 global.symbol, name));
      }
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

void embed(const std::vector<std::string> &arguments) {
  std::vector<std::string> files;
  std::string id;
  bool keep_lines = false;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] == "--id" && i + 1 < arguments.size())
      id = arguments[++i];
    else if (arguments[i] == "--lines")
      keep_lines = true;
    else
      files.push_back(arguments[i]);
  if (files.size() != 2)
    throw Error(Errc::invalid, "usage: weft-embed DEVICE.bc OUT.o [--id TEXT] [--lines]");
  const auto &codegen = weft::codegen::codegen();
  const auto module = codegen.module_from_bitcode(codegen.check(read_file(files[0]), keep_lines));
  write_file(files[1], codegen.embed(*module, id));
  if (const std::string text = renames(*module, id); !text.empty()) {
    const auto bytes = std::as_bytes(std::span(text));
    write_file(files[1] + ".renames", {bytes.begin(), bytes.end()});
  }
}
} // namespace

int main(int argc, char **argv) {
  try {
    embed({argv + 1, argv + argc});
    return 0;
  } catch (const Error &error) {
    // errors of kernels name the user's file and line, as compilers do
    std::fprintf(stderr, "%s%s\n", error.code() == Errc::build ? "" : "weft-embed: error: ", error.what());
    return 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "weft-embed: error: %s\n", error.what());
    return 1;
  }
}

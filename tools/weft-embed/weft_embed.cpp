// Turns a device pass's bitcode into a host object that registers its kernels; the compiler driver calls it.
#include <charconv>
#include <cstdio>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/codegen.hpp"
#include "codegen/device_global.hpp"
#include "files.hpp"
#include "finish.hpp"
#include "support/error.hpp"

namespace {
using weft::Errc;
using weft::Error;
using weft::codegen::Bytes;

/// What objcopy is to do to the host's object, so that the image sees the variables of its translation unit.
std::string renames(const weft::codegen::KernelModule &module, const std::string &id) {
  std::set<std::string> lines;
  const auto add = [&](std::span<const weft::codegen::ConstantInfo> constants) {
    for (const weft::codegen::DeviceGlobal &global : weft::codegen::device_globals_of(constants))
      if (global.internal) {
        const std::string name = global.link_name(id);
        lines.insert(fmt::format("--globalize-symbol={0}\n--globalize-symbol={1}\n--redefine-sym={0}={1}\n",
                                 global.symbol, name));
      }
  };
  for (const weft::codegen::KernelInfo &kernel : module.kernels())
    add(kernel.constants);
  add(module.exports().constants);
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

struct CommandLine {
  std::vector<std::string> files;
  std::string id;
  bool keep_lines = false;
  weft::embed::Machines machines;
};

unsigned number(const std::string &text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw Error(Errc::invalid, "--gpu {}: not a number as in 90 for sm_90", text);
  return value;
}

CommandLine read(const std::vector<std::string> &arguments) {
  CommandLine line;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool more = i + 1 < arguments.size();
    if (arguments[i] == "--id" && more)
      line.id = arguments[++i];
    else if (arguments[i] == "--cpu" && more)
      line.machines.cpu_levels.push_back(arguments[++i]);
    else if (arguments[i] == "--gpu" && more)
      line.machines.gpus.push_back(number(arguments[++i]));
    else if (arguments[i] == "--lines")
      line.keep_lines = true;
    else
      line.files.push_back(arguments[i]);
  }
  if (line.files.size() != 2)
    throw Error(Errc::invalid,
                "usage: weft-embed DEVICE.bc OUT.o [--id TEXT] [--lines] [--cpu LEVEL]... [--gpu ARCHITECTURE]...");
  return line;
}

void embed(const CommandLine &line) {
  const auto &codegen = weft::codegen::codegen();
  const std::string &out = line.files[1];
  const auto module = codegen.checked_module(weft::embed::read_file(line.files[0]), line.keep_lines);
  const Bytes finished = line.machines.any() ? weft::embed::finish(*module, line.machines) : Bytes();
  weft::embed::write_file(out, codegen.embed(*module, line.id, finished));
  if (const std::string text = renames(*module, line.id); !text.empty()) {
    const auto bytes = std::as_bytes(std::span(text));
    weft::embed::write_file(out + ".renames", {bytes.begin(), bytes.end()});
  }
}
} // namespace

int main(int argc, char **argv) {
  try {
    embed(read({argv + 1, argv + argc}));
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

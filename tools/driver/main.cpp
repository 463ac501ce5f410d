// weft-clang++: clang 22 as a SYCL compiler. Decides per input who compiles it, then links.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

#include "absent_libraries.hpp"
#include "command_line.hpp"
#include "compile.hpp"
#include "process.hpp"
#include "toolchain.hpp"

namespace weft::driver {
namespace {

namespace fs = std::filesystem;

std::string output_name(const Input &input) {
  if (input.is_header())
    return input.path + ".pch";
  return fs::path(input.path).stem().string() + ".o";
}

/// A source that holds no kernels (C, assembly, preprocessed) is clang's alone.
int compile_plain(const Toolchain &tools, const CommandLine &line, const Input &input, const std::string &output) {
  Arguments command{tools.clang};
  command.insert(command.end(), line.host.begin(), line.host.end());
  switch (line.stage) {
  case Stage::preprocess:
    command.emplace_back("-E");
    break;
  case Stage::syntax:
    command.emplace_back("-fsyntax-only");
    break;
  case Stage::assembly:
    command.emplace_back("-S");
    break;
  case Stage::dependencies:
    break;
  case Stage::object:
  case Stage::link:
    command.emplace_back("-c");
    break;
  }
  if (line.output || line.stage >= Stage::object) {
    command.emplace_back("-o");
    command.push_back(output);
  }
  if (!input.language.empty()) {
    command.emplace_back("-x");
    command.push_back(input.language);
  }
  command.push_back(input.path);
  return run(command);
}

int compile(const Toolchain &tools, const CommandLine &line, const Input &input, const std::string &output) {
  return input.may_hold_kernels() || input.is_header() ? compile_sycl(tools, line, input, output)
                                                       : compile_plain(tools, line, input, output);
}

int compile_all(const Toolchain &tools, const CommandLine &line) {
  if (line.output && line.inputs.size() > 1)
    throw std::runtime_error("cannot specify -o when generating multiple output files");
  for (const Input &input : line.inputs)
    if (const int status = compile(tools, line, input, line.output.value_or(output_name(input))); status != 0)
      return status;
  return 0;
}

int link(const Toolchain &tools, const CommandLine &line) {
  TemporaryFolder folder;
  Arguments objects;
  for (const Input &input : line.inputs) {
    objects.push_back(folder.file(fmt::format("{}-{}", objects.size(), output_name(input))));
    if (const int status = compile(tools, line, input, objects.back()); status != 0)
      return status;
    if (line.only_shows)
      std::ofstream(objects.back()) << std::flush; // clang looks whether it is there
  }
  Arguments command{tools.clang, "-Wno-unused-command-line-argument"};
  for (const std::string &argument : line.link) {
    if (argument.starts_with(object_marker))
      command.push_back(objects[std::stoul(argument.substr(object_marker.size()))]);
    else if (names_absent_library(line, argument))
      std::cerr << "weft-clang++: note: '" << argument << "' is left out: no such library is installed, and SYCL needs "
                << "none here\n";
    else
      command.push_back(argument);
  }
  // The folder is spelt in a way of its own: CMake takes out the folders that it links in when it installs.
  command.insert(command.end(), {"-o", line.output.value_or("a.out"), "-L" + tools.prefix + "/lib", "-lweft",
                                 "-Wl,-rpath," + tools.prefix + "/./lib"});
  return run(command);
}

/// Objects carry their kernels to any linker: what would hold those that are linked already is there, and empty.
int link_devices(const Toolchain &tools, const CommandLine &line) {
  return run({tools.clang, "-x", "c++", "-c", "/dev/null", "-o", line.output.value_or("a.out")});
}

/// What the driver's name says before any flag, as with the compilers that have it elsewhere.
struct CalledBy {
  explicit CalledBy(const fs::path &name)
      : sycl(name == "dpcpp" || name == "acpp" || name == "syclcc"), c(name == "icx") {}
  bool sycl; ///< -fsycl goes without saying.
  bool c;    ///< Without -fsycl, clang is meant, not clang++.
};

std::string c_compiler(std::string clang) {
  if (const std::size_t plus = clang.rfind("++"); plus != clang.npos)
    clang.erase(plus, 2);
  return clang;
}

int drive(const CalledBy &name, Arguments arguments) {
  if (name.sycl)
    arguments.insert(arguments.begin(), "-fsycl");
  const CommandLine line = parse_command_line(arguments);
  const Toolchain tools = find_toolchain();
  // Build scripts look for DPC++ by both of its names before they try -fsycl.
  if (line.asks_version)
    std::cout << "weft-clang++ " WEFT_VERSION ", SYCL 2020 by the options of DPC++ (intel/llvm), prefix "
              << tools.prefix << std::endl;
  if (line.asks_help)
    std::cout << "weft-clang++ takes -fsycl and the options for SYCL of DPC++ (intel/llvm), beside those of clang.\n\n"
              << std::flush;
  for (const std::string &note : line.notes)
    std::cerr << "weft-clang++: note: " << note << '\n';
  if (line.sycl && std::ranges::count(line.host, "-fopenmp") != 0 && !has_openmp(tools))
    std::cerr << "weft-clang++: note: '-fopenmp' needs omp.h and libomp of clang 22; on Debian: apt install "
                 "libomp-22-dev\n";
  const bool precompiles = std::ranges::any_of(line.inputs, &Input::is_header);
  const bool links = line.stage == Stage::link && !line.device_only && !precompiles;
  const bool has_objects = line.link.size() > line.inputs.size();
  if (!line.sycl || line.asks_version || line.asks_help ||
      (line.inputs.empty() && !(links && has_objects && line.output))) {
    Arguments command{name.c ? c_compiler(tools.clang) : tools.clang};
    command.insert(command.end(), line.plain.begin(), line.plain.end());
    become(command);
  }
  if (line.only_shows)
    only_show_commands(tools.clang);
  survive_interrupts();
  if (links && line.links_devices)
    return link_devices(tools, line);
  return links ? link(tools, line) : compile_all(tools, line);
}

} // namespace
} // namespace weft::driver

int main(int argc, char **argv) {
  try {
    return weft::driver::drive(weft::driver::CalledBy(std::filesystem::path(argv[0]).filename()),
                               {argv + 1, argv + argc});
  } catch (const std::exception &e) {
    std::cerr << "weft-clang++: error: " << e.what() << '\n';
    return 1;
  }
}

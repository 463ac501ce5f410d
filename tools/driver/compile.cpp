// The two passes of a SYCL source and how their results become one object (DESIGN.md, 2).
#include "compile.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "dependencies.hpp"
#include "kernel_attributes.hpp"
#include "process.hpp"

namespace weft::driver {
namespace {

namespace fs = std::filesystem;

void append(Arguments &to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more);
}

/// Names the translation unit: kernels of internal linkage in different units may have equal names.
std::string unit_id(const Input &input, const std::string &output) {
  std::uint64_t h = 1469598103934665603u; // FNV-1a: any stable hash will do
  for (const std::string &part : {fs::absolute(input.path).string(), fs::absolute(output).string()})
    for (unsigned char c : part + '\n')
      h = (h ^ c) * 1099511628211u;
  return fmt::format("{:016x}", h);
}

class Compilation {
public:
  Compilation(const Toolchain &tools, const CommandLine &line, const Input &input, std::string output)
      : tools_(tools), line_(line), input_(input), output_(std::move(output)), id_(unit_id(input, output_)) {
    if (input_.path == "-")
      read_standard_input();
  }

  int run() {
    if (line_.device_only)
      return device_only();
    switch (line_.stage) {
    case Stage::preprocess:
      return host_alone({"-E"});
    case Stage::dependencies:
      return host_alone({});
    case Stage::assembly:
      std::cerr << "weft-clang++: note: -S writes the host's code only\n";
      return host_alone({"-S"});
    case Stage::syntax:
      return both({"-fsyntax-only"}, {"-fsyntax-only"});
    case Stage::object:
    case Stage::link:
      break;
    }
    return object();
  }

private:
  void read_standard_input() {
    input_.path = folder_.file("stdin.cpp");
    std::ofstream(input_.path) << std::cin.rdbuf();
  }

  /// What both passes are told before the user's flags.
  Arguments common() const {
    return {tools_.clang,
            "-isystem",
            tools_.prefix + "/include",
            "-DSYCL_LANGUAGE_VERSION=202012L",
            fmt::format("-D__WEFT_TU_ID__=\"{}\"", id_),
            "-Wno-unused-command-line-argument"};
  }

  void add_input(Arguments &command) const {
    if (!input_.language.empty())
      append(command, {"-x", input_.language});
    command.push_back(input_.path);
  }

  Arguments host(std::initializer_list<std::string> stage) const {
    Arguments command = common();
    append(command, {"-Xclang", "-fsycl-is-host"});
    command.insert(command.end(), line_.host.begin(), line_.host.end());
    append(command, {"-Wno-unknown-attributes"}); // the device pass tells of those
    append(command, stage);
    add_input(command);
    return command;
  }

  /// The flags come after the user's and win; facts/canonical-device-pass.md, 2, has measured each.
  Arguments device(std::initializer_list<std::string> stage) const {
    Arguments command = common();
    append(command, {"-ffp-contract=fast"});
    command.insert(command.end(), line_.device.begin(), line_.device.end());
    append(command,
           {"-Xclang", "-fsycl-is-device", "-Xclang", "-aux-triple", "-Xclang", "x86_64-pc-linux-gnu", "-O2", "-Xclang",
            "-disable-llvm-passes", "-gline-tables-only", "-fno-math-errno", "-fignore-exceptions", "-Xclang",
            "-ffloat16-excess-precision=none", "-Wno-everything", "-Wunknown-attributes", "-Wsystem-headers"});
    if (isatty(STDERR_FILENO) != 0)
      append(command, {"-fcolor-diagnostics"});
    append(command, stage);
    add_input(command);
    return command;
  }

  int host_alone(std::initializer_list<std::string> stage) const {
    Arguments command = host(stage);
    if (line_.output)
      append(command, {"-o", output_});
    return weft::driver::run(command);
  }

  int device_only() const {
    switch (line_.stage) {
    case Stage::preprocess:
      return weft::driver::run(with_output(device({"-E"})));
    case Stage::syntax:
      return device_pass(device({"-fsyntax-only"}));
    case Stage::assembly:
      return device_pass(with_output(device({"-S", "-emit-llvm"})));
    default:
      return device_pass(with_output(device({"-c", "-emit-llvm"})));
    }
  }

  Arguments with_output(Arguments command) const {
    if (line_.output)
      append(command, {"-o", *line_.output});
    return command;
  }

  /// Both passes at once. Errors are shown once: the host's, or where it has none the device's.
  int both(std::initializer_list<std::string> host_stage, std::initializer_list<std::string> device_stage) const {
    const std::string said = folder_.file("device.txt");
    const Arguments command = device(device_stage);
    Process device_process(command, said);
    Process host_process(host(host_stage));
    const int host_status = host_process.wait();
    const int device_status = device_process.wait();
    return host_status != 0 ? host_status : finish_device_pass(command, device_status, said);
  }

  int device_pass(const Arguments &command) const {
    const std::string said = folder_.file("device.txt");
    const int status = Process(command, said).wait();
    return finish_device_pass(command, status, said);
  }

  /// Tells what the pass said, and repeats it where it met kernel attributes.
  int finish_device_pass(Arguments command, int status, const std::string &said) const {
    std::ifstream file(said);
    const std::vector<Diagnostic> diagnostics =
        read_diagnostics(std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
    if (status != 0)
      std::cerr << "weft-clang++: error: the device pass failed\n";
    for (const Diagnostic &d : diagnostics)
      if (d.attribute.empty() ? status != 0 : concerns_user(d))
        std::cerr << d.text;
    if (status != 0)
      return status;
    const auto rewritten = annotate_kernel_attributes(diagnostics);
    if (rewritten.empty())
      return 0;
    append(command, {"-ivfsoverlay", overlay(rewritten), "-Wno-unknown-attributes"});
    return weft::driver::run(command);
  }

  /// An attribute that neither clang nor we know, in a file that a host compiler would warn of.
  bool concerns_user(const Diagnostic &d) const {
    if (d.names_kernel_attribute() || d.places.front().file.starts_with("/usr/"))
      return false;
    for (std::size_t i = 0; i < line_.host.size(); ++i) {
      const std::string &flag = line_.host[i];
      if (flag == "-w" || flag == "-Wno-unknown-attributes")
        return false;
      if (flag == "-isystem" && i + 1 < line_.host.size() && d.places.front().file.starts_with(line_.host[i + 1]))
        return false;
    }
    return true;
  }

  /// Makes the compiler read the rewritten files under the names of the originals.
  std::string overlay(const std::map<std::string, std::string> &rewritten) const {
    std::string roots;
    int number = 0;
    for (const auto &[path, text] : rewritten) {
      const std::string copy = folder_.file(fmt::format("rewritten-{}", number++));
      std::ofstream(copy, std::ios::binary) << text;
      roots += fmt::format("{}{{\"type\":\"file\",\"name\":\"{}\",\"external-contents\":\"{}\"}}",
                           roots.empty() ? "" : ",", quoted(fs::absolute(path).string()), quoted(copy));
    }
    const std::string file = folder_.file("overlay.yaml");
    std::ofstream(file) << R"({"version":0,"use-external-names":false,"roots":[)" << roots << "]}\n";
    return file;
  }

  static std::string quoted(const std::string &path) {
    std::string text;
    for (char c : path)
      (c == '"' || c == '\\' ? text += '\\' : text) += c;
    return text;
  }

  int object() const {
    const std::string host_object = folder_.file("host.o"), bitcode = folder_.file("device.bc"),
                      image = folder_.file("image.o"), device_dependencies = folder_.file("device.d");
    if (const int status = line_.writes_dependencies
                               ? both_with_dependencies(host_object, bitcode, device_dependencies)
                               : both({"-c", "-o", host_object}, {"-c", "-emit-llvm", "-o", bitcode});
        status != 0)
      return status;
    if (const int status = weft::driver::run({tools_.tool("weft-embed"), bitcode, image, "--id", id_}); status != 0)
      return status;
    return weft::driver::run({"ld", "-r", "-o", output_, host_object, image});
  }

  int both_with_dependencies(const std::string &host_object, const std::string &bitcode,
                             const std::string &device_dependencies) const {
    const std::string file = line_.dependency_file.value_or(fs::path(output_).replace_extension(".d").string());
    std::initializer_list<std::string> device_stage = {"-c",  "-emit-llvm",       "-o", bitcode, "-MD",
                                                       "-MF", device_dependencies};
    // clang would name the temporary object: say what is really made
    const int status = line_.names_target ? both({"-c", "-o", host_object, "-MF", file}, device_stage)
                                          : both({"-c", "-o", host_object, "-MF", file, "-MT", output_}, device_stage);
    if (status == 0)
      merge_dependencies(file, device_dependencies);
    return status;
  }

  const Toolchain &tools_;
  const CommandLine &line_;
  Input input_;
  std::string output_;
  std::string id_;
  TemporaryFolder folder_;
};

} // namespace

int compile_sycl(const Toolchain &tools, const CommandLine &line, const Input &input, const std::string &output) {
  return Compilation(tools, line, input, output).run();
}

} // namespace weft::driver

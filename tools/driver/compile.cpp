// The two passes of a SYCL source and how their results become one object (DESIGN.md, 2).
#include "compile.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "dependencies.hpp"
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
    append(command, stage);
    add_input(command);
    return command;
  }

  /// The flags come after the user's and win; facts/canonical-device-pass.md, 2, has measured each.
  Arguments device(std::initializer_list<std::string> stage) const {
    Arguments command = common();
    append(command, {"-ffp-contract=fast"});
    command.insert(command.end(), line_.device.begin(), line_.device.end());
    append(command, {"-Xclang", "-fsycl-is-device", "-Xclang", "-aux-triple", "-Xclang", "x86_64-pc-linux-gnu", "-O2",
                     "-Xclang", "-disable-llvm-passes", "-fno-math-errno", "-fignore-exceptions", "-Xclang",
                     "-ffloat16-excess-precision=none", "-w"});
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
      return weft::driver::run(device({"-fsyntax-only"}));
    case Stage::assembly:
      return weft::driver::run(with_output(device({"-S", "-emit-llvm"})));
    default:
      return weft::driver::run(with_output(device({"-c", "-emit-llvm"})));
    }
  }

  Arguments with_output(Arguments command) const {
    if (line_.output)
      append(command, {"-o", *line_.output});
    return command;
  }

  /// Both passes at once. Errors are shown once: the host's, or where it has none the device's.
  int both(std::initializer_list<std::string> host_stage, std::initializer_list<std::string> device_stage) const {
    const std::string errors = folder_.file("device.txt");
    Process device_pass(device(device_stage), errors);
    Process host_pass(host(host_stage));
    const int host_status = host_pass.wait();
    const int device_status = device_pass.wait();
    if (host_status != 0)
      return host_status;
    if (device_status != 0) {
      std::cerr << "weft-clang++: error: the device pass failed\n";
      std::cerr << std::ifstream(errors).rdbuf();
    }
    return device_status;
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

// The two passes of a SYCL source and how their results become one object (DESIGN.md, 2).
#include "compile.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "dependencies.hpp"
#include "external_functions.hpp"
#include "kernel_attributes.hpp"
#include "old_namespace.hpp"
#include "preamble.hpp"
#include "precompiled.hpp"
#include "process.hpp"
#include "program_headers.hpp"

namespace weft::driver {
namespace {

namespace fs = std::filesystem;

constexpr const char *preprocessed = "c++-cpp-output";

void append(Arguments &to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more);
}

/// Names the translation unit: kernels of internal linkage in different units may have equal names. Says how its
/// kernels are split into images, too.
std::string unit_id(const Input &input, const std::string &output, DeviceCodeSplit split) {
  std::uint64_t h = 1469598103934665603u; // FNV-1a: any stable hash will do
  for (const std::string &part : {fs::absolute(input.path).string(), fs::absolute(output).string()})
    for (unsigned char c : part + '\n')
      h = (h ^ c) * 1099511628211u;
  return fmt::format("{:016x}{}", h, static_cast<char>(split));
}

class Compilation {
public:
  Compilation(const Toolchain &tools, const CommandLine &line, const Input &input, std::string output)
      : tools_(tools), line_(line), input_(input), output_(std::move(output)),
        id_(unit_id(input, output_, line.split)) {
    if (input_.path == "-")
      read_standard_input();
    overlay_ = overlay_in_one_namespace(input_.path, line_.host, folder_);
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
    return input_.is_header() ? header() : object();
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
            "-isystem",
            tools_.prefix + "/include/header_names",
            "-idirafter", // programs write <buffer.hpp> for <sycl/buffer.hpp>, which DPC++ finds
            tools_.prefix + "/include/sycl",
            "-DSYCL_LANGUAGE_VERSION=202012L",
            "-D__SYCL_UNNAMED_LAMBDA__=1", // by which oneDPL names its kernels
            "-D__WEFT_DRIVER__",
            "-Wno-unused-command-line-argument",
            "-Wno-error=missing-template-arg-list-after-template-kw"}; // an error since clang 19 only
  }

  /// The last words of a pass's command: what is its source's own.
  void add_input(Arguments &command, const Input &input, const std::string &precompiled) const {
    if (!precompiled.empty())
      append(command, {"-include-pch", precompiled});
    if (overlay_)
      append(command, {"-ivfsoverlay", *overlay_});
    if (input.language != preprocessed && !input.is_header()) // one has it, the other must not
      append(command, {fmt::format("-D__WEFT_TU_ID__=\"{}\"", id_), "-include", "sycl/detail/unit.hpp"});
    if (!input.language.empty())
      append(command, {"-x", input.language});
    else if (input.path.ends_with(".c"))
      append(command, {"-x", "c++"});
    command.push_back(input.path);
  }

  Arguments host_flags() const {
    Arguments command = common();
    append(command, {"-Xclang", "-fsycl-is-host", "-DSYCL_EXTERNAL="});
    return command;
  }

  Arguments host(const Arguments &stage, const std::string &precompiled = {}) const {
    Arguments command = host_flags();
    command.insert(command.end(), line_.host.begin(), line_.host.end());
    append(command, {"-Wno-unknown-attributes"}); // the device pass tells of those
    command.insert(command.end(), stage.begin(), stage.end());
    add_input(command, input_, precompiled);
    return command;
  }

  Arguments device_flags() const {
    Arguments command = common();
    append(command, {"-ffp-contract=fast", std::string("-DSYCL_EXTERNAL=") + external_attribute});
    return command;
  }

  /// They come after the user's flags and win. Work-items may give group functions variables that only their leader has
  /// set, so arguments are not taken for defined.
  static Arguments last_device_flags() {
    return {"-Xclang",
            "-fsycl-is-device",
            "-Xclang",
            "-aux-triple",
            "-Xclang",
            "x86_64-pc-linux-gnu",
            "-O2",
            "-Xclang",
            "-disable-llvm-passes",
            "-Xclang",
            "-no-enable-noundef-analysis",
            "-gline-tables-only",
            "-fno-math-errno",
            "-fignore-exceptions",
            "-Xclang",
            "-ffloat16-excess-precision=none",
            "-Wno-everything",
            "-Wunknown-attributes",
            "-Wsystem-headers"};
  }

  Arguments device(const Arguments &stage, const std::string &precompiled = {}) const {
    return device(stage, precompiled, input_);
  }

  Arguments device(const Arguments &stage, const std::string &precompiled, const Input &input) const {
    return device(stage, precompiled, input, with_device_halves(line_.device));
  }

  Arguments device(const Arguments &stage, const std::string &precompiled, const Input &input,
                   const Arguments &user) const {
    Arguments command = device_flags();
    command.insert(command.end(), user.begin(), user.end());
    for (const std::string &flag : last_device_flags())
      command.push_back(flag);
    add_colors(command);
    command.insert(command.end(), stage.begin(), stage.end());
    add_input(command, input, precompiled);
    return command;
  }

  static void add_colors(Arguments &command) {
    if (isatty(STDERR_FILENO) != 0)
      append(command, {"-fcolor-diagnostics"});
  }

  int host_alone(const Arguments &stage) const {
    Arguments command = host(stage);
    if (line_.output)
      append(command, {"-o", output_});
    return weft::driver::run(command);
  }

  int device_only() const {
    switch (line_.stage) {
    case Stage::preprocess:
      return weft::driver::run(device(with_output({"-E"})));
    case Stage::syntax:
      return device_pass({"-fsyntax-only"});
    case Stage::assembly:
      return device_pass(with_output({"-S", "-emit-llvm"}));
    default:
      return device_pass(with_output({"-c", "-emit-llvm"}));
    }
  }

  Arguments with_output(Arguments stage) const {
    if (line_.output)
      append(stage, {"-o", *line_.output});
    return stage;
  }

  /// Both passes at once. Errors are shown once: the host's, or where it has none the device's.
  int both(const Arguments &host_stage, const Arguments &device_stage) const {
    const bool precompiles = line_.precompiles && !overlay_ && !input_.is_header() && begins_with_sycl(input_.path);
    PrecompiledHeader device_header, host_header;
    if (precompiles) {
      device_header = {tools_, device_flags(), line_.device, last_device_flags()};
      host_header = {tools_, host_flags(), line_.host, {}};
      if (!line_.only_shows) {
        device_header.begin();
        host_header.begin();
      }
    }
    const std::string device_said = folder_.file("device.txt"), device_precompiled = device_header.path();
    Process device_process(device(device_stage, device_precompiled), device_said);
    const int host_status = host_pass(host_stage, host_header);
    int device_status = device_process.wait();
    if (host_status != 0)
      return host_status;
    if (device_status != 0 && !device_precompiled.empty()) {
      device_status = Process(device(device_stage), device_said).wait();
      if (device_status == 0)
        device_header.drop();
    }
    return finish_device_pass(device_stage, device_status, device_said);
  }

  /// What fails with a precompiled header is tried without, which also tells of errors as a compiler without them does.
  int host_pass(const Arguments &stage, PrecompiledHeader &header) const {
    const std::string precompiled = header.path(), said = folder_.file("host.txt");
    if (!precompiled.empty()) {
      Arguments command = host(stage, precompiled);
      add_colors(command);
      if (Process(command, said).wait() == 0) {
        std::cerr << contents(said) << std::flush;
        return 0;
      }
    }
    const int status = weft::driver::run(host(stage));
    if (status == 0 && !precompiled.empty())
      header.drop();
    return status;
  }

  int device_pass(const Arguments &stage) const {
    const std::string said = folder_.file("device.txt");
    const int status = Process(device(stage), said).wait();
    return finish_device_pass(stage, status, said);
  }

  /// Clang takes it at the beginning of a function's declaration only, and skips macros within many others.
  static bool refuses_external_attribute(const std::string &text) {
    return text.find("expanded from macro 'SYCL_EXTERNAL'") != text.npos ||
           text.find("error: 'clang::sycl_external'") != text.npos ||
           text.find("error: an attribute list cannot appear here") != text.npos;
  }

  /// Tells what the pass said, and repeats it where it met kernel attributes.
  int finish_device_pass(const Arguments &stage, int status, const std::string &said) const {
    const std::string text = contents(said);
    if (status != 0 && refuses_external_attribute(text))
      return annotated_device_pass(stage);
    const std::vector<Diagnostic> diagnostics = read_diagnostics(text);
    if (status != 0)
      std::cerr << "weft-clang++: error: the device pass failed\n";
    for (const Diagnostic &d : diagnostics)
      if (d.attribute.empty() ? status != 0 : concerns_user(d))
        std::cerr << d.text;
    if (status != 0 || std::ranges::none_of(diagnostics, &Diagnostic::names_requirement))
      return status;
    return annotated_device_pass(stage);
  }

  /// The comments stay in the preprocessed source, so that errors name the columns of the original.
  int annotated_device_pass(Arguments stage) const {
    const std::string source = folder_.file("device.ii"), marker = std::string("-DSYCL_EXTERNAL=") + external_marker;
    if (const int status = weft::driver::run(device({"-E", "-C", "-o", source, "-USYCL_EXTERNAL", marker}, {}, input_,
                                                    without_precompiled(line_.device)));
        status != 0)
      return status;
    const std::string annotated = annotate_kernel_attributes(place_external_attributes(contents(source)));
    std::ofstream(source, std::ios::binary) << annotated;
    append(stage, {"-Wno-unknown-attributes"});
    return weft::driver::run(device(stage, {}, {source, preprocessed}, without_headers(line_.device)));
  }

  static std::string contents(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  /// An attribute that neither clang nor we know, in a file that a host compiler would warn of.
  bool concerns_user(const Diagnostic &d) const {
    if (d.names_kernel_attribute() || d.file.starts_with("/usr/"))
      return false;
    for (std::size_t i = 0; i < line_.host.size(); ++i) {
      const std::string &flag = line_.host[i];
      if (flag == "-w" || flag == "-Wno-unknown-attributes")
        return false;
      if (flag == "-isystem" && i + 1 < line_.host.size() && d.file.starts_with(line_.host[i + 1]))
        return false;
    }
    return true;
  }

  /// Is the last of -g, -g0 to -g3 and kin one that asks for debug information?
  bool wants_lines() const {
    bool wants = false;
    for (const std::string &flag : line_.host)
      if (flag.starts_with("-g"))
        wants = flag != "-g0";
    return wants;
  }

  /// Two files: each pass reads its own.
  int header() const {
    const std::string made = device_half(output_), dependencies = folder_.file("device.d");
    return line_.writes_dependencies ? both_with_dependencies({"-o", output_}, {"-o", made}, dependencies)
                                     : both({"-o", output_}, {"-o", made});
  }

  int object() const {
    const std::string host_object = folder_.file("host.o"), bitcode = folder_.file("device.bc"),
                      image = folder_.file("image.o"), device_dependencies = folder_.file("device.d");
    const Arguments host_stage = {"-c", "-o", host_object}, device_stage = {"-c", "-emit-llvm", "-o", bitcode};
    if (const int status = line_.writes_dependencies
                               ? both_with_dependencies(host_stage, device_stage, device_dependencies)
                               : both(host_stage, device_stage);
        status != 0)
      return status;
    Arguments embed = {tools_.tool("weft-embed"), bitcode, image, "--id", id_};
    if (wants_lines())
      embed.push_back("--lines");
    std::ranges::copy(line_.machines.for_embed(), std::back_inserter(embed));
    if (const int status = weft::driver::run(embed); status != 0)
      return status;
    if (const std::string renames = image + ".renames"; fs::exists(renames)) // internal variables that kernels use
      if (const int status = weft::driver::run({"objcopy", "@" + renames, host_object}); status != 0)
        return status;
    return weft::driver::run({"ld", "-r", "-o", output_, host_object, image});
  }

  int both_with_dependencies(Arguments host_stage, Arguments device_stage,
                             const std::string &device_dependencies) const {
    const std::string file = line_.dependency_file.value_or(fs::path(output_).replace_extension(".d").string());
    append(device_stage, {"-MD", "-MF", device_dependencies});
    append(host_stage, {"-MF", file});
    if (!line_.names_target) // clang would name the temporary object: say what is really made
      append(host_stage, {"-MT", output_});
    const int status = both(host_stage, device_stage);
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
  std::optional<std::string> overlay_; ///< of files shown otherwise
};

} // namespace

int compile_sycl(const Toolchain &tools, const CommandLine &line, const Input &input, const std::string &output) {
  return Compilation(tools, line, input, output).run();
}

} // namespace weft::driver

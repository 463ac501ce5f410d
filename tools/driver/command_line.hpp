// What was asked of the driver: the command line sorted by who needs to see which argument.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machines.hpp"
#include "support/device_code_split.hpp"

namespace weft::driver {

using Arguments = std::vector<std::string>;

/// How far compilation goes.
enum class Stage { preprocess, dependencies, syntax, assembly, object, link };

/// A file on the command line, with the -x that holds for it.
struct Input {
  std::string path;
  std::string language; ///< Value of -x; empty or "none": by the file's name.

  bool is_source() const;        ///< Something to compile, rather than to link.
  bool is_header() const;        ///< Of C++, to be precompiled.
  bool may_hold_kernels() const; ///< C++, neither preprocessed nor a header; .c is C++ as with other C++ compilers.
};

struct CommandLine {
  bool sycl = false;          ///< -fsycl
  bool device_only = false;   ///< -fsycl-device-only
  bool links_devices = false; ///< -fsycl-link: an object with device code alone.
  bool precompiles = true;    ///< Unless -fno-sycl-precompiled-header.
  bool asks_version = false;  ///< --version: the driver names itself, too.
  bool asks_help = false;     ///< --help: the driver says what it takes beside clang's options.
  bool only_shows = false;    ///< -###: commands are printed, none compiles.
  Stage stage = Stage::link;
  std::vector<Input> inputs;
  std::optional<std::string> output;                   ///< -o
  std::optional<std::string> dependency_file;          ///< -MF
  bool writes_dependencies = false;                    ///< -MD or -MMD
  bool names_target = false;                           ///< -MT or -MQ
  Machines machines;                                   ///< What code is finished for.
  DeviceCodeSplit split = DeviceCodeSplit::per_source; ///< -fsycl-device-code-split

  Arguments host;   ///< Flags of the host pass.
  Arguments device; ///< The same without what a device pass must not see.
  Arguments link;   ///< Flags of the linker step, with objects and libraries in their order.
  Arguments plain;  ///< Everything but SYCL's own flags: what clang gets when there is nothing for us to do.
  std::vector<std::string> notes; ///< One line per flag that has no effect here.
};

/// What names a folder of headers, which follows it or is the next word.
inline constexpr std::array<std::string_view, 4> folder_flags = {"-I", "-iquote", "-isystem", "-idirafter"};

/// Marks the place of a compiled source in CommandLine::link; the number of the input follows.
inline constexpr std::string_view object_marker = "\x01object";

/// Sorts arguments (without argv[0]) after expanding @files. Throws std::runtime_error for a flag that lacks its value.
CommandLine parse_command_line(const Arguments &);

} // namespace weft::driver

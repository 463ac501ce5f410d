// The table of flags that mean something to the driver, and the walk over the command line.
#include "command_line.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <ranges>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "intel_switches.hpp"

namespace weft::driver {
namespace {

using namespace std::string_view_literals;

/// Who sees a flag.
enum class For : unsigned {
  nobody_noted, ///< SYCL flags without effect here: a note says so.
  machines,     ///< Says what code is to be finished for; a note says so where that is nothing.
  driver,       ///< Steers the driver itself.
  host,         ///< Host pass only.
  compile,      ///< Both passes.
  link,         ///< Linker step only.
};

enum class Value { none, next, joined };

struct Flag {
  std::string_view name;
  Value value; ///< none: the whole argument; next: the argument after it; joined: the argument starts with the name.
  For whom;
};

/// First match decides; what no row matches goes to both passes and, being harmless there, to the linker step.
constexpr auto flags = std::to_array<Flag>({
    {"-fsycl", Value::none, For::driver},
    {"-fno-sycl", Value::none, For::driver},
    {"-fsycl-device-only", Value::none, For::driver},
    {"-fsycl-precompiled-header", Value::none, For::driver},
    {"-fno-sycl-precompiled-header", Value::none, For::driver},
    {"-c", Value::none, For::driver},
    {"-S", Value::none, For::driver},
    {"-E", Value::none, For::driver},
    {"-M", Value::none, For::driver},
    {"-MM", Value::none, For::driver},
    {"-fsyntax-only", Value::none, For::driver},
    {"--version", Value::none, For::driver},
    {"--help", Value::none, For::driver},
    {"-###", Value::none, For::driver},
    {"-o", Value::next, For::driver},
    {"-x", Value::next, For::driver},

    // One device pass serves every device, chosen at run time; code may be finished for some.
    {"-Xsycl-target-backend", Value::next, For::machines},
    {"-Xsycl-target-frontend", Value::next, For::nobody_noted},
    {"-Xsycl-target-linker", Value::next, For::nobody_noted},
    {"-Xs", Value::next, For::machines},
    {"-fsycl-targets=", Value::joined, For::machines},
    {"-fsycl-link", Value::none, For::driver},
    {"-fsycl-device-code-split=", Value::joined, For::driver},
    {"-fsycl-device-code-split", Value::none, For::driver},
    {"-fsycl-", Value::joined, For::nobody_noted},
    {"-fno-sycl-", Value::joined, For::nobody_noted},
    {"-sycl-std=", Value::joined, For::nobody_noted},
    {"--offload-arch=", Value::joined, For::machines},
    {"--cuda-gpu-arch=", Value::joined, For::machines},
    {"--cuda-path=", Value::joined, For::nobody_noted},
    // Other switches of DPC++ and icpx that clang does not know.
    {"-fpreview-breaking-changes", Value::none, For::nobody_noted},
    {"-flink-huge-device-code", Value::none, For::nobody_noted},
    {"-fno-link-huge-device-code", Value::none, For::nobody_noted},
    {"-foffload-", Value::joined, For::nobody_noted},
    {"-fintelfpga", Value::none, For::nobody_noted},
    {"-reuse-exe=", Value::joined, For::nobody_noted},
    {"-fimf-", Value::joined, For::nobody_noted},
    {"-ip", Value::none, For::nobody_noted},
    {"-ax", Value::joined, For::nobody_noted},
    {"-ftz", Value::none, For::nobody_noted},
    {"-no-ftz", Value::none, For::nobody_noted},
    {"-prec-", Value::joined, For::nobody_noted},
    {"-no-prec-", Value::joined, For::nobody_noted},
    {"-inline-", Value::joined, For::nobody_noted},
    {"-no-inline-", Value::joined, For::nobody_noted},
    {"-diag-", Value::joined, For::nobody_noted},
    {"-traceback", Value::none, For::nobody_noted},
    {"-vec", Value::joined, For::nobody_noted},
    {"-no-vec", Value::none, For::nobody_noted},
    {"-parallel", Value::none, For::nobody_noted},
    {"-qopt-", Value::joined, For::nobody_noted},
    {"-qmkl", Value::joined, For::nobody_noted},
    {"-static-intel", Value::none, For::nobody_noted},
    {"-shared-intel", Value::none, For::nobody_noted},
    {"-no-intel-lib", Value::joined, For::nobody_noted},
    {"--acpp-", Value::joined, For::nobody_noted}, // of AdaptiveCpp's compiler
    {"--hipsycl-", Value::joined, For::nobody_noted},
    {"-flto", Value::joined, For::nobody_noted}, // objects are joined by ld -r, which knows no LTO
    {"-fno-lto", Value::none, For::nobody_noted},

    // What a device pass must not see (facts/canonical-device-pass.md, 2).
    {"-MF", Value::next, For::host},
    {"-MT", Value::next, For::host},
    {"-MQ", Value::next, For::host},
    {"-MJ", Value::next, For::host},
    {"-MD", Value::none, For::host},
    {"-MMD", Value::none, For::host},
    {"-MP", Value::none, For::host},
    {"-MG", Value::none, For::host},
    {"-MV", Value::none, For::host},
    {"-O", Value::joined, For::host},
    {"-g", Value::joined, For::host},
    {"-fsanitize", Value::joined, For::host},
    {"-fno-sanitize", Value::joined, For::host},
    {"-fprofile", Value::joined, For::host},
    {"-fno-profile", Value::joined, For::host},
    {"-fcoverage", Value::joined, For::host},
    {"--coverage", Value::none, For::host},
    {"-finstrument-functions", Value::joined, For::host},
    {"-fxray", Value::joined, For::host},
    {"-fno-inline", Value::joined, For::host},
    {"-fopenmp", Value::joined, For::host},
    {"-fstack-protector", Value::joined, For::host},
    {"-save-temps", Value::joined, For::host},
    {"--save-temps", Value::joined, For::host},
    {"-ftime-trace", Value::joined, For::host},
    {"-ftime-report", Value::joined, For::host},
    {"-emit-llvm", Value::none, For::host},
    {"-Werror", Value::joined, For::host},
    {"-w", Value::none, For::host}, // the driver reads the device pass's warnings

    // Flags whose value is the next argument.
    {"-D", Value::next, For::compile},
    {"-U", Value::next, For::compile},
    {"-I", Value::next, For::compile},
    {"-include", Value::next, For::compile},
    {"-include-pch", Value::next, For::compile},
    {"-imacros", Value::next, For::compile},
    {"-isystem", Value::next, For::compile},
    {"-iquote", Value::next, For::compile},
    {"-idirafter", Value::next, For::compile},
    {"-isysroot", Value::next, For::compile},
    {"-iprefix", Value::next, For::compile},
    {"-iwithprefix", Value::next, For::compile},
    {"-Xpreprocessor", Value::next, For::compile},
    {"-Xclang", Value::next, For::compile},
    {"-Xassembler", Value::next, For::host},
    {"-mllvm", Value::next, For::host},
    {"-target", Value::next, For::compile},
    {"-W", Value::joined, For::compile}, // but -Wl, below comes first

    {"-Xlinker", Value::next, For::link},
    {"-L", Value::next, For::link},
    {"-l", Value::next, For::link},
    {"-T", Value::next, For::link},
    {"-u", Value::next, For::link},
    {"-z", Value::next, For::link},
    {"-e", Value::next, For::link},
    {"-rpath", Value::next, For::link},
    {"-shared", Value::joined, For::link},
    {"-static", Value::joined, For::link},
    {"-rdynamic", Value::none, For::link},
    {"-pie", Value::none, For::link},
    {"-no-pie", Value::none, For::link},
    {"-nostdlib", Value::joined, For::link},
    {"-nodefaultlibs", Value::none, For::link},
    {"-nostartfiles", Value::none, For::link},
    {"-fuse-ld=", Value::joined, For::link},
    {"-s", Value::none, For::link},
    {"-r", Value::none, For::link},
});

/// -DNAME, -Idir, -lname and the like are one argument though "-D NAME" is two.
constexpr auto also_joined = std::to_array<std::string_view>({"-D",
                                                              "-U",
                                                              "-I",
                                                              "-L",
                                                              "-l",
                                                              "-T",
                                                              "-u",
                                                              "-z",
                                                              "-MF",
                                                              "-MT",
                                                              "-MQ",
                                                              "-MJ",
                                                              "-o",
                                                              "-x",
                                                              "-isystem",
                                                              "-iquote",
                                                              "-idirafter",
                                                              "-Xsycl-target-backend=",
                                                              "-Xsycl-target-frontend=",
                                                              "-Xsycl-target-linker="});

bool takes_next(const Flag &flag, std::string_view argument) {
  if (argument.starts_with("-Xsycl-target-") && argument.find('=') != argument.npos)
    return argument.starts_with(flag.name) && flag.value == Value::next; // -Xsycl-target-backend=TARGET VALUE
  return flag.value == Value::next && argument == flag.name;
}

bool matches(const Flag &flag, std::string_view argument) {
  switch (flag.value) {
  case Value::none:
    return argument == flag.name;
  case Value::joined:
    return argument.starts_with(flag.name);
  case Value::next:
    return argument == flag.name || takes_next(flag, argument) ||
           (argument.starts_with(flag.name) && std::ranges::find(also_joined, flag.name) != also_joined.end());
  }
  return false;
}

const Flag *find_flag(std::string_view argument) {
  static constexpr Flag linker_option{"-Wl,", Value::joined, For::link};
  if (matches(linker_option, argument))
    return &linker_option;
  const auto found = std::ranges::find_if(flags, [&](const Flag &f) { return matches(f, argument); });
  return found == flags.end() ? nullptr : &*found;
}

Arguments split_response(std::string_view text) {
  Arguments words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != 0 ? 0 : c;
      in_word = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word)
        words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word)
    words.push_back(word);
  return words;
}

Arguments expand(const Arguments &arguments) {
  Arguments expanded;
  for (const std::string &a : arguments) {
    std::ifstream file;
    if (a.size() > 1 && a[0] == '@')
      file.open(a.substr(1));
    if (!file.is_open()) {
      expanded.push_back(a);
      continue;
    }
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::ranges::copy(expand(split_response(text)), std::back_inserter(expanded));
  }
  return expanded;
}

class Parser {
public:
  explicit Parser(Arguments arguments) : arguments_(std::move(arguments)) {}

  CommandLine parse() {
    for (; at_ < arguments_.size(); ++at_) {
      const std::string &argument = arguments_[at_];
      if (argument == "-" || !argument.starts_with('-'))
        input(argument);
      else if (const Flag *flag = find_flag(argument))
        known(*flag);
      else
        everywhere(argument);
    }
    if (line_.sycl)
      raise_standard();
    return std::move(line_);
  }

private:
  /// Builds of SYCL 1.2.1's time name the standard that it asked for.
  void raise_standard() {
    const auto raise = [](std::string &argument) {
      for (const std::string_view old : {"98", "03", "0x", "11", "1y", "14"})
        for (const std::string_view dialect : {"c++", "gnu++"})
          if (argument == fmt::format("-std={}{}", dialect, old) ||
              argument == fmt::format("--std={}{}", dialect, old)) {
            argument = fmt::format("-std={}17", dialect);
            return true;
          }
      return false;
    };
    const std::size_t notes = line_.notes.size();
    for (std::string &argument : line_.host)
      if (const std::string asked = argument; raise(argument))
        line_.notes.push_back(fmt::format("'{}' is '{}' here, which SYCL 2020 needs", asked, argument));
    if (line_.notes.size() != notes) // what C++17 gave up, and clang still reads
      std::ranges::copy(Arguments{"-Wno-dynamic-exception-spec", "-Wno-register"}, std::back_inserter(line_.host));
    std::ranges::for_each(line_.device, raise);
  }

  void input(const std::string &path) {
    line_.plain.push_back(path);
    Input i{path, language_};
    if (i.is_source()) {
      line_.link.push_back(std::string(object_marker) + std::to_string(line_.inputs.size()));
      line_.inputs.push_back(std::move(i));
    } else {
      line_.link.push_back(path);
    }
  }

  void everywhere(const std::string &argument) {
    for (Arguments *to : {&line_.host, &line_.device, &line_.link, &line_.plain})
      to->push_back(argument);
  }

  void known(const Flag &flag) {
    Arguments words{arguments_[at_]};
    if (takes_next(flag, words[0])) {
      if (++at_ == arguments_.size())
        throw std::runtime_error(fmt::format("argument to '{}' is missing", words[0]));
      words.push_back(arguments_[at_]);
    }
    if (!has_effect(flag, words))
      line_.notes.push_back(fmt::format("'{}' has no effect here{}", fmt::join(words, " "), way_out(flag.name)));
    else if (flag.whom == For::driver && (flag.name.starts_with("-fsycl") || flag.name.starts_with("-fno-sycl")))
      ;
    else
      std::ranges::copy(words, std::back_inserter(line_.plain));
    give(flag, words);
  }

  static std::string_view way_out(std::string_view flag) {
    return flag == "-qmkl" ? ": a part of oneMKL is there as headers (oneapi/mkl.hpp with blas, dft, lapack, rng, "
                             "spblas, stats and vm); for more add -I and -l of another MKL"
                           : "";
  }

  void give(const Flag &flag, const Arguments &words) {
    const auto append = [&](Arguments &to) { std::ranges::copy(words, std::back_inserter(to)); };
    switch (flag.whom) {
    case For::nobody_noted:
    case For::machines:
      break;
    case For::driver:
      steer(flag.name, words);
      break;
    case For::host:
      append(line_.host);
      note_dependencies(flag.name, words);
      if (flag.name == "-fsanitize" || flag.name == "--coverage" || flag.name == "-fprofile" ||
          flag.name == "-fopenmp" || flag.name == "-g" || flag.name == "-O")
        append(line_.link); // these choose libraries, too
      break;
    case For::compile:
      append(line_.host);
      append(line_.device);
      break;
    case For::link:
      append(line_.link);
      break;
    }
  }

  /// Is it as asked?
  bool has_effect(const Flag &flag, const Arguments &words) {
    if (flag.whom == For::machines)
      return line_.machines.take(flag.name, words);
    return flag.whom != For::nobody_noted || flag.name == "-flto" || flag.name == "-fno-lto";
  }

  static std::string value_of(std::string_view name, const Arguments &words) {
    return words.size() == 2 ? words[1] : words[0].substr(name.size());
  }

  void note_dependencies(std::string_view name, const Arguments &words) {
    if (name == "-MD" || name == "-MMD")
      line_.writes_dependencies = true;
    else if (name == "-MF")
      line_.dependency_file = value_of(name, words);
    else if (name == "-MT" || name == "-MQ")
      line_.names_target = true;
  }

  void steer(std::string_view name, const Arguments &words) {
    if (name == "-fsycl")
      line_.sycl = true;
    else if (name == "-fno-sycl")
      line_.sycl = false;
    else if (name == "-fsycl-device-only")
      line_.sycl = line_.device_only = true;
    else if (name == "-fsycl-link")
      line_.links_devices = true;
    else if (name == "-fsycl-device-code-split=")
      line_.split = split_named(value_of(name, words));
    else if (name == "-fsycl-device-code-split")
      line_.split = DeviceCodeSplit::per_source;
    else if (name.ends_with("sycl-precompiled-header"))
      line_.precompiles = name.starts_with("-fsycl");
    else if (name == "--version")
      line_.asks_version = true;
    else if (name == "--help")
      line_.asks_help = true;
    else if (name == "-###")
      line_.only_shows = true;
    else if (name == "-o")
      line_.output = value_of(name, words);
    else if (name == "-x")
      language_ = value_of(name, words);
    else
      stage(name);
  }

  static DeviceCodeSplit split_named(const std::string &value) {
    if (value == "auto" || value == "per_source")
      return DeviceCodeSplit::per_source;
    if (value == "per_kernel")
      return DeviceCodeSplit::per_kernel;
    if (value == "off")
      return DeviceCodeSplit::off;
    throw std::runtime_error(fmt::format(
        "unsupported argument '{}' to '-fsycl-device-code-split=': per_kernel, per_source, off and auto are there",
        value));
  }

  void stage(std::string_view name) {
    const Stage asked = name == "-E"                    ? Stage::preprocess
                        : name == "-M" || name == "-MM" ? Stage::dependencies
                        : name == "-fsyntax-only"       ? Stage::syntax
                        : name == "-S"                  ? Stage::assembly
                                                        : Stage::object;
    line_.stage = std::min(line_.stage, asked); // the earliest stage wins, as in clang
    if (asked == Stage::dependencies)
      line_.host.emplace_back(name);
  }

  Arguments arguments_;
  std::size_t at_ = 0;
  std::string language_;
  CommandLine line_;
};

std::string_view extension(std::string_view path) {
  const auto slash = path.rfind('/'), dot = path.rfind('.');
  return dot == path.npos || (slash != path.npos && dot < slash) ? std::string_view() : path.substr(dot + 1);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

} // namespace

bool Input::is_source() const {
  if (!language.empty() && language != "none")
    return true;
  return may_hold_kernels() || is_header() ||
         is_one_of(extension(path), {"i", "ii", "s", "S", "sx", "m", "mm", "ll", "bc"});
}

bool Input::is_header() const {
  if (!language.empty() && language != "none")
    return language == "c++-header";
  return is_one_of(extension(path), {"h", "hh", "hpp", "hxx", "H"});
}

bool Input::may_hold_kernels() const {
  if (!language.empty() && language != "none")
    return language == "c++";
  return is_one_of(extension(path), {"cpp", "cc", "cxx", "C", "c++", "CPP", "cp", "CXX", "CC", "C++", "c"});
}

CommandLine parse_command_line(const Arguments &arguments) {
  return Parser(in_clangs_words(expand(arguments))).parse();
}

} // namespace weft::driver

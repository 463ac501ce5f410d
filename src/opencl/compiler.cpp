// Looks for clang 22 and llvm-spirv as the compiler driver does, and keeps what they made.
#include "opencl/compiler.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#include "opencl/process.hpp"
#include "runtime/disk_cache.hpp"
#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::opencl {

using codegen::Bytes;

namespace {

constexpr const char *llvm_tools = "/usr/lib/llvm-22/bin/";

std::string find_tool(const char *variable, const std::string &name, const std::string &in_llvm) {
  if (const auto chosen = env::text(variable))
    return *chosen;
  if (std::string found = find_in_path(name); !found.empty())
    return found;
  const std::string usual = llvm_tools + in_llvm;
  return access(usual.c_str(), X_OK) == 0 ? usual : std::string();
}

std::string find_clang() {
  const std::string clang = find_tool("WEFT_CLANG", "clang-22", "clang");
  if (clang.empty())
    throw Error(Errc::build, "OpenCL C is compiled by clang 22, which is not installed: install the package clang-22 "
                             "(on Debian: apt install clang-22), or set WEFT_CLANG to a clang of version 22");
  return clang;
}

/// Those of older LLVMs write bitcode that is read here, too.
std::string find_translator() {
  const std::string translator = find_tool("WEFT_LLVM_SPIRV", "llvm-spirv-22", "llvm-spirv");
  return translator.empty() && !env::text("WEFT_LLVM_SPIRV") ? find_in_path("llvm-spirv") : translator;
}

/// Words as clBuildProgram takes them: apart by blanks, with quotes for blanks inside.
std::vector<std::string> words_of(std::string_view options) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false, quoted = false;
  for (const char c : options) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {
      if (inside)
        words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quoted)
    throw Error(Errc::build, "program: a quote is open in its options: {}", options);
  if (inside)
    words.push_back(std::move(word));
  return words;
}

/// clBuildProgram's options, so that none of the compiler's own gets through.
void require_known(const std::vector<std::string> &options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string &option = options[i];
    if (option == "-D" || option == "-I") {
      if (++i == options.size())
        throw Error(Errc::build, "program: option {} wants a word behind it", option);
      continue;
    }
    const auto starts = [&](const char *text) { return option.starts_with(text); };
    if (!starts("-D") && !starts("-I") && !starts("-cl-") && !starts("-W") && option != "-w" && option != "-g")
      throw Error(Errc::build, "program: unknown option {}; known are -D, -I, -cl-*, -W*, -w and -g", option);
  }
}

std::string read_text(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Bytes read_bytes(const std::string &path) {
  const std::string text = read_text(path);
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

void write_file(const std::string &path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush())
    throw Error(Errc::build, "program: cannot write {}", path);
}

/// What the compiler calls `<stdin>` is the user's source.
std::string about_source(std::string messages) {
  static constexpr std::string_view from = "<stdin>", to = "<source>";
  for (std::size_t at = 0; (at = messages.find(from, at)) != std::string::npos; at += to.size())
    messages.replace(at, from.size(), to);
  while (!messages.empty() && messages.back() == '\n')
    messages.pop_back();
  return messages;
}

/// May the text mean something else another time? Directives are those that read no file; a comment or a continued line
/// before another one's name is enough not to know it.
bool stands_alone(std::string_view source) {
  static constexpr std::string_view directives[] = {"define", "undef", "ifdef", "ifndef", "if",     "elif",
                                                    "else",   "endif", "error", "line",   "pragma", "#"};
  static constexpr std::string_view changing[] = {"__has_include", "__DATE__", "__TIME__", "__TIMESTAMP__"};
  for (const std::string_view word : changing)
    if (source.find(word) != source.npos)
      return false;
  for (std::size_t at = 0; (at = source.find('#', at)) != source.npos;) {
    const std::string_view rest = source.substr(std::min(source.find_first_not_of(" \t", at + 1), source.size()));
    const auto *const known =
        std::ranges::find_if(directives, [&](std::string_view directive) { return rest.starts_with(directive); });
    if (known == std::end(directives))
      return false;
    at = source.size() - rest.size() + known->size();
  }
  return true;
}

/// Not with headers, which may change.
bool may_keep(const std::vector<std::string> &options, std::string_view source) {
  return stands_alone(source) &&
         std::ranges::none_of(options, [](const std::string &option) { return option.starts_with("-I"); });
}

Hash key_of(const std::vector<std::string> &command, std::string_view source) {
  std::error_code unknown;
  const auto changed = std::filesystem::last_write_time(command[0], unknown).time_since_epoch().count();
  Hash key = combine(hash_text("opencl source"), hash_text(source));
  for (const std::string &word : command)
    key = combine(key, hash_text(word));
  return combine(key, hash_text(std::to_string(changed)));
}

Bytes compile_now(std::vector<std::string> command, std::string_view source) {
  const TemporaryFolder folder;
  const std::string output = folder.file("program.bc"), messages = folder.file("messages");
  write_file(folder.file("source.cl"), std::as_bytes(std::span(source)));
  command.insert(command.end(), {"-o", output, "-"});
  if (run_process(command, folder.file("source.cl"), messages) != 0)
    throw Error(Errc::build, "{}", about_source(read_text(messages)));
  return read_bytes(output);
}

} // namespace

Bytes compile_source(std::string_view source, std::string_view options) {
  const std::vector<std::string> given = words_of(options);
  require_known(given);
  std::vector<std::string> command{find_clang(), "-x", "cl", "--target=spir64-unknown-unknown", "-cl-std=CL1.2"};
  command.insert(command.end(), given.begin(), given.end());
  for (const char *word : {"-c", "-emit-llvm", "-O2", "-Xclang", "-disable-llvm-passes", "-Xclang",
                           "-no-enable-noundef-analysis", "-cl-kernel-arg-info", "-fno-color-diagnostics"})
    command.emplace_back(word);
  runtime::DiskCache *cache = may_keep(given, source) ? runtime::default_disk_cache() : nullptr;
  const Hash key = key_of(command, source);
  if (cache != nullptr)
    if (auto kept = cache->load(key))
      return std::move(*kept);
  Bytes bitcode = compile_now(std::move(command), source);
  if (cache != nullptr)
    cache->store(key, bitcode);
  return bitcode;
}

Bytes translate_spirv(std::span<const std::byte> spirv, std::string_view options) {
  constexpr std::uint32_t magic = 0x07230203;
  std::uint32_t first = 0;
  if (spirv.size() >= sizeof first)
    std::memcpy(&first, spirv.data(), sizeof first);
  if (spirv.size() % sizeof first != 0 || first != magic)
    throw Error(Errc::build, "program: {} bytes that are no SPIR-V: it consists of words, the first of them 0x07230203",
                spirv.size());
  require_known(words_of(options));
  const std::string translator = find_translator();
  if (translator.empty())
    throw Error(
        Errc::build,
        "SPIR-V is read by llvm-spirv of LLVM 22 or before (SPIRV-LLVM-Translator), which is not installed: put "
        "it into PATH or set WEFT_LLVM_SPIRV to it, or give the program as OpenCL C source");
  const TemporaryFolder folder;
  const std::string input = folder.file("program.spv"), output = folder.file("program.bc");
  write_file(input, spirv);
  const std::vector<std::string> command{translator, "-r", "--spirv-target-env=CL2.0", input, "-o", output};
  if (run_process(command, "/dev/null", folder.file("messages")) != 0)
    throw Error(Errc::build, "program: {} does not read the SPIR-V: {}", translator,
                read_text(folder.file("messages")));
  return read_bytes(output);
}

} // namespace weft::opencl

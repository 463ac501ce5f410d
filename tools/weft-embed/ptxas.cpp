// Runs ptxas on files of a temporary folder.
#include "ptxas.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "files.hpp"

namespace weft::embed {

namespace {

namespace fs = std::filesystem;

/// Runs a command, without what it says.
bool run(std::vector<std::string> command) {
  std::vector<char *> arguments;
  for (std::string &word : command)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool begun = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return begun && waitpid(child, &status, 0) == child && status == 0;
}

struct TemporaryFolder {
  std::string path = (fs::temp_directory_path() / "weft-ptxas-XXXXXX").string();
  TemporaryFolder() {
    if (mkdtemp(path.data()) == nullptr)
      throw Error(Errc::runtime, "{}: no folder can be made there", path);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
};

} // namespace

std::string find_ptxas() {
  std::vector<std::string> folders;
  const char *const path = std::getenv("PATH");
  std::istringstream list(path != nullptr ? path : "");
  for (std::string folder; std::getline(list, folder, ':');)
    folders.push_back(folder);
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *const root = std::getenv(variable); root != nullptr && *root != 0)
      folders.push_back(std::string(root) + "/bin");
  folders.emplace_back("/usr/local/cuda/bin");
  for (const std::string &folder : folders)
    if (const std::string file = folder + "/ptxas"; access(file.c_str(), X_OK) == 0)
      return file;
  return {};
}

std::optional<codegen::Bytes> assemble(const std::string &ptxas, const codegen::Bytes &ptx, unsigned architecture) {
  const TemporaryFolder folder;
  const std::string source = folder.path + "/kernel.ptx", cubin = folder.path + "/kernel.cubin";
  write_file(source, ptx);
  if (!run({ptxas, "-O3", fmt::format("-arch=sm_{}", architecture), source, "-o", cubin}))
    return std::nullopt;
  return read_file(cubin);
}

} // namespace weft::embed

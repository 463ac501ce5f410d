// posix_spawn with redirections.
#include "opencl/process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/error.hpp"

extern char **environ;

namespace weft::opencl {

TemporaryFolder::TemporaryFolder() {
  std::error_code unknown;
  auto parent = std::filesystem::temp_directory_path(unknown);
  path_ = ((unknown ? std::filesystem::path("/tmp") : parent) / "weft-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
    throw Error(Errc::build, "program: cannot make a temporary folder {}: {}", path_, std::strerror(errno));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

int run_process(const std::vector<std::string> &command, const std::string &input, const std::string &messages) {
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw Error(Errc::build, "program: cannot run {}: {}", command[0], std::strerror(error));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      throw Error(Errc::build, "program: {} was lost: {}", command[0], std::strerror(errno));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string find_in_path(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string candidate = folder + "/" + name; access(candidate.c_str(), X_OK) == 0)
      return candidate;
  return {};
}

} // namespace weft::opencl

// Child processes by posix_spawn, and temporary folders.
#include "process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char **environ;

namespace weft::driver {
namespace {

std::vector<char *> argv_of(const std::vector<std::string> &command) {
  std::vector<char *> argv;
  for (const std::string &word : command)
    argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  return argv;
}

std::runtime_error cannot_run(const std::string &program, int error) {
  return std::runtime_error(fmt::format("cannot run '{}': {}", program, std::strerror(error)));
}

std::string shown_clang; ///< Where commands are only shown.

void show(const std::vector<std::string> &command) {
  for (const std::string &word : command) {
    std::cerr << " \"";
    for (const char c : word)
      std::cerr << (c == '"' || c == '\\' ? "\\" : "") << c;
    std::cerr << '"';
  }
  std::cerr << std::endl;
}

} // namespace

void only_show_commands(const std::string &clang) {
  shown_clang = clang;
}

TemporaryFolder::TemporaryFolder() {
  path_ = (std::filesystem::temp_directory_path() / "weft-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
    throw std::runtime_error(fmt::format("cannot make a temporary folder '{}': {}", path_, std::strerror(errno)));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Process::Process(const std::vector<std::string> &asked, const std::string &errors_asked) {
  std::vector<std::string> command = asked;
  std::string errors = errors_asked;
  if (!shown_clang.empty()) {
    if (command[0] != shown_clang) {
      show(command);
      status_ = 0;
      return;
    }
    command.emplace_back("-###");
    errors.clear();
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!errors.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGTERM);
  sigaddset(&defaults, SIGHUP);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawnp(&pid_, command[0].c_str(), &actions, &attributes, argv_of(command).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw cannot_run(command[0], error);
  if (!shown_clang.empty())
    status_ = wait(); // two at once would print into each other's lines
}

int Process::wait() {
  if (status_)
    return *status_;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0)
    if (errno != EINTR)
      throw std::runtime_error(fmt::format("waitpid: {}", std::strerror(errno)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void become(const std::vector<std::string> &command) {
  execvp(command[0].c_str(), argv_of(command).data());
  throw cannot_run(command[0], errno);
}

void survive_interrupts() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    action.sa_handler = [](int) {};
    sigaction(signal, &action, nullptr);
  }
}

} // namespace weft::driver

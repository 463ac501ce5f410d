// Child processes and temporary files of the driver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace weft::driver {

/// A folder of its own under $TMPDIR, removed with all it holds.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string file(const std::string &name) const { return path_ + "/" + name; }

private:
  std::string path_;
};

/// A command that runs; wait() must be called. `errors` names a file for its standard error, empty: ours.
class Process {
public:
  Process(const std::vector<std::string> &command, const std::string &errors = {});
  int wait(); ///< Exit status as a shell gives it: 128 + signal for a killed one.

private:
  pid_t pid_ = -1;
  std::optional<int> status_; ///< Where the process has ended already.
};

inline int run(const std::vector<std::string> &command) {
  return Process(command).wait();
}

/// From here on no command does anything: clang, of that path, prints what it would run, other commands are printed.
void only_show_commands(const std::string &clang);

/// Becomes the command. Throws std::runtime_error if it cannot be run.
[[noreturn]] void become(const std::vector<std::string> &command);

/// Signals that would kill the driver end its children only, which get them too; the driver then cleans up and fails.
void survive_interrupts();

} // namespace weft::driver

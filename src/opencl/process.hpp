// A child process whose input comes from a file and whose messages are kept.
#pragma once

#include <string>
#include <vector>

namespace weft::opencl {

/// A folder that goes with the object.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string file(const char *name) const { return path_ + "/" + name; }

private:
  std::string path_;
};

/// Runs a program to its end; what it says goes to the file `messages`. Gives its exit status. Throws Error(build)
/// where it cannot be started.
int run_process(const std::vector<std::string> &command, const std::string &input, const std::string &messages);

/// The program of that name in PATH; "" where there is none.
std::string find_in_path(const std::string &name);

} // namespace weft::opencl

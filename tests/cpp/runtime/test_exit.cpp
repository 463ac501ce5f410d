// A process that ends while other threads go on waits for what they compile, and lets them begin nothing more.
#include <atomic>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/compilation.hpp"

namespace weft::runtime {
namespace {

enum Found { well, ended_while_it_compiled, compiled_after_the_end };

std::atomic<bool> compiles{false}, compiled{false}, ended{false}, comes_late{false};

void set(std::atomic<bool> &flag) {
  flag = true;
  flag.notify_all();
}

void give_others_time() {
  for (int i = 0; i < 500; ++i)
    std::this_thread::yield();
}

[[noreturn]] void end_while_others_compile() {
  exit_without_other_threads();
  std::thread([] {
    const ExitDelay delay;
    set(compiles);
    give_others_time();
    compiled = true;
  }).detach();
  std::thread([] {
    ended.wait(false);
    set(comes_late);
    const ExitDelay delay;
    _exit(compiled_after_the_end);
  }).detach();
  compiles.wait(false);
  std::atexit([] { // as destructors of static objects
    if (!compiled)
      _exit(ended_while_it_compiled);
    set(ended);
    comes_late.wait(false);
    give_others_time();
    const ExitDelay delay; // the last thread may
  });
  std::exit(well);
}

TEST(Exit, WaitsForWhatCompilesAndLetsNothingElseBegin) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    end_while_others_compile();
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), well);
}

} // namespace
} // namespace weft::runtime

// Several threads on the arrays of one queue.
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "values.hpp"

namespace weft::array::test {
namespace {

using ops::Op;

TEST(Threads, BuildAndEvaluateOnOneQueue) {
  const Array shared = counting<double>({1000});
  const Array pending = array::binary(Op::add, shared, Scalar{1.0});
  std::vector<std::thread> threads;
  std::vector<double> results(8);
  for (std::size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 50; ++round) {
        Array x = array::binary(Op::multiply, pending, Scalar{static_cast<double>(t)});
        x = array::binary(Op::add, x, shared);
        if (round % 7 == 0)
          queue()->wait();
        results[t] = values<double>(reduce(ops::Reduction::sum, x, std::array{0}, false))[0];
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (std::size_t t = 0; t < results.size(); ++t)
    EXPECT_EQ(results[t], static_cast<double>(t) * (499500.0 + 1000.0) + 499500.0);
}

TEST(Threads, DropArraysWhileOthersFlush) {
  const Array base = counting<float>({100});
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 200; ++round) {
        const Array x = array::binary(Op::add, base, Scalar{1.0});
        {
          const Array dropped = array::binary(Op::add, x, x);
        }
        if (t == 0)
          queue()->flush();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(values<float>(base)[99], 99.0f);
}

/// No lock of Python's orders these threads: they are anywhere when the process forks.
TEST(Threads, LeaveArraysUsableInChildrenOfForks) {
  const Array shared = counting<double>({1000});
  const Array pending = array::binary(Op::add, shared, Scalar{1.0});
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t](const std::stop_token &stop) {
      for (int round = 0; !stop.stop_requested();
           ++round) { // a new kernel for each length of chain, and a dozen known ones
        Array x = array::binary(Op::multiply, shared, Scalar{static_cast<double>(t)});
        for (int i = 0; i < round % 12; ++i)
          x = array::binary(i % 2 == 0 ? Op::add : Op::multiply, x, shared);
        values<double>(x);
      }
    });
  for (int round = 0; round < 1000; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      const double sum = values<double>(reduce(ops::Reduction::sum, pending, std::array{0}, false))[0];
      _exit(sum == 500500.0 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0) << "child " << round;
  }
}

} // namespace
} // namespace weft::array::test

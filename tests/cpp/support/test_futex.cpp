// A wait lasts as long as it was told to, where nobody ends it.
#include "support/futex.hpp"

#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Futex, AWaitLastsItsTime) {
  using namespace std::chrono_literals;
  const std::atomic<std::uint32_t> word = 0;
  const auto start = std::chrono::steady_clock::now();
  futex_wait(word, 0, 30ms);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 29ms);
}

TEST(Futex, AnotherValueIsNotWaitedFor) {
  const std::atomic<std::uint32_t> word = 1;
  futex_wait(word, 0);
}

} // namespace
} // namespace weft

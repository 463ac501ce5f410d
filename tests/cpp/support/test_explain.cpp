// Lines go where they were asked to go; the environment's wish outlives those who listen for a while.
#include "support/explain.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Explain, ASinkHearsLinesUntilItIsTakenAway) {
  std::vector<std::string> heard;
  set_explain_sink([&](const std::string &line) { heard.push_back(line); });
  EXPECT_TRUE(explaining());
  explain_line("test", "one");
  set_explain_sink({});
  EXPECT_FALSE(explaining());
  EXPECT_EQ(heard, (std::vector<std::string>{"weft test: one"}));
}

TEST(Explain, WhatTheEnvironmentWantsGoesOnAfterASink) {
  ::setenv("WEFT_EXPLAIN", "1", 1);
  set_explain_sink([](const std::string &) {});
  set_explain_sink({});
  EXPECT_TRUE(explaining());
  ::unsetenv("WEFT_EXPLAIN");
  set_explain_sink({});
  EXPECT_FALSE(explaining());
}

} // namespace
} // namespace weft

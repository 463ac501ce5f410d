// The two kinds of error, and environment variables that are read strictly.
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft {
namespace {

TEST(Error, KeepsCodeAndFormatsTheOffendingValue) {
  const Error error(Errc::nd_range, "local size {} does not divide {}", 3, 10);
  EXPECT_EQ(error.code(), Errc::nd_range);
  EXPECT_STREQ(error.what(), "local size 3 does not divide 10");
}

TEST(Error, FailedCheckSaysItIsOurBug) {
  try {
    WEFT_CHECK(1 + 1 == 3, "sum was {}", 2);
    FAIL();
  } catch (const InternalError &error) {
    EXPECT_NE(std::string(error.what()).find("a bug in Weft"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("sum was 2"), std::string::npos);
  }
}

TEST(Env, RejectsWhatIsNeitherOnNorOff) {
  setenv("WEFT_TEST_FLAG", "maybe", 1);
  EXPECT_THROW(env::flag("WEFT_TEST_FLAG"), Error);
  setenv("WEFT_TEST_FLAG", "on", 1);
  EXPECT_TRUE(env::flag("WEFT_TEST_FLAG"));
  unsetenv("WEFT_TEST_FLAG");
  EXPECT_TRUE(env::flag("WEFT_TEST_FLAG", true));
}

} // namespace
} // namespace weft

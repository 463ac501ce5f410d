// Combined hashes tell apart what their parts and these parts' order tell apart.
#include "support/hash.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

bool same(const Hash &a, const Hash &b) {
  return a.hex() == b.hex();
}

TEST(Hash, PartsAndTheirOrderCount) {
  const Hash a = hash_text("a"), b = hash_text("b"), c = hash_text("c");
  EXPECT_TRUE(same(combine(a, b), combine(hash_text("a"), hash_text("b"))));
  EXPECT_FALSE(same(combine(a, b), combine(b, a)));
  EXPECT_FALSE(same(combine(a, b), combine(a, c)));
  EXPECT_FALSE(same(combine(a, a), combine(b, b)));
  EXPECT_FALSE(same(combine(combine(a, b), c), combine(a, combine(b, c))));
}

} // namespace
} // namespace weft

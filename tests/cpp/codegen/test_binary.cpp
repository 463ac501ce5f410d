// A kernel binary survives the disk format, and specialisations hash by value.
#include "codegen/finalizer.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"

namespace weft::codegen {
namespace {

/// As a target's own struct.
struct Ours {
  std::uint32_t fixed, per_item;
};

Binary sample() {
  Binary binary;
  binary.image = Bytes(77, std::byte{5});
  binary.entry = "weft_kernel";
  binary.sub_group_size = 32;
  binary.vector_width = 16;
  binary.set_launched_by(Ours{640, 8});
  return binary;
}

TEST(Binary, ParseGivesBackWhatWasSerialized) {
  const Binary binary = sample(), read = Binary::parse(binary.serialize());
  EXPECT_EQ(read.image, binary.image);
  EXPECT_EQ(read.entry, binary.entry);
  EXPECT_EQ(read.sub_group_size, binary.sub_group_size);
  EXPECT_EQ(read.vector_width, binary.vector_width);
  EXPECT_EQ(read.get_launched_by<Ours>().fixed, 640u);
  EXPECT_EQ(read.get_launched_by<Ours>().per_item, 8u);
}

TEST(Binary, OfAnotherTargetIsABuildError) {
  using Theirs = std::array<std::uint64_t, 4>;
  EXPECT_THROW(sample().get_launched_by<Theirs>(), Error);
}

TEST(Binary, AlteredOrTruncatedBytesAreABuildError) {
  const Bytes whole = sample().serialize();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes altered = whole;
    altered[at] ^= std::byte{1};
    EXPECT_THROW(Binary::parse(altered), Error) << at;
    EXPECT_THROW(Binary::parse(std::span(whole).first(at)), Error) << at;
  }
}

TEST(Specialization, EqualOnesHashEqualAndEveryFieldCounts) {
  Specialization base;
  base.local = {64, 2, 1};
  base.baked = {{{8, 4}, 7}};
  EXPECT_EQ(base.hash(), Specialization(base).hash());
  std::vector<Specialization> others(7, base);
  others[0].local[0] = 32;
  others[1].ids_fit_i32 = false;
  others[2].has_offset = true;
  others[3].contract = false;
  others[4].baked[0].value = 8;
  others[5].baked[0].field.offset = 12;
  others[6].whole_sub_groups = true;
  for (const Specialization &other : others)
    EXPECT_NE(other.hash(), base.hash());
}

} // namespace
} // namespace weft::codegen

// A kernel binary survives the disk format, and specialisations hash by value.
#include "codegen/finalizer.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"

namespace weft::codegen {
namespace {

Binary sample() {
  Binary binary;
  binary.image = Bytes(77, std::byte{5});
  binary.entry = "weft_kernel";
  binary.unit = {4096, 2, 1};
  binary.context_fixed = 640;
  binary.context_per_item = 8;
  binary.static_local = 16;
  binary.sub_group_size = 32;
  binary.registers = 40;
  binary.vector_width = 32;
  binary.max_group_size = 1024;
  return binary;
}

TEST(Binary, ParseGivesBackWhatWasSerialized) {
  const Binary binary = sample(), read = Binary::parse(binary.serialize());
  EXPECT_EQ(read.image, binary.image);
  EXPECT_EQ(read.entry, binary.entry);
  EXPECT_EQ(read.unit, binary.unit);
  EXPECT_EQ(read.context_fixed, binary.context_fixed);
  EXPECT_EQ(read.context_per_item, binary.context_per_item);
  EXPECT_EQ(read.static_local, binary.static_local);
  EXPECT_EQ(read.sub_group_size, binary.sub_group_size);
  EXPECT_EQ(read.registers, binary.registers);
  EXPECT_EQ(read.vector_width, binary.vector_width);
  EXPECT_EQ(read.max_group_size, binary.max_group_size);
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
  std::vector<Specialization> others(6, base);
  others[0].local[0] = 32;
  others[1].ids_fit_i32 = false;
  others[2].has_offset = true;
  others[3].contract = false;
  others[4].baked[0].value = 8;
  others[5].baked[0].field.offset = 12;
  for (const Specialization &other : others)
    EXPECT_NE(other.hash(), base.hash());
}

} // namespace
} // namespace weft::codegen

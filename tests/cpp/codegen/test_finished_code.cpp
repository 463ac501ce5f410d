// Code that programs carry survives its written form, and everything else is refused.
#include "codegen/finished_code.hpp"

#include <gtest/gtest.h>

#include "codegen/packed.hpp"
#include "support/error.hpp"

namespace weft::codegen {
namespace {

Binary binary() {
  Binary made;
  made.image = Bytes(3000, std::byte{7});
  made.entry = "entry";
  return made;
}

struct Sample {
  Bytes packed = pack(binary().serialize());
  FinishedCode code{{1, 2}, {3, 4}, {}};

  Sample() {
    Specialization any, one;
    one.local = {64, 2, 1};
    one.extents = {4, 1, 0};
    one.has_offset = true;
    one.few_items = true;
    one.contract = false;
    one.baked = {{{8, 4}, -7}};
    one.repeated = {{24, 16}};
    one.narrow = {16};
    one.constants = {{"constant", Bytes(3, std::byte{1})}};
    one.distinct = {0, 16};
    one.items_per_unit = 512;
    const std::uint64_t size = binary().serialize().size();
    code.kernels = {{"first", {"here", "there"}, one, size, packed}, {"second", {"here"}, any, size, packed}};
  }
};

TEST(FinishedCode, ParseGivesBackWhatWasSerialized) {
  const Sample sample;
  const Bytes bytes = sample.code.serialize();
  const FinishedCode read = FinishedCode::parse(bytes);
  EXPECT_EQ(read.build, sample.code.build);
  EXPECT_EQ(read.module, sample.code.module);
  ASSERT_EQ(read.kernels.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.kernels[i].name, sample.code.kernels[i].name);
    EXPECT_EQ(read.kernels[i].targets, sample.code.kernels[i].targets);
    EXPECT_EQ(serialize(read.kernels[i].specialization), serialize(sample.code.kernels[i].specialization));
    EXPECT_EQ(read.kernels[i].specialization.hash(), sample.code.kernels[i].specialization.hash());
    EXPECT_EQ(unpack_binary(read.kernels[i].packed, read.kernels[i].size).image, binary().image);
  }
}

TEST(FinishedCode, AlteredOrTruncatedBytesAreABuildError) {
  const Bytes whole = Sample().code.serialize();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes altered = whole;
    altered[at] ^= std::byte{1};
    EXPECT_THROW(FinishedCode::parse(altered), Error) << at;
    EXPECT_THROW(FinishedCode::parse(std::span(whole).first(at)), Error) << at;
  }
}

TEST(FinishedCode, BinariesOfAnotherSizeAreABuildError) {
  const Sample sample;
  const std::uint64_t size = sample.code.kernels[0].size;
  EXPECT_THROW(unpack_binary(sample.packed, size + 1), Error);
  EXPECT_THROW(unpack_binary(std::span(sample.packed).first(9), size), Error);
}

TEST(FinishedCode, OtherBytesAreNoSpecialization) {
  const Bytes whole = serialize(Sample().code.kernels[0].specialization);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(parse_specialization(std::span(whole).first(size)), Error) << size;
  Bytes more = whole, flags = whole;
  more.push_back(std::byte{0});
  EXPECT_THROW(parse_specialization(more), Error);
  flags[24] |= std::byte{0x80};
  EXPECT_THROW(parse_specialization(flags), Error);
}

} // namespace
} // namespace weft::codegen

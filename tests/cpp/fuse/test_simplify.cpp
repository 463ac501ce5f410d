// Loops that simplify() drops, orders, turns and joins.
#include <gtest/gtest.h>

#include "fuse/simplify.hpp"

namespace weft::fuse {
namespace {

Leaf leaf_of(Shape strides, std::ptrdiff_t offset = 0) {
  Leaf leaf;
  leaf.dtype = Dtype::f32;
  leaf.strides = std::move(strides);
  leaf.offset = offset;
  return leaf;
}

/// Loads each leaf, and stores the first one.
Program program_of(std::vector<Dim> dims, std::vector<Leaf> leaves, Leaf target) {
  Program program;
  program.dims = std::move(dims);
  program.leaves = std::move(leaves);
  for (std::size_t i = 0; i < program.leaves.size(); ++i)
    program.steps.push_back({.code = Code::load, .dtype = Dtype::f32, .ref = static_cast<std::uint16_t>(i)});
  program.outputs.push_back({std::move(target), 0});
  return program;
}

std::vector<std::ptrdiff_t> extents(const Program &program) {
  std::vector<std::ptrdiff_t> extents;
  for (const Dim &dim : program.dims)
    extents.push_back(dim.extent);
  return extents;
}

TEST(Simplify, LoopsThatAllLeavesRunAlongAsOneAreOne) {
  Program dense = program_of({{3, 0}, {1, 0}, {4, 0}}, {leaf_of({4, 9, 1})}, leaf_of({4, 9, 1}));
  simplify(dense);
  EXPECT_EQ(extents(dense), (std::vector<std::ptrdiff_t>{12}));
  Program apart = program_of({{3, 0}, {4, 0}}, {leaf_of({5, 1})}, leaf_of({4, 1}));
  simplify(apart);
  EXPECT_EQ(extents(apart), (std::vector<std::ptrdiff_t>{3, 4}));
}

TEST(Simplify, LoopsOfARowAreOneAmongThemselvesAlone) {
  Program program = program_of({{3, 0}, {4, 0}, {5, 0}}, {leaf_of({20, 5, 1})}, leaf_of({20, 5, 1}));
  program.row = 0b110;
  simplify(program);
  EXPECT_EQ(extents(program), (std::vector<std::ptrdiff_t>{3, 20}));
  EXPECT_EQ(program.row, 0b10u);
}

TEST(Simplify, LoopsOfFoldsAreNotJoinedWithOthers) {
  Program program = program_of({{3, 0}, {4, inner_segment(0)}}, {leaf_of({4, 1})}, leaf_of({4, 1}));
  simplify(program);
  EXPECT_EQ(extents(program), (std::vector<std::ptrdiff_t>{3, 4}));
}

TEST(Simplify, OutputsAreWalkedAsTheyLie) {
  Program program = program_of({{3, 0}, {4, 0}}, {leaf_of({4, 1})}, leaf_of({1, 3}));
  simplify(program);
  EXPECT_EQ(extents(program), (std::vector<std::ptrdiff_t>{4, 3}));
  EXPECT_EQ(program.leaves[0].strides, (Shape{1, 4}));
  Program indexed = program_of({{3, 0}, {4, 0}}, {leaf_of({4, 1})}, leaf_of({1, 3}));
  indexed.outputs[0].target.index_stride = 100;
  simplify(indexed);
  EXPECT_EQ(extents(indexed), (std::vector<std::ptrdiff_t>{3, 4})) << "indices say where its elements lie";
}

TEST(Simplify, WhatAllWalkBackwardsIsWalkedForwardsUnlessItIsFolded) {
  Program program = program_of({{4, 0}}, {leaf_of({-1}, 3)}, leaf_of({-2}, 6));
  simplify(program);
  EXPECT_EQ(program.leaves[0].reversed | program.outputs[0].target.reversed, 0u);
  EXPECT_EQ(program.leaves[0].offset, 0);
  EXPECT_EQ(program.outputs[0].target.strides, (Shape{2}));
  Program mixed = program_of({{4, 0}}, {leaf_of({-1}, 3)}, leaf_of({2}));
  simplify(mixed);
  EXPECT_EQ(mixed.leaves[0].reversed, 1u);
  EXPECT_EQ(mixed.leaves[0].offset, 0);
  Program folded = program_of({{4, 0}, {8, inner_segment(0)}}, {leaf_of({8, -1}, 7)}, leaf_of({1, 0}));
  simplify(folded);
  EXPECT_EQ(folded.leaves[0].reversed, 0b10u) << "positions in a fold count from its beginning";
}

} // namespace
} // namespace weft::fuse

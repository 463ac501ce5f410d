// All that a fused kernel is made from, and nothing else: its serialised form is read back before a kernel is written,
// so that no address, size or number of the program that asked for it can reach the code.
#pragma once

#include <cstddef>
#include <span>

#include "fuse/arguments.hpp"
#include "fuse/program.hpp"
#include "fuse/schedule.hpp"

namespace weft::fuse {

/// The shape class of a program under a schedule, as bytes; ops and dtypes by name. Their hash is the kernel's key.
/// Valid until the thread's next call.
std::span<const std::byte> serialise(const Program &, const Schedule &);

/// A program and a schedule that stand for all of their class. Strides are 0, 1 or 2 for any other; extents that the
/// code depends on are the next power of two, with 2 * most_known_extent for longer ones; all else that only a launch
/// knows is at its default.
class Recipe {
public:
  explicit Recipe(std::span<const std::byte> bytes); ///< What serialise() gave.

  const Program &program() const noexcept { return program_; }
  const Schedule &schedule() const noexcept { return schedule_; }
  const ArgumentLayout &layout() const noexcept { return layout_; }

  static constexpr std::ptrdiff_t most_known_extent = 64;

private:
  struct Parts {
    Program program;
    Schedule schedule;
  };
  explicit Recipe(Parts);
  static Parts parse(std::span<const std::byte> bytes);

  Program program_;
  Schedule schedule_;
  ArgumentLayout layout_;
};

} // namespace weft::fuse

// Local memory whose size may change between submissions of a graph: launches find it among captures, nodes lay it out
// anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sycl/graph.hpp"

namespace weft::sycl_api {

/// A stand-in among captures.
struct DynamicPlace {
  std::size_t at;       ///< of its offset
  std::uint32_t number; ///< of the memory
  bool no_init;
};

/// Programs without such memory look no further.
bool has_dynamic_memory() noexcept;
std::vector<DynamicPlace> dynamic_places(std::span<const std::byte> captures);

/// Gives each its place behind `fixed` bytes of local memory; gives the bytes of all. Throws Error(memory_allocation)
/// for more than any device has.
std::uint32_t lay_out(std::span<const DynamicPlace>, std::span<std::byte> captures, std::uint32_t fixed);

/// Lays the memory of a kernel of a graph out anew whenever its size changes; nothing for events of commands that run.
void keep_laid_out(const runtime::Event &recorded, std::vector<DynamicPlace>, std::uint32_t fixed);

} // namespace weft::sycl_api

// Code that programs carry, finished when they were compiled: launches take it before they look on disk or compile.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codegen/finalizer.hpp"
#include "runtime/device.hpp"
#include "runtime/executable.hpp"
#include "support/hash.hpp"

namespace weft::runtime {

/// Bytes of codegen::FinishedCode that a program or library was loaded with. They are read when first asked for, and
/// stay valid until they are removed. What is damaged, or of another build of Weft, is left out: launches compile.
void add_finished(std::span<const std::byte> container);
void remove_finished(const void *container);

/// The targets of such code (codegen/finished_targets.hpp) that run on a device, best first.
using TargetsOf = std::vector<std::string> (*)(const Device &);

/// Each backend says so of its devices; one that does not has no such code.
void register_finished_targets(const Backend &, TargetsOf);

/// Was any added?
bool has_finished() noexcept;

/// What code for the kernel is there for, on a device: what assumes more comes first.
std::vector<codegen::Specialization> finished_for(const Device &, const Hash &kernel);

/// The code for a kernel with a specialisation, by the hashes of both combined.
std::optional<codegen::Binary> find_finished(const Device &, const Hash &specialized);

/// How often launches took such code from their program.
std::size_t finished_hits() noexcept;

} // namespace weft::runtime

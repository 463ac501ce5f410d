// The nests of folds.
#pragma once

#include "fuse/schedule.hpp"

namespace weft::fuse {

/// Lanes of a group take the elements of a block by turns.
void write_lanes(const Program &, Schedule &);
/// The same of booleans, until the result is decided. Groups of several blocks tell each other.
void write_decided(const Program &, Schedule &);
/// Lanes run across columns, a work-item walks down a block of rows.
void write_columns(const Program &, Schedule &);
/// Lanes of a GPU's group take neighbours by turns, then meet in local memory.
void write_groups(const Program &, Schedule &);
/// A work-group folds its row as often as there are folds, then stores what runs along it.
void write_row(const Program &, Schedule &);

} // namespace weft::fuse

// What lets a program leave a wait for endless work: Python does so on Ctrl-C.
#pragma once

namespace weft::runtime {

/// From now on a kernel that might not end never runs on a thread that submits it or waits for it. For the life of the
/// process.
void keep_callers_free() noexcept;
bool callers_are_kept_free() noexcept;

} // namespace weft::runtime

// What the stand-ins for NVIDIA's libraries share: the stand-in for the driver, streams, memory, and a log of calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <fmt/format.h>

namespace fake {

using Stream = void *;

/// Notes a call; "without a context" follows its name where the caller has none.
void log(const std::string &call);

/// Notes what is wrong with a call.
void complain(const std::string &what);

/// Runs in the stream after what is there.
void enqueue(Stream, std::function<void()> work);

/// Complains unless the address is of the driver's memory.
void expect_device_memory(const char *call, const void *);

/// What "key=value,..." in WEFT_FAKE_LIBRARIES says of a key.
long number(const std::string &key, long otherwise);

} // namespace fake

// The driver fills with 1, 2 and 4 bytes; longer patterns are written once and doubled.
#include "backends/cuda/fill.hpp"

#include <algorithm>
#include <cstring>

namespace weft::cuda {

namespace {

template <class T> T word(std::span<const std::byte> pattern) {
  T value;
  std::memcpy(&value, pattern.data(), sizeof(T));
  return value;
}

bool repeats(std::span<const std::byte> pattern, std::size_t period) {
  return pattern.size() % period == 0 && std::equal(pattern.begin() + period, pattern.end(), pattern.begin());
}

} // namespace

void enqueue_fill(CUdeviceptr to, std::span<const std::byte> pattern, std::size_t count, CUstream stream) {
  const Driver &cuda = driver();
  const std::size_t bytes = pattern.size() * count;
  if (bytes == 0)
    return;
  if (repeats(pattern, 1))
    return cuda.check(cuda.fill8_async(to, word<unsigned char>(pattern), bytes, stream), "cuMemsetD8Async");
  if (repeats(pattern, 2) && to % 2 == 0)
    return cuda.check(cuda.fill16_async(to, word<unsigned short>(pattern), bytes / 2, stream), "cuMemsetD16Async");
  if (repeats(pattern, 4) && to % 4 == 0)
    return cuda.check(cuda.fill32_async(to, word<unsigned>(pattern), bytes / 4, stream), "cuMemsetD32Async");
  cuda.check(cuda.copy_async(to, reinterpret_cast<CUdeviceptr>(pattern.data()), pattern.size(), stream),
             "cuMemcpyAsync");
  for (std::size_t done = pattern.size(); done < bytes;) {
    const std::size_t more = std::min(done, bytes - done);
    cuda.check(cuda.copy_async(to + done, to, more, stream), "cuMemcpyAsync");
    done += more;
  }
}

} // namespace weft::cuda

// What a first compilation for a GPU begins with, done while the GPU's context is made.
#pragma once

#include <memory>

namespace weft::cuda {

class CudaDevice;

/// Compiles and loads a kernel that nobody launches, on a thread of the runtime's own: the first one that somebody
/// waits for then finds code generator and driver warm. Not where the disk cache says that it was done before: there
/// kernels are likely to come from the cache, and a compiler at work would hold up the driver that loads them.
void rehearse(const std::shared_ptr<const CudaDevice> &);

} // namespace weft::cuda

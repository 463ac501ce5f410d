// Memory and streams of other libraries that use the same device: what __cuda_array_interface__ and DLPack need.
#pragma once

#include <Python.h>

#include <cstdint>
#include <memory>

#include "array/array.hpp"

namespace weft::python {

int native_number(void *device_ref); ///< Of a DPCTLSyclDeviceRef; see Device::native_number().

/// The native number of the device that an address of whatever origin lives on; -1 if it is no device's memory.
int number_of_memory(std::uintptr_t address);

std::uintptr_t native_stream(const std::shared_ptr<runtime::Queue> &);
void hold_back(const std::shared_ptr<runtime::Queue> &, std::uintptr_t stream);
void follow(const std::shared_ptr<runtime::Queue> &, std::uintptr_t stream);

/// An array over memory of whatever origin, which `owner` keeps alive; `strides` in elements.
array::Array array_over(std::uintptr_t address, const array::Shape &, const array::Shape &strides, array::Dtype,
                        PyObject *owner, const std::shared_ptr<runtime::Queue> &);

/// The array's memory as others may use it on streams of their own; its address.
std::uintptr_t lend(const array::Array &);

} // namespace weft::python

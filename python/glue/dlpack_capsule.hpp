// DLPack 1.1's memory layout (https://dmlc.github.io/dlpack/latest/c_api.html), and arrays as capsules of it.
#pragma once

#include <Python.h>

#include <cstdint>

#include "array/array.hpp"

namespace weft::python::dlpack {

struct Version {
  std::uint32_t major;
  std::uint32_t minor;
};
inline constexpr Version current{1, 1};

/// DLPack's numbers for kinds of devices; the ones that are made or read here.
enum class DeviceKind : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13, oneapi = 14 };

struct Device {
  std::int32_t kind;
  std::int32_t number;
};

enum class TypeCode : std::uint8_t {
  signed_integer = 0,
  unsigned_integer = 1,
  floating = 2,
  bfloat = 4,
  complex = 5,
  boolean = 6
};

struct DataType {
  TypeCode code;
  std::uint8_t bits;
  std::uint16_t lanes;
};

struct Tensor {
  void *data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t *shape;
  std::int64_t *strides; ///< In elements; may be null in old capsules: C-contiguous.
  std::uint64_t byte_offset;
};

/// What a capsule named "dltensor" holds.
struct Managed {
  Tensor tensor;
  void *owner;
  void (*deleter)(Managed *);
};

inline constexpr std::uint64_t flag_read_only = 1;
inline constexpr std::uint64_t flag_copied = 2;

/// What a capsule named "dltensor_versioned" holds.
struct ManagedVersioned {
  Version version;
  void *owner;
  void (*deleter)(ManagedVersioned *);
  std::uint64_t flags;
  Tensor tensor;
};

static_assert(sizeof(Tensor) == 48 && sizeof(Managed) == 64 && sizeof(ManagedVersioned) == 80);

/// A capsule over the array's memory, which it keeps alive. Work that writes it is submitted, and done if `wait`;
/// `lend` says that others use it on streams of their own.
PyObject *export_array(const array::Array &, Device, bool versioned, bool copied, bool wait, bool lend);

/// Whether the capsule's data lies in an allocation of Weft's, or, if `foreign`, of a device's driver; an array of no
/// elements lies anywhere.
bool holds_usm(PyObject *capsule, bool foreign);

/// Where the capsule's data is.
Device device_in(PyObject *capsule);

/// Tells the consumer of a versioned capsule that the data was copied for it.
void mark_copied(PyObject *capsule);

/// The array over a capsule's memory, which holds_usm(); takes the capsule over.
array::Array import_usm(PyObject *capsule, const std::shared_ptr<runtime::Queue> &);

} // namespace weft::python::dlpack

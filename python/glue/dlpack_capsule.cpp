// Arrays as DLPack capsules, and back.
#include "glue/dlpack_capsule.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>

#include "glue/bind.hpp"
#include "runtime/memory.hpp"
#include "support/error.hpp"

namespace weft::python::dlpack {
namespace {

using array::Array;
using array::Dtype;
using array::Kind;
using array::Shape;

constexpr const char *old_name = "dltensor";
constexpr const char *versioned_name = "dltensor_versioned";
constexpr const char *used_old_name = "used_dltensor";
constexpr const char *used_versioned_name = "used_dltensor_versioned";

DataType data_type(Dtype dtype) {
  const auto bits = static_cast<std::uint8_t>(item_size(dtype) * 8);
  switch (kind_of(dtype)) {
  case Kind::boolean:
    return {TypeCode::boolean, bits, 1};
  case Kind::integer_signed:
    return {TypeCode::signed_integer, bits, 1};
  case Kind::integer_unsigned:
    return {TypeCode::unsigned_integer, bits, 1};
  case Kind::floating:
    return {dtype == Dtype::bf16 ? TypeCode::bfloat : TypeCode::floating, bits, 1};
  case Kind::complex:
    return {TypeCode::complex, bits, 1};
  }
  WEFT_CHECK(false, "dlpack: dtype {}", static_cast<int>(dtype));
}

Dtype dtype_of(DataType type) {
  for (int i = 0; i < array::dtype_count; ++i) {
    const DataType known = data_type(static_cast<Dtype>(i));
    if (known.code == type.code && known.bits == type.bits && type.lanes == 1)
      return static_cast<Dtype>(i);
  }
  throw Error(Errc::buffer, "from_dlpack: elements of type code {}, {} bits and {} lanes have no dtype here",
              static_cast<int>(type.code), type.bits, type.lanes);
}

/// What an exported capsule owns: the struct that consumers see, its extents, and the memory.
template <class Capsule> struct Export {
  Capsule capsule{};
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  std::shared_ptr<void> memory;
};

template <class Capsule> void drop(Capsule *capsule) {
  delete static_cast<Export<Capsule> *>(capsule->owner);
}

/// An exported capsule that nobody took is dropped with its Python object.
template <class Capsule> void drop_unused(PyObject *object) {
  const char *name = std::is_same_v<Capsule, Managed> ? old_name : versioned_name;
  if (PyCapsule_IsValid(object, name) == 0)
    return;
  auto *capsule = static_cast<Capsule *>(PyCapsule_GetPointer(object, name));
  capsule->deleter(capsule);
}

template <class Capsule> Capsule *exported(const Array &array, Device device) {
  auto made = std::make_unique<Export<Capsule>>();
  made->shape.assign(array.shape().begin(), array.shape().end());
  made->strides.assign(array.strides().begin(), array.strides().end());
  const std::ptrdiff_t offset = array.size() == 0 ? 0 : array.offset(); // an empty view may start behind the memory
  char *data = static_cast<char *>(array.base()) + offset * std::ptrdiff_t{item_size(array.dtype())};
  made->memory = array.owner();
  made->capsule.tensor = {
      data, device, array.ndim(), data_type(array.dtype()), made->shape.data(), made->strides.data(), 0};
  made->capsule.owner = made.get();
  made->capsule.deleter = &drop<Capsule>;
  return &made.release()->capsule;
}

template <class Capsule> PyObject *capsule_object(Capsule *capsule, const char *name) {
  PyObject *object = PyCapsule_New(capsule, name, &drop_unused<Capsule>);
  if (object == nullptr) {
    capsule->deleter(capsule);
    throw PythonError{};
  }
  return object;
}

bool is_empty(const Tensor &tensor) {
  return std::find(tensor.shape, tensor.shape + tensor.ndim, 0) != tensor.shape + tensor.ndim;
}

Shape extents_of(const Tensor &tensor) {
  return Shape(reinterpret_cast<const std::ptrdiff_t *>(tensor.shape), static_cast<std::size_t>(tensor.ndim));
}

/// Throws for extents and strides that no array can have.
fuse::LayoutRef layout_of(const Tensor &tensor) {
  if (tensor.strides == nullptr)
    return fuse::dense_layout(extents_of(tensor), 'C');
  return fuse::make_layout(extents_of(tensor), Shape(reinterpret_cast<const std::ptrdiff_t *>(tensor.strides),
                                                     static_cast<std::size_t>(tensor.ndim)));
}

/// Throws unless what others wrote into a capsule can be read at all.
const Tensor &checked(const Tensor &tensor) {
  if (tensor.ndim < 0 || tensor.ndim > std::int32_t{fuse::max_dims})
    throw Error(Errc::buffer, "from_dlpack: the capsule has {} dimensions, at most {} are supported", tensor.ndim,
                fuse::max_dims);
  if (tensor.ndim > 0 && tensor.shape == nullptr)
    throw Error(Errc::buffer, "from_dlpack: the capsule has {} dimensions and no shape", tensor.ndim);
  if (tensor.data == nullptr && !is_empty(tensor))
    throw Error(Errc::buffer, "from_dlpack: the capsule has elements and no data");
  layout_of(tensor);
  return tensor;
}

/// The tensor inside a capsule that was not consumed yet.
const Tensor &tensor_of(PyObject *object) {
  if (PyCapsule_IsValid(object, versioned_name)) {
    const auto *capsule = static_cast<ManagedVersioned *>(PyCapsule_GetPointer(object, versioned_name));
    if (capsule->version.major != current.major)
      throw Error(Errc::buffer, "from_dlpack: the capsule has version {}.{}, only {}.x is understood",
                  capsule->version.major, capsule->version.minor, current.major);
    return checked(capsule->tensor);
  }
  if (PyCapsule_IsValid(object, old_name))
    return checked(static_cast<Managed *>(PyCapsule_GetPointer(object, old_name))->tensor);
  throw Error(Errc::buffer, "from_dlpack: not a DLPack capsule, or one that was consumed before");
}

template <class Capsule> std::shared_ptr<void> take(PyObject *object, const char *name, const char *used_name) {
  auto *capsule = static_cast<Capsule *>(PyCapsule_GetPointer(object, name));
  PyCapsule_SetName(object, used_name);
  return {capsule, [](void *held) {
            auto *owned = static_cast<Capsule *>(held);
            if (owned->deleter != nullptr)
              owned->deleter(owned);
          }};
}

} // namespace

PyObject *export_array(const Array &array, Device device, bool versioned, bool copied, bool wait, bool lend) {
  if (!versioned && !array.writable())
    throw Error(Errc::buffer, "__dlpack__: a read-only array needs a capsule of DLPack 1.0 or later; ask for "
                              "max_version=(1, 0), or copy=True");
  array.evaluate();
  if (lend)
    array.lend();
  if (wait) {
    WithoutGil waiting;
    array.queue()->wait_and_throw();
  }
  if (!versioned)
    return capsule_object(exported<Managed>(array, device), old_name);
  auto *capsule = exported<ManagedVersioned>(array, device);
  capsule->version = current;
  capsule->flags = (array.writable() ? 0 : flag_read_only) | (copied ? flag_copied : 0);
  return capsule_object(capsule, versioned_name);
}

bool holds_usm(PyObject *object, bool foreign) {
  const Tensor &tensor = tensor_of(object);
  const auto found = foreign ? runtime::find_any_allocation(tensor.data) : runtime::find_allocation(tensor.data);
  return found.kind != runtime::AllocationKind::unknown || (foreign && is_empty(tensor));
}

Device device_in(PyObject *object) {
  return tensor_of(object).device;
}

void mark_copied(PyObject *object) {
  if (PyCapsule_IsValid(object, versioned_name) == 0)
    throw Error(Errc::buffer, "__dlpack__: capsules before DLPack 1.0 can not tell that their data was copied");
  static_cast<ManagedVersioned *>(PyCapsule_GetPointer(object, versioned_name))->flags |= flag_copied;
}

Array import_usm(PyObject *object, const std::shared_ptr<runtime::Queue> &queue) {
  const Tensor tensor = tensor_of(object);
  const Dtype dtype = dtype_of(tensor.dtype);
  const auto width = std::ptrdiff_t{item_size(dtype)};
  const fuse::LayoutRef layout = layout_of(tensor);
  const runtime::PointerInfo allocation = runtime::find_any_allocation(tensor.data);
  if (allocation.kind == runtime::AllocationKind::unknown)
    return Array::empty(layout->shape(), dtype, queue, runtime::AllocationKind::device);
  const std::ptrdiff_t bytes =
      static_cast<char *>(tensor.data) + tensor.byte_offset - static_cast<char *>(allocation.base);
  if (bytes % width != 0)
    throw Error(Errc::buffer,
                "from_dlpack: the data starts {} bytes into its allocation, no multiple of the {} bytes of "
                "an element",
                bytes, width);
  const bool versioned = PyCapsule_IsValid(object, versioned_name) != 0;
  const bool read_only =
      versioned &&
      (static_cast<ManagedVersioned *>(PyCapsule_GetPointer(object, versioned_name))->flags & flag_read_only) != 0;
  std::shared_ptr<void> owner = versioned ? take<ManagedVersioned>(object, versioned_name, used_versioned_name)
                                          : take<Managed>(object, old_name, used_old_name);
  Array array = Array::from_memory(allocation.base, allocation.size, std::move(owner), allocation.kind, queue,
                                   layout->shape(), layout->strides(), bytes / width, dtype);
  if (read_only)
    array.set_writable(false);
  return array;
}

} // namespace weft::python::dlpack

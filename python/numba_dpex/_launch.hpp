// From the arguments of a call to a launch: types choose the compiled kernel, values fill its argument block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "../dpctl/_errors.hpp"
#include "../dpctl/_owner.hpp"
#include "../dpctl/_without_gil.hpp"
#include "array/kernel_argument.hpp"
#include "pykernel/recipe.hpp"
#include "runtime/launch_check.hpp"
#include "sycl/bridge.hpp"

namespace weft::python {

using array::Array;
using Signature = std::vector<std::uint64_t>;

/// What a word of a signature stands for; its dtype, rank and layout, of tuples the names of fields, stand above.
/// _compiler/signature.py reads them.
enum class ArgumentKind : std::uint8_t { scalar, array, local, tuple };

/// A layout of 255 is dense in C order, d < 255 means that the stride along d is one, 254 that none is known to be.
inline constexpr std::uint64_t dense = 255, strided = 254;

inline std::uint64_t layout_of(const Array &array) {
  if (array.c_contiguous())
    return dense;
  for (std::size_t d = array.strides().size(); d-- > 0;)
    if (array.strides()[d] == 1)
      return d;
  return strided;
}

/// Over borrowed memory other buffers may lie; what is not computed yet gets memory of its own.
inline bool may_overlap(const array::Buffer &a, const array::Buffer &b) {
  if (&a == &b)
    return true;
  if ((!a.borrowed && !b.borrowed) || a.pending() || b.pending())
    return false;
  const auto first = reinterpret_cast<std::uintptr_t>(a.base()), second = reinterpret_cast<std::uintptr_t>(b.base());
  return first < second + b.bytes && second < first + a.bytes;
}

/// A kernel compiled for one signature. Bit n of `written`: it stores into the n-th array.
struct Entry {
  Signature signature;
  runtime::Kernel kernel;
  std::uint64_t written = 0;
  std::uint32_t local_bytes = 0;
  bool reports = false; ///< its last argument is a buffer that it writes to the host into
  bool launched = false;
};

/// The arguments of one launch. An array comes as a pointer to the object's own, which lives until the launch.
class Arguments {
public:
  void start(bool is_range, int dims, const std::size_t *global, const std::size_t *local) {
    signature.assign(1, std::uint64_t{is_range} | std::uint64_t(dims) << 8);
    block.clear();
    arrays.clear();
    owners.reset();
    range = {};
    range.dims = dims;
    if (!is_range)
      range.local = {1, 1, 1};
    for (int d = 0; d < dims; ++d) { // the last of Python's dimensions varies fastest, here the first
      range.global[std::size_t(d)] = global[dims - 1 - d];
      if (!is_range)
        range.local[std::size_t(d)] = local[dims - 1 - d];
    }
    if (is_range)
      for (int d = 0; d < dims; ++d)
        put(range.global[std::size_t(d)]);
  }

  void add_scalar(int dtype, const void *value, std::size_t size) {
    add_word(ArgumentKind::scalar, std::uint64_t(dtype), 0, 0);
    const std::size_t at = block.size();
    block.resize(at + (size + 7) / 8 * 8);
    std::memcpy(block.data() + at, value, size);
  }
  void add_array(const Array &array) {
    add_word(ArgumentKind::array, std::uint64_t(array.dtype()), std::uint64_t(array.ndim()), layout_of(array));
    arrays.push_back({&array, block.size()});
    put(std::uint64_t{0});
    for (const std::ptrdiff_t extent : array.shape())
      put(extent);
    if (!array.c_contiguous())
      for (const std::ptrdiff_t stride : array.strides())
        put(stride);
  }
  void add_local(int dtype, int ndim) { add_word(ArgumentKind::local, std::uint64_t(dtype), std::uint64_t(ndim), 0); }
  void add_extent(std::uint64_t extent) { signature.push_back(extent); }
  /// The buffer of reports, which its Python object owns.
  void add_buffer(std::uint64_t address, PyObject *owner) {
    put(address);
    hold(own(owner));
  }
  /// `names` is the number of the names that its fields have; 0 if they have none.
  void add_tuple(std::size_t count, std::uint64_t names) { add_word(ArgumentKind::tuple, 0, count, names); }

  /// Says in the signature where no two arrays share memory, as far as their buffers tell.
  void note_overlaps() {
    bool apart = arrays.size() > 1;
    for (std::size_t n = 0; apart && n < arrays.size(); ++n)
      for (std::size_t m = 0; apart && m < n; ++m)
        apart = !may_overlap(*arrays[m].array->buffer(), *arrays[n].array->buffer());
    signature[0] |= std::uint64_t{apart} << 16;
  }

  /// The number of the first array on another queue than the first, 0 if there is none, -1 without arrays.
  int misplaced() const {
    if (arrays.empty())
      return -1;
    for (std::size_t n = 1; n < arrays.size(); ++n)
      if (arrays[n].array->queue() != arrays[0].array->queue())
        return static_cast<int>(n);
    return 0;
  }
  /// The number of the first array that the kernel stores into and must not, or -1.
  int read_only(const Entry &entry) const {
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (is_written(entry, n) && !arrays[n].array->writable())
        return static_cast<int>(n);
    return -1;
  }
  /// Memory that the host may look at without asking: the caller waits.
  bool seen_by_host() const {
    for (const Placed &placed : arrays)
      if (placed.array->usm_kind() != array::AllocationKind::device)
        return true;
    return false;
  }

  runtime::Event launch(const Entry &entry, const std::vector<runtime::Event> &events) {
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      const Array &array = *arrays[n].array;
      auto *first = static_cast<std::byte *>(array::base_for_kernel(array, is_written(entry, n))) +
                    array.offset() * static_cast<std::ptrdiff_t>(item_size(array.dtype()));
      std::memcpy(block.data() + arrays[n].at, &first, sizeof first);
      if (array.buffer()->borrowed)
        hold(array.buffer()->owner());
    }
    const runtime::Launch launch{.kernel = entry.kernel,
                                 .range = range,
                                 .args = block,
                                 .local_bytes = entry.local_bytes,
                                 .keep_alive = std::move(owners)};
    runtime::Queue &queue = *arrays[0].array->queue();
    runtime::check_launch(launch, queue.device()->info());
    return range.size() == 0 ? queue.barrier_internal() : queue.submit_internal(launch, events);
  }

  const std::shared_ptr<runtime::Queue> &queue() const { return arrays[0].array->queue(); }

  Signature signature;

private:
  struct Placed {
    const Array *array;
    std::size_t at; ///< of its pointer in the block
  };

  void hold(std::shared_ptr<void> owner) {
    if (!owners)
      owners = std::make_shared<std::vector<std::shared_ptr<void>>>();
    owners->push_back(std::move(owner));
  }
  static bool is_written(const Entry &entry, std::size_t n) { return n >= 64 || (entry.written >> n & 1) != 0; }
  void add_word(ArgumentKind kind, std::uint64_t dtype, std::uint64_t ndim, std::uint64_t layout) {
    signature.push_back(std::uint64_t(kind) | dtype << 8 | ndim << 16 | layout << 24);
  }
  template <class T> void put(T value) {
    static_assert(sizeof(T) == 8);
    const std::size_t at = block.size();
    block.resize(at + 8);
    std::memcpy(block.data() + at, &value, 8);
  }

  std::vector<std::byte> block;
  std::vector<Placed> arrays;
  std::shared_ptr<std::vector<std::shared_ptr<void>>> owners; ///< of memory, until the kernel is done
  runtime::NdRange range;
};

/// The text of the Python exception that is set, which it takes away.
inline std::string message_of_python_error() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject *text = value == nullptr ? nullptr : PyObject_Str(value);
  const char *bytes = text == nullptr ? nullptr : PyUnicode_AsUTF8(text);
  std::string message = bytes == nullptr ? "a report of a kernel could not be read" : bytes;
  Py_XDECREF(text);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  PyErr_Clear();
  return message;
}

/// The compiled kernels of one Python function.
class Entries {
public:
  /// Null where there is none for the signature. Entries stay where they are.
  Entry *find(const Signature &signature) {
    for (std::size_t n = 0; n < entries_.size(); ++n)
      if (entries_[n]->signature == signature) {
        if (n != 0)
          std::swap(entries_[n], entries_[0]);
        return entries_[0].get();
      }
    return nullptr;
  }
  Entry *add(const Signature &signature, const pykernel::Recipe &recipe, std::uint64_t written,
             std::uint32_t local_bytes, bool reports) {
    entries_.push_back(
        std::make_unique<Entry>(Entry{signature, pykernel::kernel_of(recipe), written, local_bytes, reports, false}));
    return entries_.back().get();
  }

private:
  std::vector<std::unique_ptr<Entry>> entries_;
};

inline int function_op(const pykernel::Recipe &recipe, const std::vector<int> &inputs, int result) {
  ops::Loop loop;
  loop.arity = static_cast<int>(inputs.size());
  WEFT_CHECK(inputs.size() <= loop.inputs.size(), "an elementwise op of {} inputs", inputs.size());
  for (std::size_t n = 0; n < inputs.size(); ++n)
    loop.inputs[n] = static_cast<ops::Dtype>(inputs[n]);
  loop.result = static_cast<ops::Dtype>(result);
  return static_cast<int>(pykernel::function_op(recipe, loop));
}

inline runtime::Event event_of_ref(void *ref) {
  return sycl_api::event_of(*static_cast<const sycl::event *>(ref));
}
inline void *new_event_ref(const runtime::Event &event) {
  return new sycl::event(sycl_api::make(event));
}

/// Text of a kernel: what is "llvm", "optimised", "asm" or "ptx".
inline std::string listing(const pykernel::Recipe &recipe, const std::string &what, unsigned arch,
                           const std::array<std::uint32_t, 3> &local) {
  const WithoutGil compiling;
  if (what == "ptx")
    return pykernel::ptx(recipe, arch, local);
  using codegen::Listing;
  return pykernel::listing(recipe,
                           what == "llvm"  ? Listing::written
                           : what == "asm" ? Listing::assembly
                                           : Listing::optimised,
                           local);
}

/// Calls a Python function on a thread of the runtime's when the event is complete; what it raises surfaces at the next
/// wait.
inline runtime::Event call_after(const Arguments &arguments, const runtime::Event &event, PyObject *function) {
  const auto call = [held = own(function)]() mutable {
    if (Py_IsInitialized() == 0)
      return; // nobody is there to read it
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *result = PyObject_CallNoArgs(static_cast<PyObject *>(held.get()));
    std::string text;
    Errc code = Errc::kernel;
    if (result == nullptr) {
      code = PyErr_ExceptionMatches(PyExc_IndexError) ? Errc::index : Errc::kernel;
      text = message_of_python_error();
    }
    const bool failed = result == nullptr;
    Py_XDECREF(result);
    held.reset();
    PyGILState_Release(state);
    if (failed)
      throw Error(code, "{}", text);
  };
  return arguments.queue()->host_task(call, std::span(&event, 1));
}

/// Launches; where the kernel may have to be compiled first, other Python threads run meanwhile.
inline runtime::Event launch(Arguments &arguments, Entry &entry, const std::vector<runtime::Event> &events) {
  if (entry.launched)
    return arguments.launch(entry, events);
  const runtime::Event event = [&] {
    const WithoutGil compiling;
    return arguments.launch(entry, events);
  }();
  entry.launched = true;
  return event;
}

} // namespace weft::python

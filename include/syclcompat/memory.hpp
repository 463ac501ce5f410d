// Memory by functions that need no queue: allocations, copies and fills, also of two and three dimensions (SYCLcompat).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>
#include <syclcompat/device.hpp>
#include <syclcompat/traits.hpp>

namespace syclcompat {

using byte_t = std::uint8_t;

/// An object of this type of the work-group, such as an array.
template <class AllocT> auto *local_mem() {
  auto place = sycl::ext::oneapi::group_local_memory_for_overwrite<AllocT>(
      sycl::ext::oneapi::this_work_item::get_work_group<3>());
  return *place;
}

/// Rows of two or three dimensions in one allocation, each of `pitch` bytes.
class pitched_data {
public:
  pitched_data() = default;
  pitched_data(void *data, std::size_t pitch, std::size_t x, std::size_t y)
      : data_(data), pitch_(pitch), x_(x), y_(y) {}

  void *get_data_ptr() const { return data_; }
  std::size_t get_pitch() const { return pitch_; }
  std::size_t get_x() const { return x_; }
  std::size_t get_y() const { return y_; }
  void set_data_ptr(void *data) { data_ = data; }
  void set_pitch(std::size_t pitch) { pitch_ = pitch; }
  void set_x(std::size_t x) { x_ = x; }
  void set_y(std::size_t y) { y_ = y; }

private:
  void *data_ = nullptr;
  std::size_t pitch_ = 0, x_ = 0, y_ = 0;
};

namespace detail {

inline std::size_t padded(std::size_t bytes) {
  return (bytes + 31) / 32 * 32;
}

/// Where an element of these coordinates is: x in bytes, then the row, then the slice.
inline std::byte *place(const pitched_data &data, const sycl::id<3> &at) {
  return static_cast<std::byte *>(data.get_data_ptr()) + (at[2] * data.get_y() + at[1]) * data.get_pitch() + at[0];
}

/// The event of a command that is done when all of them are.
inline sycl::event joined(const std::vector<sycl::event> &events, sycl::queue &q) {
  return events.size() == 1 ? events.front() : q.ext_oneapi_submit_barrier(events);
}

template <class T> T *allocated(T *pointer, const char *function) {
  if (pointer == nullptr)
    throw sycl::exception(sycl::make_error_code(sycl::errc::memory_allocation),
                          std::string("syclcompat::") + function + ": no memory left");
  return pointer;
}

} // namespace detail

// Allocations.

template <class T> T *malloc(std::size_t count, sycl::queue q = get_default_queue()) {
  return sycl::malloc_device<T>(count, q);
}
template <class T> T *malloc_host(std::size_t count, sycl::queue q = get_default_queue()) {
  return sycl::malloc_host<T>(count, q);
}
template <class T> T *malloc_shared(std::size_t count, sycl::queue q = get_default_queue()) {
  return sycl::malloc_shared<T>(count, q);
}
inline void *malloc(std::size_t num_bytes, sycl::queue q = get_default_queue()) {
  return sycl::malloc_device(num_bytes, q);
}
inline void *malloc_host(std::size_t num_bytes, sycl::queue q = get_default_queue()) {
  return sycl::malloc_host(num_bytes, q);
}
inline void *malloc_shared(std::size_t num_bytes, sycl::queue q = get_default_queue()) {
  return sycl::malloc_shared(num_bytes, q);
}
/// y rows of x bytes; `pitch` becomes what a row takes.
inline void *malloc(std::size_t &pitch, std::size_t x, std::size_t y, sycl::queue q = get_default_queue()) {
  pitch = detail::padded(x);
  return sycl::malloc_device(pitch * y, q);
}
inline pitched_data malloc(sycl::range<3> size, sycl::queue q = get_default_queue()) {
  const std::size_t pitch = detail::padded(size[0]);
  return pitched_data(sycl::malloc_device(pitch * size[1] * size[2], q), pitch, size[0], size[1]);
}

inline void free(void *ptr, sycl::queue q = get_default_queue()) {
  if (ptr != nullptr)
    sycl::free(ptr, q);
}
inline void wait_and_free(void *ptr, sycl::queue q = get_default_queue()) {
  get_current_device().queues_wait_and_throw();
  q.wait();
  syclcompat::free(ptr, q);
}
/// Frees them when the events are done.
inline sycl::event enqueue_free(const std::vector<void *> &pointers, const std::vector<sycl::event> &events,
                                sycl::queue q = get_default_queue()) {
  const sycl::event freed = q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(events);
    cgh.host_task([=] {
      for (void *pointer : pointers)
        syclcompat::free(pointer, q);
    });
  });
  get_current_device().add_event(freed);
  return freed;
}
inline sycl::event free_async(const std::vector<void *> &pointers, const std::vector<sycl::event> &events,
                              sycl::queue q = get_default_queue()) {
  return enqueue_free(pointers, events, q);
}

// Copies.

inline sycl::event memcpy_async(void *to_ptr, const void *from_ptr, std::size_t size,
                                sycl::queue q = get_default_queue()) {
  return q.memcpy(to_ptr, from_ptr, size);
}
template <class T>
sycl::event memcpy_async(type_identity_t<T> *to_ptr, const type_identity_t<T> *from_ptr, std::size_t count,
                         sycl::queue q = get_default_queue()) {
  return q.memcpy(static_cast<void *>(to_ptr), static_cast<const void *>(from_ptr), count * sizeof(T));
}
/// y rows of x bytes.
inline sycl::event memcpy_async(void *to_ptr, std::size_t to_pitch, const void *from_ptr, std::size_t from_pitch,
                                std::size_t x, std::size_t y, sycl::queue q = get_default_queue()) {
  return q.ext_oneapi_memcpy2d(to_ptr, to_pitch, from_ptr, from_pitch, x, y);
}
/// A box, whose positions and size are bytes, rows and slices.
inline sycl::event memcpy_async(pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos,
                                sycl::range<3> size, sycl::queue q = get_default_queue()) {
  std::vector<sycl::event> events;
  for (std::size_t z = 0; z < size[2]; ++z)
    events.push_back(q.ext_oneapi_memcpy2d(detail::place(to, to_pos + sycl::id<3>(0, 0, z)), to.get_pitch(),
                                           detail::place(from, from_pos + sycl::id<3>(0, 0, z)), from.get_pitch(),
                                           size[0], size[1]));
  return detail::joined(events, q);
}

inline void memcpy(void *to_ptr, const void *from_ptr, std::size_t size, sycl::queue q = get_default_queue()) {
  memcpy_async(to_ptr, from_ptr, size, q).wait();
}
template <class T>
void memcpy(type_identity_t<T> *to_ptr, const type_identity_t<T> *from_ptr, std::size_t count,
            sycl::queue q = get_default_queue()) {
  memcpy_async<T>(to_ptr, from_ptr, count, q).wait();
}
inline void memcpy(void *to_ptr, std::size_t to_pitch, const void *from_ptr, std::size_t from_pitch, std::size_t x,
                   std::size_t y, sycl::queue q = get_default_queue()) {
  memcpy_async(to_ptr, to_pitch, from_ptr, from_pitch, x, y, q).wait();
}
inline void memcpy(pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size,
                   sycl::queue q = get_default_queue()) {
  memcpy_async(to, to_pos, from, from_pos, size, q).wait();
}

// Fills.

template <class T>
sycl::event fill_async(void *dev_ptr, const T &pattern, std::size_t count, sycl::queue q = get_default_queue()) {
  return q.fill(dev_ptr, pattern, count);
}
template <class T> void fill(void *dev_ptr, const T &pattern, std::size_t count, sycl::queue q = get_default_queue()) {
  fill_async(dev_ptr, pattern, count, q).wait();
}

namespace detail {
template <class T>
sycl::event fill_rows(void *ptr, std::size_t pitch, const T &value, std::size_t x, std::size_t y, sycl::queue &q) {
  return q.ext_oneapi_fill2d(ptr, pitch, value, x, y);
}
template <class T> sycl::event fill_box(const pitched_data &data, const T &value, sycl::range<3> size, sycl::queue &q) {
  std::vector<sycl::event> events;
  for (std::size_t z = 0; z < size[2]; ++z)
    events.push_back(
        fill_rows(place(data, sycl::id<3>(0, 0, z)), data.get_pitch(), value, size[0] / sizeof(T), size[1], q));
  return joined(events, q);
}
} // namespace detail

inline sycl::event memset_async(void *dev_ptr, int value, std::size_t size, sycl::queue q = get_default_queue()) {
  return q.memset(dev_ptr, value, size);
}
inline void memset(void *dev_ptr, int value, std::size_t size, sycl::queue q = get_default_queue()) {
  memset_async(dev_ptr, value, size, q).wait();
}

/// The same of 8, 16 and 32 bits: `size` and `x` count values.
#define WEFT_SYCLCOMPAT_MEMSET(name, Value, T)                                                                         \
  inline sycl::event name##_async(void *ptr, std::size_t pitch, Value val, std::size_t x, std::size_t y,               \
                                  sycl::queue q = get_default_queue()) {                                               \
    return detail::fill_rows(ptr, pitch, static_cast<T>(val), x, y, q);                                                \
  }                                                                                                                    \
  inline sycl::event name##_async(pitched_data pitch, Value val, sycl::range<3> size,                                  \
                                  sycl::queue q = get_default_queue()) {                                               \
    return detail::fill_box(pitch, static_cast<T>(val), size, q);                                                      \
  }                                                                                                                    \
  inline void name(void *ptr, std::size_t pitch, Value val, std::size_t x, std::size_t y,                              \
                   sycl::queue q = get_default_queue()) {                                                              \
    name##_async(ptr, pitch, val, x, y, q).wait();                                                                     \
  }                                                                                                                    \
  inline void name(pitched_data pitch, Value val, sycl::range<3> size, sycl::queue q = get_default_queue()) {          \
    name##_async(pitch, val, size, q).wait();                                                                          \
  }
#define WEFT_SYCLCOMPAT_WIDE_MEMSET(name, T)                                                                           \
  WEFT_SYCLCOMPAT_MEMSET(name, T, T)                                                                                   \
  inline sycl::event name##_async(void *dev_ptr, T value, std::size_t size, sycl::queue q = get_default_queue()) {     \
    return q.fill(dev_ptr, value, size);                                                                               \
  }                                                                                                                    \
  inline void name(void *dev_ptr, T value, std::size_t size, sycl::queue q = get_default_queue()) {                    \
    name##_async(dev_ptr, value, size, q).wait();                                                                      \
  }
WEFT_SYCLCOMPAT_MEMSET(memset, int, std::uint8_t)
WEFT_SYCLCOMPAT_WIDE_MEMSET(memset_d16, unsigned short)
WEFT_SYCLCOMPAT_WIDE_MEMSET(memset_d32, unsigned)
#undef WEFT_SYCLCOMPAT_WIDE_MEMSET
#undef WEFT_SYCLCOMPAT_MEMSET

// Questions about pointers.

class pointer_attributes {
public:
  void init(const void *ptr, sycl::queue q = get_default_queue()) {
    type_ = sycl::get_pointer_type(ptr, q.get_context());
    const bool on_device = type_ == sycl::usm::alloc::device || type_ == sycl::usm::alloc::shared;
    const bool on_host = type_ == sycl::usm::alloc::host || type_ == sycl::usm::alloc::shared;
    device_pointer_ = type_ != sycl::usm::alloc::unknown ? ptr : nullptr;
    host_pointer_ = on_host ? ptr : nullptr;
    device_id_ = on_device ? syclcompat::get_device_id(sycl::get_pointer_device(ptr, q.get_context())) : 0;
  }
  sycl::usm::alloc get_memory_type() const { return type_; }
  const void *get_device_pointer() const { return device_pointer_; }
  const void *get_host_pointer() const { return host_pointer_; }
  bool is_memory_shared() const { return type_ == sycl::usm::alloc::shared; }
  unsigned get_device_id() const { return device_id_; }

private:
  sycl::usm::alloc type_ = sycl::usm::alloc::unknown;
  const void *device_pointer_ = nullptr, *host_pointer_ = nullptr;
  unsigned device_id_ = 0;
};

} // namespace syclcompat

#include <syclcompat/device_memory.hpp>

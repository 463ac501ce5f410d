// What buffers and accessors ask of libweft, which knows them by their bytes: the exported calls behind both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include <sycl/access.hpp>
#include <sycl/detail/config.hpp>
#include <sycl/detail/submit.hpp>
#include <sycl/property_list.hpp>

namespace weft::sycl_api {
class BufferState;
class Requirements;
} // namespace weft::sycl_api

namespace sycl {
inline namespace _V1 {
namespace detail {

/// What all copies, parts and reinterpretations of a buffer share; the last of them ends the buffer.
using buffer_state = std::shared_ptr<weft::sycl_api::BufferState>;
/// What the command of a command group needs; null until it needs something.
using requirements = std::shared_ptr<weft::sycl_api::Requirements>;

struct host_content {
  void *pointer = nullptr;
  bool constant = false;            ///< It must not be written.
  std::shared_ptr<void> owner = {}; ///< Of memory shared with the program.
};
using host_allocation = std::function<std::shared_ptr<void>(std::size_t bytes)>;

/// `alignment` is what elements need; `allocate`, if not empty, gives the memory that the buffer needs on the host.
WEFT_API buffer_state make_buffer(std::size_t bytes, std::size_t alignment, const host_content &,
                                  const host_allocation &allocate, const property_list &);
/// Host memory that the program fills in before it does anything else with the buffer.
WEFT_API void *initial_content(const buffer_state &);
WEFT_API void set_write_back(const buffer_state &, bool);
/// Called with the buffer's bytes when it ends, if they were written; empty: nothing is written back.
WEFT_API void set_final_data(const buffer_state &, std::function<void(const void *)>);

enum class access_kind : unsigned char { read, write, overwrite };

struct access_request {
  const buffer_state &buffer;
  std::size_t begin, bytes; ///< of the buffer's memory
  std::ptrdiff_t at;        ///< from `begin` to where the accessor's elements begin
  access_kind kind;
  bool on_host; ///< for a host task
};

/// Where the accessor's elements begin, and a number that tells it apart. The address of a placeholder for a device is
/// a stand-in, which launches replace.
struct access_grant {
  void *data = nullptr;
  std::uint64_t id = 0;
};

WEFT_API access_grant require(requirements &, const queue &, const access_request &);
WEFT_API access_grant promise(const access_request &);
WEFT_API void require_promised(requirements &, const queue &, std::uint64_t id);
/// Waits until the host may use it; others wait until the last owner of `lease` lets go.
WEFT_API access_grant acquire_on_host(const access_request &, std::shared_ptr<void> &lease);

constexpr bool is_promise(std::uint64_t id) noexcept {
  return (id >> 48) == 0xb5f7;
}

/// Beside an accessor's number, which leaves that bit out: it was made with no_init.
constexpr std::uint64_t without_content = std::uint64_t(1) << 47;

/// A part of memory in which rows lie apart; dimension 0 varies slowest. `id` is that of the accessor that it is of.
struct memory_region {
  void *data = nullptr;
  std::size_t element = 1;
  std::size_t extent[3] = {1, 1, 1};
  std::size_t pitch[2] = {1, 1}; ///< elements of dimensions 1 and 2 from which the next row starts
  std::uint64_t id = 0;

  std::size_t bytes() const noexcept { return element * extent[0] * extent[1] * extent[2]; }
};

/// `height` rows of `width` elements, `pitch` elements apart; throws errc::invalid where rows overlap.
WEFT_API memory_region rows_apart(const char *what, void *data, std::size_t element, std::size_t pitch,
                                  std::size_t width, std::size_t height);

struct regions_of_copy {
  memory_region to, from;
};
template <class T>
regions_of_copy rows_to_copy(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch, std::size_t width,
                             std::size_t height) {
  return {
      rows_apart("copy2d: rows of the destination (width)", to, sizeof(T), to_pitch, width, height),
      rows_apart("copy2d: rows of the source (width)", const_cast<T *>(from), sizeof(T), from_pitch, width, height)};
}
template <class T> memory_region rows_to_fill(void *to, std::size_t pitch, std::size_t width, std::size_t height) {
  return rows_apart("fill2d: rows (width)", to, sizeof(T), pitch, width, height);
}

// Commands on what accessors of the command group stand for.
WEFT_API event copy_region(const queue &, const memory_region &to, const memory_region &from, event_list);
WEFT_API event fill_region(const queue &, const memory_region &to, const void *pattern, event_list);
WEFT_API event update_host(const queue &, std::uint64_t id, event_list);

using sizes = std::array<std::size_t, 3>;

template <class Coordinates> sizes sizes_of(const Coordinates &c) noexcept {
  sizes all{};
  for (int d = 0; d < Coordinates::dimensions; ++d)
    all[d] = c[d];
  return all;
}

/// Throws an error that names what was asked for, from where on, and what there is.
[[noreturn]] WEFT_API void refuse_access(errc, const char *what, const sizes &wanted, const sizes &at,
                                         const sizes &there, int dimensions);

} // namespace detail
} // namespace _V1
} // namespace sycl

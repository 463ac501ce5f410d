// What images of all kinds share: pixels in memory that the runtime moves as it does a buffer's (SYCL 2020, 4.7.3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/image_view.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
inline namespace _V1 {

namespace property::image {
using use_host_ptr = property::buffer::use_host_ptr;
using use_mutex = property::buffer::use_mutex;
using context_bound = property::buffer::context_bound;
} // namespace property::image

using image_allocator = std::allocator<std::byte>;

namespace detail {

struct image_access;

/// Copies share the pixels; the last of them ends the image.
template <int D, class AllocatorT> class image_base {
  static_assert(D >= 1 && D <= 3, "an image has one, two or three dimensions");

public:
  range<D> get_range() const noexcept { return range_; }
  /// Bytes from one row, and from one slice, to the next.
  template <int N = D, class = std::enable_if_t<(N > 1)>> range<N - 1> get_pitch() const noexcept {
    if constexpr (N == 2)
      return range<1>(view_.step[1]);
    else
      return range<2>(view_.step[1], view_.step[2]);
  }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t byte_size() const noexcept { return view_.step[D - 1] * range_[D - 1]; }
  AllocatorT get_allocator() const { return allocator_; }

  template <class Property> bool has_property() const noexcept { return properties_.template has_property<Property>(); }
  template <class Property> Property get_property() const { return properties_.template get_property<Property>(); }

  friend bool operator==(const image_base &a, const image_base &b) noexcept { return a.state_ == b.state_; }
  friend bool operator!=(const image_base &a, const image_base &b) noexcept { return !(a == b); }

protected:
  using no_pitch = std::integral_constant<int, 0>;

  template <class Pitch>
  image_base(const host_content &content, pixel_format format, const range<D> &extent, const Pitch &pitch,
             AllocatorT allocator, const property_list &properties)
      : range_(extent), view_(layout(format, extent, pitch)), allocator_(std::move(allocator)), properties_(properties),
        state_(make_buffer(byte_size(), alignment, content, allocation_by(allocator_), properties)) {}

  void final_data(std::nullptr_t) { detail::set_final_data(state_, {}); }
  template <class T> void final_data(const std::weak_ptr<T> &destination) {
    detail::set_final_data(state_, [destination, bytes = byte_size()](const void *from) {
      if (const auto there = destination.lock())
        __builtin_memcpy(const_cast<void *>(static_cast<const volatile void *>(&there.get()[0])), from, bytes);
    });
  }
  template <class T> void final_data(const std::shared_ptr<T> &destination) {
    final_data(std::weak_ptr<T>(destination));
  }
  template <class Iterator> void final_data(Iterator destination) {
    detail::set_final_data(state_, [destination, bytes = byte_size()](const void *from) mutable {
      if constexpr (std::is_pointer_v<Iterator>) {
        __builtin_memcpy(destination, from, bytes);
      } else {
        using element = typename std::iterator_traits<Iterator>::value_type;
        std::copy_n(static_cast<const element *>(from), bytes / sizeof(element), destination);
      }
    });
  }
  void write_back(bool flag) { detail::set_write_back(state_, flag); }

private:
  friend struct image_access;
  static constexpr std::size_t alignment = 1; ///< pixels are read and written byte by byte where they are not aligned

  template <class Pitch> static image_view<D> layout(pixel_format format, const range<D> &extent, const Pitch &pitch) {
    image_view<D> view;
    view.format = format;
    std::size_t bytes = format.bytes();
    for (int d = 0; d < D; ++d) {
      if constexpr (!std::is_same_v<Pitch, no_pitch>)
        if (d > 0) {
          if (pitch[d - 1] < bytes)
            refuse_access(errc::invalid, "image: a row or slice is longer than its pitch (in bytes)", {bytes}, {},
                          {pitch[d - 1]}, 1);
          bytes = pitch[d - 1];
        }
      view.extent[d] = extent[d];
      view.step[d] = bytes;
      bytes *= extent[d];
    }
    return view;
  }

  range<D> range_;
  image_view<D> view_;
  AllocatorT allocator_;
  property_list properties_;
  buffer_state state_;
};

/// What accessors need to know of an image.
struct image_access {
  template <int D, class A> static const buffer_state &state(const image_base<D, A> &i) noexcept { return i.state_; }

  template <int D, class A>
  static image_view<D> open(const image_base<D, A> &i, handler &h, access_mode mode, bool overwrites, bool on_host) {
    return with(i, handler_access::require(h, request(i, mode, overwrites, on_host)));
  }
  template <int D, class A>
  static image_view<D> open(const image_base<D, A> &i, access_mode mode, bool overwrites,
                            std::shared_ptr<void> &lease) {
    return with(i, acquire_on_host(request(i, mode, overwrites, true), lease));
  }

private:
  template <int D, class A>
  static access_request request(const image_base<D, A> &i, access_mode mode, bool overwrites, bool on_host) {
    if (overwrites && mode == access_mode::read)
      detail::throw_error(errc::invalid, "image accessor: one that only reads needs the content; take no_init away");
    return {i.state_, 0, i.byte_size(), 0, access_kind_of(mode, overwrites), on_host};
  }
  template <int D, class A> static image_view<D> with(const image_base<D, A> &i, const access_grant &grant) {
    image_view<D> view = i.view_;
    view.data = static_cast<unsigned char *>(grant.data);
    return view;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

/// Constructors of an image class: (its own parameters, range, [pitch,] [allocator,] [properties]). `content_` and
/// `pixels_` are made of its own parameters.
#define WEFT_IMAGE_CONSTRUCTORS(Image, content_, pixels_, ...)                                                         \
  Image(__VA_ARGS__, const range<Dimensions> &extent, const property_list &properties = {})                            \
      : base(content_, pixels_, extent, typename base::no_pitch(), AllocatorT(), properties) {}                        \
  Image(__VA_ARGS__, const range<Dimensions> &extent, AllocatorT allocator, const property_list &properties = {})      \
      : base(content_, pixels_, extent, typename base::no_pitch(), std::move(allocator), properties) {}                \
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>                                                     \
  Image(__VA_ARGS__, const range<Dimensions> &extent, const range<D - 1> &pitch, const property_list &properties = {}) \
      : base(content_, pixels_, extent, pitch, AllocatorT(), properties) {}                                            \
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>                                                     \
  Image(__VA_ARGS__, const range<Dimensions> &extent, const range<D - 1> &pitch, AllocatorT allocator,                 \
        const property_list &properties = {})                                                                          \
      : base(content_, pixels_, extent, pitch, std::move(allocator), properties) {}

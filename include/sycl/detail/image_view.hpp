// An image as a kernel sees it: reading and writing pixels by place, and sampling between them (the formulas of
// OpenCL's specification, "Addressing and filter modes").
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/detail/pixel.hpp>
#include <sycl/range.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

enum class addressing_mode : unsigned char { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned char { nearest, linear };
enum class coordinate_normalization_mode : unsigned char { normalized, unnormalized };
using coordinate_mode = coordinate_normalization_mode;

/// How places between pixels, and beyond the image, are read.
struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;

  friend bool operator==(const image_sampler &a, const image_sampler &b) noexcept {
    return a.addressing == b.addressing && a.coordinate == b.coordinate && a.filtering == b.filtering;
  }
  friend bool operator!=(const image_sampler &a, const image_sampler &b) noexcept { return !(a == b); }
};

namespace detail {

/// Coordinate `d` of a number or a vec.
template <class Place> WEFT_INLINE auto coordinate(const Place &place, int d) {
  if constexpr (std::is_arithmetic_v<Place>)
    return place;
  else
    return place[d];
}

/// Numbers that a pixel is computed in: float for half, and the element's type otherwise.
template <class Color> struct color_of {
  using element = typename Color::element_type;
  using number = std::conditional_t<std::is_integral_v<element>, element, float>;
  static_assert(Color::size() == 4 && sizeof(element) <= 4, "a pixel is a vec of 4 elements of 32 bits, or of half");
};

/// The pixels on both sides of a place along one dimension, and how far it is from the first to the second.
struct neighbours {
  long first, second;
  float weight;
};

template <int D> struct image_view {
  unsigned char *data = nullptr;
  std::size_t extent[D] = {}; ///< in pixels; dimension 0 varies fastest
  std::size_t step[D] = {};   ///< in bytes, to the next pixel of each dimension
  pixel_format format;

  template <class T> vec<T, 4> at(const long (&place)[D]) const {
    const unsigned char *from = data;
    bool inside = true;
    WEFT_UNROLL
    for (int d = 0; d < D; ++d) {
      inside &= place[d] >= 0 && place[d] < static_cast<long>(extent[d]);
      from += place[d] * static_cast<long>(step[d]);
    }
    return inside ? load_pixel<T>(from, format) : border<T>();
  }

  template <class Color, class Place> Color read(const Place &place) const {
    using number = typename color_of<Color>::number;
    long whole[D];
    WEFT_UNROLL
    for (int d = 0; d < D; ++d)
      whole[d] = static_cast<long>(coordinate(place, d));
    return converted<Color>(at<number>(whole));
  }

  template <class Color, class Place> void write(const Place &place, const Color &color) const {
    using number = typename color_of<Color>::number;
    unsigned char *to = data;
    WEFT_UNROLL
    for (int d = 0; d < D; ++d)
      to += static_cast<std::size_t>(coordinate(place, d)) * step[d];
    store_pixel(to, format, converted<vec<number, 4>>(color));
  }

  template <class Color, class Place> Color sample(const Place &place, const image_sampler &s) const {
    using number = typename color_of<Color>::number;
    neighbours around[D];
    WEFT_UNROLL
    for (int d = 0; d < D; ++d)
      around[d] = look(static_cast<float>(coordinate(place, d)), static_cast<long>(extent[d]), s);
    if (s.filtering == filtering_mode::nearest) {
      long whole[D];
      WEFT_UNROLL
      for (int d = 0; d < D; ++d)
        whole[d] = around[d].first;
      return converted<Color>(at<number>(whole));
    }
    return converted<Color>(blend(around));
  }

private:
  template <class To, class From> static To converted(const From &from) {
    if constexpr (std::is_same_v<To, From>) {
      return from;
    } else {
      using element = typename To::element_type;
      return To(static_cast<element>(from[0]), static_cast<element>(from[1]), static_cast<element>(from[2]),
                static_cast<element>(from[3]));
    }
  }

  template <class T> vec<T, 4> border() const {
    const bool opaque = format.order == image_channel_order::r || format.order == image_channel_order::rg ||
                        format.order == image_channel_order::rgb || format.order == image_channel_order::luminance;
    return {T(0), T(0), T(0), static_cast<T>(opaque)};
  }

  /// The mean of the 2^D pixels around, weighted by distance.
  vec<float, 4> blend(const neighbours (&around)[D]) const {
    vec<float, 4> sum(0.0f);
    for (int corner = 0; corner < 1 << D; ++corner) {
      float weight = 1;
      long whole[D];
      WEFT_UNROLL
      for (int d = 0; d < D; ++d) {
        const bool second = (corner >> d & 1) != 0;
        weight *= second ? around[d].weight : 1 - around[d].weight;
        whole[d] = second ? around[d].second : around[d].first;
      }
      sum += weight * at<float>(whole);
    }
    return sum;
  }

  static long inside(long i, long extent) { return i < 0 ? 0 : i >= extent ? extent - 1 : i; }

  static neighbours look(float place, long extent, const image_sampler &s) {
    const float size = static_cast<float>(extent);
    const bool linear = s.filtering == filtering_mode::linear;
    float u = s.coordinate == coordinate_normalization_mode::normalized ? place * size : place;
    if (s.addressing == addressing_mode::repeat)
      u = (place - __builtin_floorf(place)) * size;
    else if (s.addressing == addressing_mode::mirrored_repeat)
      u = __builtin_fabsf(place - 2 * __builtin_rintf(0.5f * place)) * size;
    if (linear)
      u -= 0.5f;
    const float floor = __builtin_floorf(u);
    const float limited = floor < -2 ? -2 : floor > size + 1 ? size + 1 : floor == floor ? floor : -2;
    neighbours n{static_cast<long>(limited), static_cast<long>(limited) + 1, u - floor};
    switch (s.addressing) {
    case addressing_mode::repeat:
      n.first = n.first < 0 ? n.first + extent : n.first >= extent ? n.first - extent : n.first;
      n.second = n.second >= extent ? n.second - extent : n.second;
      break;
    case addressing_mode::mirrored_repeat:
    case addressing_mode::clamp_to_edge:
      n.first = inside(n.first, extent);
      n.second = inside(n.second, extent);
      break;
    default:
      break;
    }
    return n;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

// Pixels in memory: how many channels of which type they have, and reading and writing one (SYCL 2020, 4.7.3; the
// tables are OpenCL's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/half.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

enum class image_channel_order : unsigned char {
  a,
  r,
  rx,
  rg,
  rgx,
  ra,
  rgb,
  rgbx,
  rgba,
  argb,
  bgra,
  intensity,
  luminance,
  abgr,
  ext_oneapi_srgba,
};

enum class image_channel_type : unsigned char {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  fp16,
  fp32,
};

enum class image_format : unsigned char {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16b16g16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm,
};

namespace detail {

/// Which stored channel each of red, green, blue and alpha is; places beyond the stored ones hold a constant.
struct channel_places {
  static constexpr unsigned char zero = 4, one = 5;
  unsigned char count;
  unsigned char of[4];
};

constexpr channel_places places_of(image_channel_order order) {
  constexpr unsigned char zero = channel_places::zero, one = channel_places::one;
  switch (order) {
  case image_channel_order::a:
    return {1, {zero, zero, zero, 0}};
  case image_channel_order::r:
  case image_channel_order::rx:
    return {1, {0, zero, zero, one}};
  case image_channel_order::rg:
  case image_channel_order::rgx:
    return {2, {0, 1, zero, one}};
  case image_channel_order::ra:
    return {2, {0, zero, zero, 1}};
  case image_channel_order::rgb:
    return {3, {0, 1, 2, one}};
  case image_channel_order::rgbx:
    return {4, {0, 1, 2, one}};
  case image_channel_order::rgba:
  case image_channel_order::ext_oneapi_srgba:
    return {4, {0, 1, 2, 3}};
  case image_channel_order::argb:
    return {4, {1, 2, 3, 0}};
  case image_channel_order::bgra:
    return {4, {2, 1, 0, 3}};
  case image_channel_order::intensity:
    return {1, {0, 0, 0, 0}};
  case image_channel_order::luminance:
    return {1, {0, 0, 0, one}};
  case image_channel_order::abgr:
    return {4, {3, 2, 1, 0}};
  }
  return {4, {0, 1, 2, 3}};
}

struct pixel_format {
  image_channel_order order = image_channel_order::rgba;
  image_channel_type type = image_channel_type::fp32;

  /// All channels lie in one word.
  constexpr bool is_packed() const noexcept {
    return type == image_channel_type::unorm_short_565 || type == image_channel_type::unorm_short_555 ||
           type == image_channel_type::unorm_int_101010;
  }
  constexpr std::size_t channel_bytes() const noexcept {
    switch (type) {
    case image_channel_type::snorm_int8:
    case image_channel_type::unorm_int8:
    case image_channel_type::signed_int8:
    case image_channel_type::unsigned_int8:
      return 1;
    case image_channel_type::unorm_int_101010:
    case image_channel_type::signed_int32:
    case image_channel_type::unsigned_int32:
    case image_channel_type::fp32:
      return 4;
    default:
      return 2;
    }
  }
  constexpr std::size_t bytes() const noexcept {
    return is_packed() ? channel_bytes() : channel_bytes() * places_of(order).count;
  }
};

constexpr pixel_format pixels_of(image_format f) {
  using type = image_channel_type;
  constexpr type types[] = {type::unorm_int8,   type::unorm_int16,   type::signed_int8,    type::signed_int16,
                            type::signed_int32, type::unsigned_int8, type::unsigned_int16, type::unsigned_int32,
                            type::fp16,         type::fp32,          type::unorm_int8};
  return {f == image_format::b8g8r8a8_unorm ? image_channel_order::bgra : image_channel_order::rgba,
          types[static_cast<int>(f)]};
}

template <class T> WEFT_INLINE T load_as(const unsigned char *from) {
  T value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class T, class V> WEFT_INLINE void store_as(unsigned char *to, V v) {
  const T value = static_cast<T>(v);
  __builtin_memcpy(to, &value, sizeof value);
}

/// `v` on a grid of `steps` to one, as the nearest whole number from `low * steps` to `steps`.
inline int normalized(float v, float low, float steps) {
  const float inside = v > 1 ? 1 : v >= low ? v : v < low ? low : 0; // NaN becomes 0
  return static_cast<int>(__builtin_rintf(inside * steps));
}

/// Where a channel of a packed word begins, and how many bits it has.
struct bit_field {
  unsigned shift, bits;
  constexpr float steps() const noexcept { return static_cast<float>((1u << bits) - 1); }
};
constexpr bit_field packed_channel(image_channel_type type, int channel) {
  const unsigned place = 2 - channel;
  if (type == image_channel_type::unorm_int_101010)
    return {10 * place, 10};
  if (type == image_channel_type::unorm_short_555)
    return {5 * place, 5};
  return {channel == 0 ? 11u : channel == 1 ? 5u : 0u, channel == 1 ? 6u : 5u};
}

/// One channel; T is float or a 32-bit integer.
template <class T> inline T load_channel(const unsigned char *from, image_channel_type type) {
  const auto at_least_minus_one = [](float v) { return v < -1 ? -1 : v; };
  switch (type) {
  case image_channel_type::snorm_int8:
    return static_cast<T>(at_least_minus_one(static_cast<float>(load_as<std::int8_t>(from)) / 127));
  case image_channel_type::snorm_int16:
    return static_cast<T>(at_least_minus_one(static_cast<float>(load_as<std::int16_t>(from)) / 32767));
  case image_channel_type::unorm_int8:
    return static_cast<T>(static_cast<float>(*from) / 255);
  case image_channel_type::unorm_int16:
    return static_cast<T>(static_cast<float>(load_as<std::uint16_t>(from)) / 65535);
  case image_channel_type::signed_int8:
    return static_cast<T>(load_as<std::int8_t>(from));
  case image_channel_type::signed_int16:
    return static_cast<T>(load_as<std::int16_t>(from));
  case image_channel_type::signed_int32:
    return static_cast<T>(load_as<std::int32_t>(from));
  case image_channel_type::unsigned_int8:
    return static_cast<T>(*from);
  case image_channel_type::unsigned_int16:
    return static_cast<T>(load_as<std::uint16_t>(from));
  case image_channel_type::unsigned_int32:
    return static_cast<T>(load_as<std::uint32_t>(from));
  case image_channel_type::fp16:
    return static_cast<T>(static_cast<float>(load_as<half>(from)));
  default:
    return static_cast<T>(load_as<float>(from));
  }
}

/// The nearest number that an integer type has.
template <class To, class T> WEFT_INLINE To saturated(T v) {
  using limits = std::numeric_limits<To>;
  if constexpr (std::is_floating_point_v<T>)
    return v >= static_cast<T>(limits::max())  ? limits::max()
           : v > static_cast<T>(limits::min()) ? static_cast<To>(v)
                                               : limits::min();
  else
    return static_cast<std::int64_t>(v) > static_cast<std::int64_t>(limits::max())   ? limits::max()
           : static_cast<std::int64_t>(v) < static_cast<std::int64_t>(limits::min()) ? limits::min()
                                                                                     : static_cast<To>(v);
}

template <class T> inline void store_channel(unsigned char *to, image_channel_type type, T v) {
  switch (type) {
  case image_channel_type::snorm_int8:
    return store_as<std::int8_t>(to, normalized(static_cast<float>(v), -1, 127));
  case image_channel_type::snorm_int16:
    return store_as<std::int16_t>(to, normalized(static_cast<float>(v), -1, 32767));
  case image_channel_type::unorm_int8:
    return store_as<std::uint8_t>(to, normalized(static_cast<float>(v), 0, 255));
  case image_channel_type::unorm_int16:
    return store_as<std::uint16_t>(to, normalized(static_cast<float>(v), 0, 65535));
  case image_channel_type::signed_int8:
    return store_as<std::int8_t>(to, saturated<std::int8_t>(v));
  case image_channel_type::signed_int16:
    return store_as<std::int16_t>(to, saturated<std::int16_t>(v));
  case image_channel_type::signed_int32:
    return store_as<std::int32_t>(to, saturated<std::int32_t>(v));
  case image_channel_type::unsigned_int8:
    return store_as<std::uint8_t>(to, saturated<std::uint8_t>(v));
  case image_channel_type::unsigned_int16:
    return store_as<std::uint16_t>(to, saturated<std::uint16_t>(v));
  case image_channel_type::unsigned_int32:
    return store_as<std::uint32_t>(to, saturated<std::uint32_t>(v));
  case image_channel_type::fp16:
    return store_as<half>(to, static_cast<float>(v));
  default:
    return store_as<float>(to, v);
  }
}

/// Red, green, blue and alpha of a pixel.
template <class T> inline vec<T, 4> load_pixel(const unsigned char *from, pixel_format f) {
  const channel_places places = places_of(f.order);
  const std::size_t step = f.channel_bytes();
  vec<T, 4> color;
  if (f.is_packed()) {
    const std::uint32_t word = step == 4 ? load_as<std::uint32_t>(from) : load_as<std::uint16_t>(from);
    for (int c = 0; c < 3; ++c) {
      const bit_field field = packed_channel(f.type, c);
      color[c] = static_cast<T>(static_cast<float>(word >> field.shift & ((1u << field.bits) - 1)) / field.steps());
    }
    color[3] = T(1);
    return color;
  }
  for (int c = 0; c < 4; ++c)
    color[c] = places.of[c] < 4 ? load_channel<T>(from + places.of[c] * step, f.type)
                                : static_cast<T>(places.of[c] == channel_places::one);
  return color;
}

template <class T> inline void store_pixel(unsigned char *to, pixel_format f, const vec<T, 4> &color) {
  const channel_places places = places_of(f.order);
  const std::size_t step = f.channel_bytes();
  if (f.is_packed()) {
    std::uint32_t word = 0;
    for (int c = 0; c < 3; ++c) {
      const bit_field field = packed_channel(f.type, c);
      word |= static_cast<std::uint32_t>(normalized(static_cast<float>(color[c]), 0, field.steps())) << field.shift;
    }
    return step == 4 ? store_as<std::uint32_t>(to, word) : store_as<std::uint16_t>(to, word);
  }
  for (int c = 3; c >= 0; --c) // where channels share a place, red decides
    if (places.of[c] < 4)
      store_channel(to + places.of[c] * step, f.type, color[c]);
}

} // namespace detail
} // namespace _V1
} // namespace sycl

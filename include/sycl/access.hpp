// Access modes, targets and the tags that name them (SYCL 2020, 4.7.6), with the forms of SYCL 1.2.1.
#pragma once

namespace sycl {
inline namespace _V1 {

enum class access_mode { read, write, read_write, discard_write, discard_read_write, atomic };

enum class target {
  device,
  host_task,
  global_buffer = device,
  constant_buffer = 2,
  local,
  image,
  host_buffer,
  host_image,
  image_array,
};

namespace access {
using mode = access_mode;
using sycl::target;
enum class placeholder { false_t, true_t };
} // namespace access

template <access_mode Mode> struct mode_tag_t {
  explicit mode_tag_t() = default;
};
template <access_mode Mode, target Target> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};

namespace detail {

/// What a tag argument says; nothing for any other type.
template <class T> struct access_tag {
  static constexpr bool is_tag = false;
};
template <access_mode Mode> struct access_tag<mode_tag_t<Mode>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target where = target::device;
};
template <access_mode Mode, target Target> struct access_tag<mode_target_tag_t<Mode, Target>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target where = Target;
};
template <class T> inline constexpr bool is_access_tag = access_tag<T>::is_tag;

constexpr bool discards(access_mode mode) {
  return mode == access_mode::discard_write || mode == access_mode::discard_read_write;
}

} // namespace detail
} // namespace _V1
} // namespace sycl

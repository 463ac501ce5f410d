// class device_info: what a program asks of a device, as plain numbers that it may set, too (SYCLcompat).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace syclcompat {

class device_info {
public:
  const char *get_name() const { return name_; }
  char *get_name() { return name_; }
  void set_name(const char *name) {
    const std::size_t length = std::min(std::strlen(name), sizeof(name_) - 1);
    std::memcpy(name_, name, length);
    std::fill(name_ + length, name_ + sizeof(name_), '\0');
  }

  /// As id or range, or as a pointer to three numbers.
  template <class Sizes = sycl::range<3>> auto get_max_work_item_sizes() const {
    if constexpr (std::is_pointer_v<Sizes>)
      return const_cast<int *>(max_work_item_sizes_.data());
    else
      return Sizes(max_work_item_sizes_[0], max_work_item_sizes_[1], max_work_item_sizes_[2]);
  }
  void set_max_work_item_sizes(sycl::range<3> sizes) { set(max_work_item_sizes_, sizes); }
  void set_max_work_item_sizes(sycl::id<3> sizes) { set(max_work_item_sizes_, sizes); }

  template <class Sizes = int *> auto get_max_nd_range_size() const {
    if constexpr (std::is_same_v<Sizes, std::size_t *>)
      return const_cast<std::size_t *>(wide_nd_range_size_.data());
    else
      return const_cast<int *>(max_nd_range_size_.data());
  }
  void set_max_nd_range_size(const int sizes[]) { set_nd_range_size(sizes); }
  void set_max_nd_range_size(sycl::id<3> sizes) { set_nd_range_size(sizes); }
  void set_max_nd_range_size(sycl::range<3> sizes) { set_nd_range_size(sizes); }

#define WEFT_SYCLCOMPAT_INFO(T, name)                                                                                  \
public:                                                                                                                \
  T get_##name() const { return name##_; }                                                                             \
  void set_##name(T value) { name##_ = value; }                                                                        \
                                                                                                                       \
private:                                                                                                               \
  T name##_ = {};
  WEFT_SYCLCOMPAT_INFO(int, integrated)
  WEFT_SYCLCOMPAT_INFO(int, max_clock_frequency)
  WEFT_SYCLCOMPAT_INFO(int, max_compute_units)
  WEFT_SYCLCOMPAT_INFO(int, max_work_group_size)
  WEFT_SYCLCOMPAT_INFO(int, max_sub_group_size)
  WEFT_SYCLCOMPAT_INFO(int, max_work_items_per_compute_unit)
  WEFT_SYCLCOMPAT_INFO(int, max_register_size_per_work_group)
  WEFT_SYCLCOMPAT_INFO(std::size_t, global_mem_size)
  WEFT_SYCLCOMPAT_INFO(std::size_t, local_mem_size)
  WEFT_SYCLCOMPAT_INFO(std::size_t, max_mem_alloc_size)
  WEFT_SYCLCOMPAT_INFO(unsigned, global_mem_cache_size)
  WEFT_SYCLCOMPAT_INFO(unsigned, memory_clock_rate)
  WEFT_SYCLCOMPAT_INFO(unsigned, memory_bus_width)
  WEFT_SYCLCOMPAT_INFO(unsigned, device_id)
  WEFT_SYCLCOMPAT_INFO(bool, host_unified_memory)
  using uuid_bytes = std::array<unsigned char, 16>;
  WEFT_SYCLCOMPAT_INFO(uuid_bytes, uuid)
#undef WEFT_SYCLCOMPAT_INFO

public:
  int get_major_version() const { return major_; }
  int get_minor_version() const { return minor_; }
  void set_major_version(int major) { major_ = major; }
  void set_minor_version(int minor) { minor_ = minor; }

  int get_image1d_max() const { return image1d_max_; }
  auto get_image2d_max() const { return const_cast<int *>(image2d_max_.data()); }
  auto get_image3d_max() const { return const_cast<int *>(image3d_max_.data()); }
  void set_image1d_max(std::size_t width) { image1d_max_ = limited(width); }
  void set_image2d_max(std::size_t width, std::size_t height) { image2d_max_ = {limited(width), limited(height)}; }
  void set_image3d_max(std::size_t width, std::size_t height, std::size_t depth) {
    image3d_max_ = {limited(width), limited(height), limited(depth)};
  }

private:
  static int limited(std::size_t size) { return static_cast<int>(std::min<std::size_t>(size, 0x7fffffff)); }
  template <class Sizes> static void set(std::array<int, 3> &to, const Sizes &sizes) {
    for (int d = 0; d < 3; ++d)
      to[d] = limited(sizes[d]);
  }
  template <class Sizes> void set_nd_range_size(const Sizes &sizes) {
    set(max_nd_range_size_, sizes);
    std::copy(max_nd_range_size_.begin(), max_nd_range_size_.end(), wide_nd_range_size_.begin());
  }

  char name_[256] = {};
  std::array<int, 3> max_work_item_sizes_ = {}, max_nd_range_size_ = {};
  std::array<std::size_t, 3> wide_nd_range_size_ = {};
  int major_ = 0, minor_ = 0, image1d_max_ = 0;
  std::array<int, 2> image2d_max_ = {};
  std::array<int, 3> image3d_max_ = {};
};

} // namespace syclcompat
